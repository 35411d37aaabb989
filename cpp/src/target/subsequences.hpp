/// The recursion of the subsequence kernel, as many pairs of strings at once as a vector has lanes.
#pragma once

#include <type_traits>
#include <utility>

#include "drupe/simd.hpp"
#include "drupe/subsequence_sweep.hpp"

#if defined(__SSE__)
#include <xmmintrin.h>
#endif

namespace drupe::DRUPE_TARGET_NAMESPACE {

/// Rows that are taken together, so that each column is loaded and stored once for all of them: as many as registers hold.
constexpr std::size_t subsequence_rows(std::size_t levels) {
    constexpr bool many_registers = DRUPE_SIMD_BYTES == 64;
    constexpr std::size_t together[levels_in_registers + 1] = {1,
                                                               8,
                                                               many_registers ? 8 : 4,
                                                               many_registers ? 4 : 2,
                                                               many_registers ? 3 : 1,
                                                               many_registers ? 2 : 1,
                                                               many_registers ? 2 : 1};
    return levels > levels_in_registers ? 1 : together[levels];
}

template <class T>
[[gnu::always_inline]] inline void add_lanes(const Vec<T>& values, double* sums) {
    T lanes[width<T>];
    store<T>(lanes, values);
    for (std::size_t l = 0; l < width<T>; ++l) sums[l] += static_cast<double>(lanes[l]);
}

/// work(0), work(1), ..., each with its number as a constant: the arrays below become registers only where no loop is left.
template <std::size_t count, class Work>
[[gnu::always_inline]] inline void each(const Work& work) {
    [&]<std::size_t... number>(std::index_sequence<number...>) __attribute__((always_inline)) {
        (work(std::integral_constant<std::size_t, number>{}), ...);
    }(std::make_index_sequence<count>{});
}

/// Some rows, from row `first` on, across all columns.
template <class T, std::size_t levels, bool only_last>
void sweep_rows(const SubsequenceSweep<T>& s, std::size_t first) {
    using Symbols = Vec<Symbol<T>>;
    constexpr std::size_t lanes = width<T>;
    constexpr std::size_t inner = levels - 1;
    constexpr std::size_t together = subsequence_rows(levels);

    Symbols symbol[together];
    Vec<T> decay[together];
    Vec<T> running[together][levels];  // K″ of this row, as many as there are inner levels
    Vec<T> corner[together][levels];   // K' of the row above, one column before
    each<together>([&](auto r) __attribute__((always_inline)) {
        symbol[r] = load(s.left + (first + r) * lanes);
        decay[r] = splat(s.row_decay[first + r]);
        each<inner>([&](auto i) __attribute__((always_inline)) { running[r][i] = corner[r][i] = Vec<T>{}; });
        if (s.beside == nullptr) return;
        const T* beside = s.beside + (first + r) * 2 * inner * lanes;
        each<inner>([&](auto i) __attribute__((always_inline)) {
            running[r][i] = load(beside + i * lanes);
            corner[r][i] = load(beside + (inner + i) * lanes);
        });
    });
    Vec<T> sum[levels] = {};
    for (std::size_t b = 0; b < s.columns; ++b) {
        const Symbols z = load(s.right + b * lanes);
        const Vec<T> fade = splat(s.column_decay[b]);
        T* above = s.above + b * inner * lanes;
        Vec<T> up[levels];
        each<inner>([&](auto i) __attribute__((always_inline)) { up[i] = load(above + i * lanes); });
        each<together>([&](auto r) __attribute__((always_inline)) {
            const auto same = symbol[r] == z;
            Vec<T> met = same ? splat(T(1)) : Vec<T>{};
            each<inner>([&](auto i) __attribute__((always_inline)) {
                if constexpr (!only_last) sum[i] += met;
                running[r][i] = fade * running[r][i] + met;
                met = same ? corner[r][i] : Vec<T>{};
                corner[r][i] = up[i];
                up[i] = decay[r] * up[i] + running[r][i];
            });
            sum[inner] += met;
        });
        each<inner>([&](auto i) __attribute__((always_inline)) { store<T>(above + i * lanes, up[i]); });
    }
    each<together>([&](auto r) __attribute__((always_inline)) {
        if (s.beside == nullptr) return;
        T* beside = s.beside + (first + r) * 2 * inner * lanes;
        each<inner>([&](auto i) __attribute__((always_inline)) {
            store<T>(beside + i * lanes, running[r][i]);
            store<T>(beside + (inner + i) * lanes, corner[r][i]);
        });
    });
    // Many terms of one sign in single precision would lose digits: a few rows of terms, then double precision.
    if constexpr (only_last) {
        add_lanes<T>(sum[inner], s.sums);
    } else {
        each<levels>([&](auto i) __attribute__((always_inline)) { add_lanes<T>(sum[i], s.sums + i * lanes); });
    }
}

/// The same for any number of levels, one row at a time.
template <class T>
void sweep_row(const SubsequenceSweep<T>& s, std::size_t row) {
    constexpr std::size_t lanes = width<T>;
    const std::size_t inner = s.levels - 1;
    const auto symbol = load(s.left + row * lanes);
    const Vec<T> decay = splat(s.row_decay[row]);
    T* running = s.beside + row * 2 * inner * lanes;
    T* corner = running + inner * lanes;
    for (std::size_t b = 0; b < s.columns; ++b) {
        const auto same = symbol == load(s.right + b * lanes);
        const Vec<T> fade = splat(s.column_decay[b]);
        T* above = s.above + b * inner * lanes;
        for (std::size_t i = inner + 1; i-- > 0;) {
            const Vec<T> before = i == 0 ? splat(T(1)) : load(corner + (i - 1) * lanes);
            const Vec<T> met = same ? before : Vec<T>{};
            if (!s.only_last || i == inner) add_lanes<T>(met, s.sums + (s.only_last ? 0 : i * lanes));
            if (i == inner) continue;
            const Vec<T> run = fade * load(running + i * lanes) + met;
            const Vec<T> up = load(above + i * lanes);
            store<T>(running + i * lanes, run);
            store<T>(corner + i * lanes, up);
            store<T>(above + i * lanes, decay * up + run);
        }
    }
}

template <class T, std::size_t levels>
void sweep_all_rows(const SubsequenceSweep<T>& s) {
    for (std::size_t a = 0; a < s.rows; a += subsequence_rows(levels)) {
        s.only_last ? sweep_rows<T, levels, true>(s, a) : sweep_rows<T, levels, false>(s, a);
    }
}

template <class T>
[[gnu::noinline]] void sweep_levels(const SubsequenceSweep<T>& s) {
    static_assert(levels_in_registers == 6);
    switch (s.levels) {
        case 1: return sweep_all_rows<T, 1>(s);
        case 2: return sweep_all_rows<T, 2>(s);
        case 3: return sweep_all_rows<T, 3>(s);
        case 4: return sweep_all_rows<T, 4>(s);
        case 5: return sweep_all_rows<T, 5>(s);
        case 6: return sweep_all_rows<T, 6>(s);
        default:
            for (std::size_t a = 0; a < s.rows; ++a) sweep_row(s, a);
    }
}

/// Meanwhile numbers that are too small to be normal count as zero: what decays becomes so small, and some processors take
/// a hundred times as long for it.
template <class T>
void sweep_subsequences(const SubsequenceSweep<T>& s) {
#if defined(__SSE__)
    constexpr unsigned tiny_is_zero = 0x8040;
    const unsigned before = _mm_getcsr();
    _mm_setcsr(before | tiny_is_zero);
    sweep_levels(s);
    _mm_setcsr(before);
#else
    sweep_levels(s);
#endif
}

}  // namespace drupe::DRUPE_TARGET_NAMESPACE
