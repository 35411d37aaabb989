/// The loops of a pair step: who gains most, who moves with it, and what that does to every score.
#pragma once

#include "drupe/simd.hpp"
#include "drupe/target.hpp"

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

/// The largest of many numbers and where it stood, lane by lane; of equal ones the first.
template <class T>
struct Largest {
    using Int = typename IndexOf<T>::Int;
    Vec<T> value = splat(-huge<T>);
    Int at = {};

    [[gnu::always_inline]] void see(const Vec<T>& v, const Int& index) {
        const auto more = v > value;
        value = more ? v : value;
        at = more ? index : at;
    }

    [[nodiscard]] Best<T> best() const {
        Best<T> out{-huge<T>, -1};
        for (std::size_t l = 0; l < width<T>; ++l) {
            if (value[l] > out.value || (value[l] == out.value && out.index >= 0 && at[l] < out.index)) {
                out = {value[l], static_cast<std::int64_t>(at[l])};
            }
        }
        return out;
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
Extremes<T> extremes(const T* scores, const T* may_rise, const T* may_fall, std::size_t count) {
    Largest<T> rise;
    Largest<T> fall;
    auto index = first_lanes<T>();
    for (std::size_t v = 0; v < count; v += width<T>) {
        const Vec<T> f = load(scores + v);
        rise.see(f + load(may_rise + v), index);
        fall.see(load(may_fall + v) - f, index);
        index += static_cast<typename IndexOf<T>::Scalar>(width<T>);
    }
    return {rise.best(), fall.best()};
}

/// scores −= t (K_i − K_j), and the extremes of what comes out. [Fan05], algorithm 2, with both loops in one.
template <class T>
Extremes<T> move_pair(T* scores, const T* row_i, const T* row_j, T t, const T* may_rise, const T* may_fall,
                      std::size_t count) {
    Largest<T> rise;
    Largest<T> fall;
    auto index = first_lanes<T>();
    for (std::size_t v = 0; v < count; v += width<T>) {
        const Vec<T> f = load(scores + v) - t * (load(row_i + v) - load(row_j + v));
        store<T>(scores + v, f);
        rise.see(f + load(may_rise + v), index);
        fall.see(load(may_fall + v) - f, index);
        index += static_cast<typename IndexOf<T>::Scalar>(width<T>);
    }
    return {rise.best(), fall.best()};
}

/// No gain counts for more: a closed way must stay behind every open one, also where a square overflows.
template <class T>
[[gnu::always_inline]] inline Vec<T> bounded(Vec<T> gain) {
    constexpr T most = huge<T> / 2;
    return gain < most ? gain : splat(most);
}

/// The partner of i with the largest gain (F_i − F_v)² / (K_ii + K_vv − 2 K_iv).
template <class T>
Best<T> partner(const T* scores, const T* row_i, const T* diagonal, T score_i, T diagonal_i, const T* may_fall,
                std::size_t count) {
    Largest<T> gain;
    auto index = first_lanes<T>();
    for (std::size_t v = 0; v < count; v += width<T>) {
        const Vec<T> lead = score_i - load(scores + v);
        const Vec<T> curvature = max<T>(diagonal_i + load(diagonal + v) - 2 * load(row_i + v), splat(flat<T>));
        const Vec<T> gained = lead > 0 ? bounded<T>(lead * lead / curvature) : splat(-huge<T>);
        gain.see(gained + load(may_fall + v), index);
        index += static_cast<typename IndexOf<T>::Scalar>(width<T>);
    }
    return gain.best();
}

/// Without a balance: the variable whose own step gains most, F_v² / K_vv along an open way.
template <class T>
Best<T> steepest(const T* scores, const T* diagonal, const T* may_rise, const T* may_fall, std::size_t count) {
    Largest<T> gain;
    auto index = first_lanes<T>();
    for (std::size_t v = 0; v < count; v += width<T>) {
        const Vec<T> f = load(scores + v);
        const Vec<T> closed = f > 0 ? load(may_rise + v) : load(may_fall + v);
        gain.see(bounded<T>(f * f / max<T>(load(diagonal + v), splat(flat<T>))) + closed, index);
        index += static_cast<typename IndexOf<T>::Scalar>(width<T>);
    }
    return gain.best();
}

/// scores −= t row.
template <class T>
void move_single(T* scores, const T* row, T t, std::size_t count) {
    for (std::size_t v = 0; v < count; v += width<T>) store<T>(scores + v, load(scores + v) - t * load(row + v));
}

}  // namespace drupe::DRUPE_TARGET_NAMESPACE
