/// Rows of a Gaussian kernel, each in one loop: products, distances and exponentials, and nothing stored in between.
#pragma once

#include <cstddef>
#include <cstdint>

namespace drupe {

/// Columns of a panel of 16-bit numbers, for every target.
inline constexpr std::size_t short_columns = 64;

/// Vectors of columns that are met together; panels are whole groups of so many.
inline constexpr std::size_t columns_together = 128;

/// out[c] = 2^(rate ‖x − column c‖²), over panels of `column_step` columns; whole vectors are written.
template <class T>
struct GaussianRow {
    const T* row;
    std::size_t depth;
    const T* panels;
    const T* norms;  // null: the sum of squared differences, not ‖x‖² + ‖z‖² − 2⟨x, z⟩
    T norm;
    T rate;
    std::size_t columns;
    T* out;
};

/// The same over whole numbers. A word holds two numbers of 16 bits, or four bytes, the row's from 0 to 255 and the columns' less
/// 128; entry w of column c stands at panels[(c / 64 · words + w) · 64 + c % 64]. Sums are taken modulo 2³², and the squared
/// distance norm + norms[c] − 2 Σ is a number of 31 bits.
struct WholeNumberRow {
    const std::uint16_t* places;  // of the row's words that are not zero
    const std::int32_t* entries;  // these words
    std::size_t count;
    const std::int32_t* panels;
    std::size_t words;
    const std::int32_t* norms;
    std::int32_t norm;
    float rate;
    std::size_t columns;
    float* out;
};

struct WholeLoops {
    void (*pairs_row)(const WholeNumberRow& row);
    void (*bytes_row)(const WholeNumberRow& row);  // null where the processor is no faster with bytes

    /// to[k] = from[k] / scale; whether all of them are whole numbers of 16 bits, as far as single precision can tell.
    bool (*from_single)(const float* from, std::size_t count, double scale, std::int16_t* to);
    bool (*from_double)(const double* from, std::size_t count, double scale, std::int16_t* to);
};

}  // namespace drupe
