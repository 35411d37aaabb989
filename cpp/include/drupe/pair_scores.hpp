/// What pair steps look at: scores, open ways and curvatures of all variables, and rows of K.
#pragma once

#include <cstddef>
#include <cstdint>

namespace drupe {

/// Larger than any score; a mask adds its negative where a way is closed.
template <class T>
inline constexpr T huge = sizeof(T) == sizeof(float) ? T(1e30) : T(1e300);

/// Curvature below this counts as flat.
template <class T>
inline constexpr T flat = sizeof(T) == sizeof(float) ? T(1e-7) : T(1e-12);

template <class T>
struct Best {
    T value;
    std::int64_t index;  // −1: none
};

/// The highest score that may rise, and minus the lowest that may fall.
template <class T>
struct Extremes {
    Best<T> rise;
    Best<T> fall;
};

/// A row of K in two parts, its entries up to the split and those from there on; or all in one place.
template <class T>
struct RowParts {
    RowParts(const T* whole) : first(whole), second(nullptr) {}  // NOLINT: where nothing is split, it is a row
    RowParts(const T* up_to_split, const T* from_split) : first(up_to_split), second(from_split) {}

    [[nodiscard]] T at(std::size_t v, std::size_t split) const { return v < split ? first[v] : second[v - split]; }

    const T* first;
    const T* second;
};

/// Split and count are whole numbers of vectors; what only fills these up has no open way.
template <class T>
struct PairScores {
    T* scores;
    const T* diagonal;
    const T* may_rise;  // 0 where a score may rise, else −huge
    const T* may_fall;
    std::size_t split;
    std::size_t count;
};

}  // namespace drupe
