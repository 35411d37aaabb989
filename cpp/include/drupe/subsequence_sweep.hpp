/// What the inner loops of the subsequence kernel work on: rows of left strings, columns of right ones, a pair in every lane.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace drupe {

/// The number of a symbol, as wide as the numbers of its lane.
template <class T>
using Symbol = std::conditional_t<sizeof(T) == sizeof(float), std::int32_t, std::int64_t>;

/// Fill up strings to the length of the longest in their lanes: equal to no symbol, nor to each other.
inline constexpr std::int32_t left_filling = -1;
inline constexpr std::int32_t right_filling = -2;

/// Up to so many levels all that a row needs from column to column stays in registers.
inline constexpr std::size_t levels_in_registers = 6;

/// With K'₀ = 1, for lengths i = 1..levels of subsequences, row a and column b,
///     K″ᵢ(a, b) = λ K″ᵢ(a, b − 1) + [sₐ = t_b] K'ᵢ₋₁(a − 1, b − 1),    K'ᵢ(a, b) = λ K'ᵢ(a − 1, b) + K″ᵢ(a, b),
///     sumᵢ += [sₐ = t_b] K'ᵢ₋₁(a − 1, b − 1),
/// so that λ²ⁱ sumᵢ is the kernel of subsequences of length i once all rows have met all columns.
///
/// λ is given for each row and each column: in single precision so rounded that the product of many stays right.
template <class T>
struct SubsequenceSweep {
    const Symbol<T>* left;   // rows × lanes
    const Symbol<T>* right;  // columns × lanes
    std::size_t rows;        // a multiple of the target's step for so many levels
    std::size_t columns;
    std::size_t levels;
    bool only_last;         // of the sums only that of the last level
    const T* row_decay;     // rows
    const T* column_decay;  // columns
    T* above;               // columns × (levels − 1) × lanes: K' of the row above, then of the last row
    T* beside;     // rows × 2 × (levels − 1) × lanes: K″ of the column before, and K' of the row above there; null, up
                   // to `levels_in_registers`, if the columns are all there are
    double* sums;  // levels × lanes, or 1 × lanes
};

}  // namespace drupe
