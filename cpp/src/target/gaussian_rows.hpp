/// Rows of a Gaussian kernel, each in one loop over the columns.
#pragma once

#include "compare.hpp"
#include "drupe/simd_exp.hpp"
#include "shorts.hpp"

namespace drupe::DRUPE_TARGET_NAMESPACE {

/// Vectors of columns whose sums are in registers together: enough to hide how long a product takes.
inline constexpr std::size_t vectors_together = DRUPE_SIMD_BYTES == 64 ? 8 : 4;

/// Panels of dense columns, `vectors_per_panel` vectors each, in chains as everywhere.
template <class T, class Compare, std::size_t panels>
[[gnu::always_inline]] inline void gaussian_panels(const GaussianRow<T>& m, std::size_t first) {
    constexpr std::size_t vectors = panels * vectors_per_panel;
    const T* panel = m.panels + first * m.depth;
    Vec<T> total[vectors] = {};
    for (std::size_t start = 0; start < m.depth; start += chain) {
        const std::size_t end = m.depth - start < chain ? m.depth : start + chain;
        Vec<T> sum[vectors] = {};
        for (std::size_t k = start; k < end; ++k) {
            const Vec<T> x = splat(m.row[k]);
            DRUPE_UNROLL for (std::size_t v = 0; v < vectors; ++v) {
                Compare::step(sum[v], x,
                              load(panel + (v / vectors_per_panel * m.depth + k) * column_step<T> +
                                   v % vectors_per_panel * width<T>));
            }
        }
        DRUPE_UNROLL for (std::size_t v = 0; v < vectors; ++v) total[v] += sum[v];
    }
    DRUPE_UNROLL for (std::size_t v = 0; v < vectors; ++v) {
        const std::size_t c = first + v * width<T>;
        if (c >= m.columns) return;
        Vec<T> apart = total[v];
        if (m.norms != nullptr) apart = max<T>(m.norm + load(m.norms + c) - 2 * apart, Vec<T>{});
        store<T>(m.out + c, two_to(m.rate * apart));
    }
}

template <class T, class Compare>
[[gnu::always_inline]] inline void gaussian_row_by(const GaussianRow<T>& m) {
    constexpr std::size_t together = vectors_together / vectors_per_panel;
    std::size_t c = 0;
    for (; c + (together - 1) * column_step<T> < m.columns; c += together * column_step<T>)
        gaussian_panels<T, Compare, together>(m, c);
    for (; c < m.columns; c += column_step<T>) gaussian_panels<T, Compare, 1>(m, c);
}

template <class T>
void gaussian_row(const GaussianRow<T>& m) {
    if (m.norms == nullptr) {
        gaussian_row_by<T, Difference>(m);
    } else {
        gaussian_row_by<T, Dot>(m);
    }
}

struct Halves {
    [[gnu::always_inline]] static void add(Sums& sum, const Sums& x, const Sums& z) {
#if defined(__AVX512VNNI__)
        sum = reinterpret_cast<Sums>(_mm512_dpwssd_epi32(reinterpret_cast<__m512i>(sum), reinterpret_cast<__m512i>(x),
                                                         reinterpret_cast<__m512i>(z)));
#else
        sum += products_of_halves(x, z);
#endif
    }
};

#if defined(__AVX512VNNI__)
struct Quarters {
    [[gnu::always_inline]] static void add(Sums& sum, const Sums& x, const Sums& z) {
        sum = reinterpret_cast<Sums>(_mm512_dpbusd_epi32(reinterpret_cast<__m512i>(sum), reinterpret_cast<__m512i>(x),
                                                         reinterpret_cast<__m512i>(z)));
    }
};
#endif

typedef std::uint32_t WrappingSums __attribute__((vector_size(DRUPE_SIMD_BYTES)));

/// So many vectors of columns, which may lie in neighbouring panels.
template <class Products, std::size_t vectors>
[[gnu::always_inline]] inline void whole_columns(const WholeNumberRow& m, std::size_t first) {
    constexpr std::size_t per_panel = short_columns / sums_width;
    const std::int32_t* panel = m.panels + first / short_columns * m.words * short_columns + first % short_columns;
    const std::size_t next = m.words * short_columns;
    Sums sum[vectors] = {};
    for (std::size_t e = 0; e < m.count; ++e) {
        const Sums x = m.entries[e] - Sums{};
        const std::int32_t* z = panel + std::size_t{m.places[e]} * short_columns;
        DRUPE_UNROLL for (std::size_t v = 0; v < vectors; ++v) {
            Sums there;
            std::memcpy(&there, z + v / per_panel * next + v % per_panel * sums_width, sizeof there);
            Products::add(sum[v], x, there);
        }
    }
    DRUPE_UNROLL for (std::size_t v = 0; v < vectors; ++v) {
        const std::size_t c = first + v * sums_width;
        if (c >= m.columns) return;
        WrappingSums norms;
        std::memcpy(&norms, m.norms + c, sizeof norms);
        const WrappingSums apart =
            static_cast<std::uint32_t>(m.norm) + norms - 2U * reinterpret_cast<WrappingSums>(sum[v]);
        const auto squared = __builtin_convertvector(reinterpret_cast<Sums>(apart), Vec<float>);
        store<float>(m.out + c, two_to(m.rate * squared));
    }
}

template <class Products>
void whole_row(const WholeNumberRow& m) {
    constexpr std::size_t together = 8;
    constexpr std::size_t columns = together * sums_width;
    static_assert(columns <= columns_together && columns_together % columns == 0);
    std::size_t c = 0;
    for (; c + columns / 2 < m.columns; c += columns) whole_columns<Products, together>(m, c);
    for (; c < m.columns; c += columns / 2) whole_columns<Products, together / 2>(m, c);
}

#if defined(__AVX512VNNI__)
inline constexpr auto bytes_row = &whole_row<Quarters>;
#else
inline constexpr void (*bytes_row)(const WholeNumberRow&) = nullptr;
#endif

template <class T>
bool whole_numbers(const T* from, std::size_t count, double scale, std::int16_t* to) {
    constexpr double lowest_bit_is_one = 0x1.8p52;
    constexpr double tolerance = 0x1p-22;
    constexpr double most = 32767.0;
    const double units = 1.0 / scale;
    std::int64_t misfits = 0;
    for (std::size_t k = 0; k < count; ++k) {
        const auto x = static_cast<double>(from[k]);
        const double nearest = (x * units + lowest_bit_is_one) - lowest_bit_is_one;
        const double off = nearest * scale - x;
        const double size = x < 0 ? -x : x;
        // Not (a > b): what is not a number is no multiple.
        const bool fits = (off < 0 ? -off : off) <= tolerance * size && nearest <= most && nearest >= -most;
        misfits += fits ? 0 : 1;
        to[k] = static_cast<std::int16_t>(static_cast<std::int32_t>(fits ? nearest : 0.0));
    }
    return misfits == 0;
}

}  // namespace drupe::DRUPE_TARGET_NAMESPACE
