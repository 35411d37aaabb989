/// What happens to a finished tile: products with weights, and its transpose.
#pragma once

#include "drupe/simd.hpp"
#include "drupe/target.hpp"

namespace drupe::DRUPE_TARGET_NAMESPACE {

/// Short sums in the tile's own precision, long ones in double.
template <class T>
void times_columns(const T* tile, std::size_t rows, std::size_t columns, std::size_t ld, const T* weights, double* out,
                   std::size_t out_step) {
    for (std::size_t r = 0; r < rows; ++r) {
        Vec<T> sum[2] = {};
        std::size_t c = 0;
        for (; c + 2 * width<T> <= columns; c += 2 * width<T>) {
            sum[0] += load(tile + r * ld + c) * load(weights + c);
            sum[1] += load(tile + r * ld + c + width<T>) * load(weights + c + width<T>);
        }
        for (; c < columns; c += width<T>) sum[0] += load(tile + r * ld + c) * load(weights + c);
        out[r * out_step] += static_cast<double>(drupe::DRUPE_TARGET_NAMESPACE::sum<T>(sum[0] + sum[1]));
    }
}

template <class T>
void times_rows(const T* tile, std::size_t rows, std::size_t columns, std::size_t ld, const T* weights, double* out) {
    for (std::size_t c = 0; c < columns; c += width<T>) {
        Vec<T> sum = {};
        for (std::size_t r = 0; r < rows; ++r) sum += load(tile + r * ld + c) * weights[r];
        for (std::size_t v = 0; v < width<T>; ++v) out[c + v] += static_cast<double>(sum[v]);
    }
}

template <class T>
void transpose(const T* tile, std::size_t rows, std::size_t columns, std::size_t ld, T* to, std::size_t to_ld) {
    constexpr std::size_t step = 16;
    for (std::size_t c0 = 0; c0 < columns; c0 += step) {
        const std::size_t c1 = c0 + step < columns ? c0 + step : columns;
        for (std::size_t r0 = 0; r0 < rows; r0 += step) {
            const std::size_t r1 = r0 + step < rows ? r0 + step : rows;
            for (std::size_t c = c0; c < c1; ++c) {
                for (std::size_t r = r0; r < r1; ++r) to[c * to_ld + r] = tile[r * ld + c];
            }
        }
    }
}

}  // namespace drupe::DRUPE_TARGET_NAMESPACE
