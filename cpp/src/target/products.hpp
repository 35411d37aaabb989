/// What happens to a finished tile: products with weights, and its transpose.
#pragma once

#include <utility>

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

/// Many weights at once: eight rows against a vector of weights, whole in registers.
template <class T>
void times_weights(const T* tile, std::size_t rows, std::size_t columns, std::size_t ld, const T* weights,
                   std::size_t weights_ld, double* out, std::size_t width_of_out) {
    constexpr std::size_t together = 8;
    for (std::size_t w = 0; w < width_of_out; w += width<T>) {
        const std::size_t lanes = width_of_out - w < width<T> ? width_of_out - w : width<T>;
        for (std::size_t r = 0; r < rows; r += together) {
            Vec<T> sum[together] = {};
            const std::size_t here = rows - r < together ? rows - r : together;
            const T* row[together];
            DRUPE_UNROLL for (std::size_t i = 0; i < together; ++i) row[i] = tile + (r + (i < here ? i : 0)) * ld;
            for (std::size_t c = 0; c < columns; ++c) {
                const Vec<T> weight = load(weights + c * weights_ld + w);
                DRUPE_UNROLL for (std::size_t i = 0; i < together; ++i) sum[i] += row[i][c] * weight;
            }
            for (std::size_t i = 0; i < here; ++i) {
                for (std::size_t l = 0; l < lanes; ++l)
                    out[(r + i) * width_of_out + w + l] += static_cast<double>(sum[i][l]);
            }
        }
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

/// Four rows at a time, so that the sums are read and written less often than the rows.
template <class T>
void add_rows(const T* matrix, std::size_t ld, const std::int64_t* index, const double* weights, std::size_t count,
              std::size_t columns, double* out) {
    const auto row = [&](std::size_t i) { return matrix + static_cast<std::size_t>(index[i]) * ld; };
    std::size_t i = 0;
    for (; i + 4 <= count; i += 4) {
        const T *a = row(i), *b = row(i + 1), *c = row(i + 2), *d = row(i + 3);
        for (std::size_t k = 0; k < columns; ++k) {
            out[k] += (weights[i] * static_cast<double>(a[k]) + weights[i + 1] * static_cast<double>(b[k])) +
                      (weights[i + 2] * static_cast<double>(c[k]) + weights[i + 3] * static_cast<double>(d[k]));
        }
    }
    for (; i < count; ++i) {
        const T* a = row(i);
        for (std::size_t k = 0; k < columns; ++k) out[k] += weights[i] * static_cast<double>(a[k]);
    }
}

/// a and b turned against each other.
template <class T>
void rotate(T* a, T* b, T cosine, T sine, std::size_t count) {
    for (std::size_t k = 0; k < count; ++k) {
        const T turned = cosine * a[k] + sine * b[k];
        b[k] = cosine * b[k] - sine * a[k];
        a[k] = turned;
    }
}

/// The first (or last) halves of two vectors, entry by entry in turn.
template <class T, bool last, std::size_t... i>
[[gnu::always_inline]] inline Vec<T> interleaved(const Vec<T>& a, const Vec<T>& b, std::index_sequence<i...>) {
    constexpr std::size_t half = last ? width<T> / 2 : 0;
    return __builtin_shufflevector(a, b, (half + i / 2 + (i % 2) * width<T>)...);
}

/// A square of numbers in registers: interleaving row i with row i + half, log₂ times over, transposes it.
template <class T>
[[gnu::always_inline]] inline void transpose_square(const T* from, std::size_t ld, T* to, std::size_t to_ld) {
    constexpr std::size_t n = width<T>;
    Vec<T> rows[n];
    Vec<T> next[n];
    DRUPE_UNROLL for (std::size_t r = 0; r < n; ++r) rows[r] = load(from + r * ld);
    DRUPE_UNROLL for (std::size_t step = 1; step < n; step *= 2) {
        DRUPE_UNROLL for (std::size_t r = 0; r < n / 2; ++r) {
            next[2 * r] = interleaved<T, false>(rows[r], rows[r + n / 2], std::make_index_sequence<n>{});
            next[2 * r + 1] = interleaved<T, true>(rows[r], rows[r + n / 2], std::make_index_sequence<n>{});
        }
        DRUPE_UNROLL for (std::size_t r = 0; r < n; ++r) rows[r] = next[r];
    }
    DRUPE_UNROLL for (std::size_t r = 0; r < n; ++r) store<T>(to + r * to_ld, rows[r]);
}

template <class T>
void transpose(const T* tile, std::size_t rows, std::size_t columns, std::size_t ld, T* to, std::size_t to_ld) {
    constexpr std::size_t n = width<T>;
    const std::size_t whole_rows = rows / n * n;
    const std::size_t whole_columns = columns / n * n;
    for (std::size_t c = 0; c < whole_columns; c += n) {
        for (std::size_t r = 0; r < whole_rows; r += n)
            transpose_square(tile + r * ld + c, ld, to + c * to_ld + r, to_ld);
    }
    for (std::size_t c = 0; c < columns; ++c) {
        for (std::size_t r = c < whole_columns ? whole_rows : 0; r < rows; ++r) to[c * to_ld + r] = tile[r * ld + c];
    }
}

}  // namespace drupe::DRUPE_TARGET_NAMESPACE
