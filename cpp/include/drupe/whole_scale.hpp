/// What numbers are whole multiples of, and the vectors that are looked at to find it.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "drupe/data.hpp"
#include "drupe/memory.hpp"

namespace drupe {

inline constexpr double greatest_short = std::numeric_limits<std::int16_t>::max();

/// Row i, less the shift, spread out to all its entries.
template <class T>
void spread(const VectorsView<T>& source, std::size_t i, const Array<T>& shift, T* out) {
    const std::size_t depth = column_count(source);
    if (const auto* dense = std::get_if<DenseView<T>>(&source)) {
        const T* row = dense->row(i);
        for (std::size_t k = 0; k < depth; ++k) out[k] = row[static_cast<std::ptrdiff_t>(k) * dense->column_stride];
    } else {
        const auto& csr = std::get<CsrView<T>>(source);
        std::fill(out, out + depth, T(0));
        for (auto e = csr.starts[i]; e < csr.starts[i + 1]; ++e) out[csr.indices[e]] = csr.values[e];
    }
    for (std::size_t k = 0; k < shift.size(); ++k) out[k] -= shift[k];
}

/// The nearest whole number, without a call: what is far too large, or no number, stays so.
inline double rounded(double x) {
    constexpr double lowest_bit_is_one = 0x1.8p52;
    return (x + lowest_bit_is_one) - lowest_bit_is_one;
}

/// Not (a > b): what is not a number is no multiple.
template <class T>
bool is_multiple(T x, double number, double scale) {
    constexpr double tolerance = 2.0 * std::numeric_limits<T>::epsilon();
    const auto wanted = static_cast<double>(x);
    return std::abs(number * scale - wanted) <= tolerance * std::abs(wanted);
}

/// What entries seem to be multiples of: the smallest gap between two sizes, or a small fraction of it. 0 if there is
/// none of which 16-bit numbers can be multiples.
template <class T>
double likely_scale(const VectorsView<T>& source, const Array<T>& shift);

/// A part of the scale that fits a number which is no multiple of the whole; 0 if there is none.
template <class T>
double finer_scale(T misfit, double scale);

}  // namespace drupe
