/// The loops of a pair step: who gains most, who moves with it, and what that does to every score.
#pragma once

#include <limits>
#include <utility>

#include "drupe/simd.hpp"
#include "drupe/target.hpp"

#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace drupe::DRUPE_TARGET_NAMESPACE {

template <class T>
struct IndexOf;
template <>
struct IndexOf<float> {
    typedef std::int32_t Int __attribute__((vector_size(DRUPE_SIMD_BYTES)));
    typedef std::int32_t Scalar;
};
template <>
struct IndexOf<double> {
    typedef std::int64_t Int __attribute__((vector_size(DRUPE_SIMD_BYTES)));
    typedef std::int64_t Scalar;
};

/// a > b ? a : b in one instruction, which the compiler finds only where it may forget about numbers that are none.
[[gnu::always_inline]] inline Vec<float> larger(const Vec<float>& a, const Vec<float>& b) {
#if defined(__AVX512F__)
    return _mm512_max_ps(a, b);
#elif defined(__AVX2__)
    return _mm256_max_ps(a, b);
#elif defined(__SSE2__)
    return _mm_max_ps(a, b);
#else
    return a > b ? a : b;
#endif
}

[[gnu::always_inline]] inline Vec<double> larger(const Vec<double>& a, const Vec<double>& b) {
#if defined(__AVX512F__)
    return _mm512_max_pd(a, b);
#elif defined(__AVX2__)
    return _mm256_max_pd(a, b);
#elif defined(__SSE2__)
    return _mm_max_pd(a, b);
#else
    return a > b ? a : b;
#endif
}

/// About 1 / v for v > 0, to three digits at least, 0 where that is no normal number: enough to compare gains.
[[gnu::always_inline]] inline Vec<float> rough_inverse(const Vec<float>& v) {
#if defined(__AVX512F__)
    return _mm512_rcp14_ps(v);
#elif defined(__AVX2__)
    return _mm256_rcp_ps(v);
#elif defined(__SSE2__)
    return _mm_rcp_ps(v);
#else
    return 1 / v;
#endif
}

[[gnu::always_inline]] inline Vec<double> rough_inverse(const Vec<double>& v) {
#if defined(__AVX512F__)
    return _mm512_rcp14_pd(v);
#else
    return 1 / v;
#endif
}

template <std::size_t distance, class V, std::size_t... lane>
[[gnu::always_inline]] inline V turned(const V& v, std::index_sequence<lane...>) {
    return __builtin_shufflevector(v, v, (lane + distance) % sizeof...(lane)...);
}

/// better(lane, other lane) over all lanes, in every lane of the result.
template <std::size_t lanes, std::size_t distance = lanes / 2, class V, class Better>
[[gnu::always_inline]] inline V over_lanes(const V& v, Better better) {
    if constexpr (distance == 0) {
        return v;
    } else {
        return over_lanes<lanes, distance / 2>(better(v, turned<distance>(v, std::make_index_sequence<lanes>{})),
                                               better);
    }
}

/// The largest of many numbers and where it stood, lane by lane; of equal ones the first.
template <class T>
struct Largest {
    using Int = typename IndexOf<T>::Int;
    using Scalar = typename IndexOf<T>::Scalar;
    Vec<T> value = splat(-huge<T>);
    Int at = {};

    [[gnu::always_inline]] void see(const Vec<T>& v, const Int& index) {
        at = v > value ? index : at;
        value = larger(v, value);
    }

    [[nodiscard]] [[gnu::always_inline]] Best<T> best() const {
        const auto all = over_lanes<width<T>>(value, [](const Vec<T>& a, const Vec<T>& b) { return larger(a, b); });
        const T most = all[0];
        if (!(most > -huge<T>)) return {-huge<T>, -1};
        const Int nowhere = std::numeric_limits<Scalar>::max() - Int{};
        const Int there = value == all ? at : nowhere;
        return {most, over_lanes<width<T>>(there, [](const Int& a, const Int& b) { return a < b ? a : b; })[0]};
    }
};

template <class T>
[[gnu::always_inline]] inline typename IndexOf<T>::Int first_lanes() {
    typename IndexOf<T>::Int lanes = {};
    for (std::size_t l = 0; l < width<T>; ++l) lanes[l] = static_cast<typename IndexOf<T>::Scalar>(l);
    return lanes;
}

/// Who may rise with the highest score and who may fall with the lowest; a closed way is −huge in its mask.
template <class T>
struct Ends {
    Largest<T> rise;
    Largest<T> fall;

    [[gnu::always_inline]] void see(const PairScores<T>& p, std::size_t v, const Vec<T>& f,
                                    const typename IndexOf<T>::Int& index) {
        rise.see(f + load(p.may_rise + v), index);
        fall.see(load(p.may_fall + v) - f, index);
    }

    [[nodiscard]] [[gnu::always_inline]] Extremes<T> best() const { return {rise.best(), fall.best()}; }
};

template <class T>
Extremes<T> extremes(const PairScores<T>& p) {
    Ends<T> ends;
    auto index = first_lanes<T>();
    for (std::size_t v = 0; v < p.count; v += width<T>) {
        ends.see(p, v, load(p.scores + v), index);
        index += static_cast<typename IndexOf<T>::Scalar>(width<T>);
    }
    return ends.best();
}

/// scores −= t (K_i − K_j), and the extremes of what comes out. [Fan05], algorithm 2, with both loops in one.
template <class T>
Extremes<T> move_pair(const PairScores<T>& p, RowParts<T> row_i, RowParts<T> row_j, T t) {
    Ends<T> ends;
    auto index = first_lanes<T>();
    const auto part = [&](std::size_t begin, std::size_t end, const T* i, const T* j) {
        for (std::size_t v = begin; v < end; v += width<T>) {
            const Vec<T> f = load(p.scores + v) - t * (load(i + (v - begin)) - load(j + (v - begin)));
            store<T>(p.scores + v, f);
            ends.see(p, v, f, index);
            index += static_cast<typename IndexOf<T>::Scalar>(width<T>);
        }
    };
    part(0, p.split, row_i.first, row_j.first);
    part(p.split, p.count, row_i.second, row_j.second);
    return ends.best();
}

/// No gain counts for more: a closed way must stay behind every open one, also where a square overflows.
template <class T>
[[gnu::always_inline]] inline Vec<T> bounded(Vec<T> gain) {
    constexpr T most = huge<T> / 2;
    return gain < most ? gain : splat(most);
}

/// The partner of i with the largest gain (F_i − F_v)² / (K_ii + K_vv − 2 K_iv).
template <class T>
Best<T> partner(const PairScores<T>& p, RowParts<T> row_i, std::size_t i) {
    Largest<T> gain;
    auto index = first_lanes<T>();
    const T score_i = p.scores[i];
    const T diagonal_i = p.diagonal[i];
    const auto part = [&](std::size_t begin, std::size_t end, const T* row) {
        for (std::size_t v = begin; v < end; v += width<T>) {
            const Vec<T> lead = score_i - load(p.scores + v);
            const Vec<T> curvature =
                larger(diagonal_i + load(p.diagonal + v) - 2 * load(row + (v - begin)), splat(flat<T>));
            const Vec<T> gained = lead > 0 ? bounded<T>(lead * lead * rough_inverse(curvature)) : splat(-huge<T>);
            gain.see(gained + load(p.may_fall + v), index);
            index += static_cast<typename IndexOf<T>::Scalar>(width<T>);
        }
    };
    part(0, p.split, row_i.first);
    part(p.split, p.count, row_i.second);
    return gain.best();
}

/// Without a balance: the variable whose own step gains most, F_v² / K_vv along an open way.
template <class T>
Best<T> steepest(const PairScores<T>& p) {
    Largest<T> gain;
    auto index = first_lanes<T>();
    for (std::size_t v = 0; v < p.count; v += width<T>) {
        const Vec<T> f = load(p.scores + v);
        const Vec<T> closed = f > 0 ? load(p.may_rise + v) : load(p.may_fall + v);
        const Vec<T> curvature = larger(load(p.diagonal + v), splat(flat<T>));
        gain.see(bounded<T>(f * f * rough_inverse(curvature)) + closed, index);
        index += static_cast<typename IndexOf<T>::Scalar>(width<T>);
    }
    return gain.best();
}

/// scores −= t row.
template <class T>
void move_single(const PairScores<T>& p, RowParts<T> row, T t) {
    const auto part = [&](std::size_t begin, std::size_t end, const T* k) {
        for (std::size_t v = begin; v < end; v += width<T>)
            store<T>(p.scores + v, load(p.scores + v) - t * load(k + (v - begin)));
    };
    part(0, p.split, row.first);
    part(p.split, p.count, row.second);
}

}  // namespace drupe::DRUPE_TARGET_NAMESPACE
