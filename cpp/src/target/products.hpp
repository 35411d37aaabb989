/// What happens to a finished tile: products with weights, and its transpose.
#pragma once

#include <type_traits>
#include <utility>

#include "drupe/simd.hpp"
#include "drupe/target.hpp"

#if defined(__AVX512F__)
#include <immintrin.h>
#endif

namespace drupe::DRUPE_TARGET_NAMESPACE {

[[gnu::always_inline]] inline void add_to(double* out, const Vec<double>& v) { store<double>(out, load(out) + v); }

/// In double precision, half a vector at a time.
[[gnu::always_inline]] inline void add_to(double* out, const Vec<float>& v) {
#if defined(__AVX512F__)  // which the compiler would cut into quarters
    add_to(out, _mm512_cvtps_pd(_mm512_castps512_ps256(v)));
    add_to(out + width<double>, _mm512_cvtps_pd(_mm512_extractf32x8_ps(v, 1)));
#else
    typedef float Half __attribute__((vector_size(DRUPE_SIMD_BYTES / 2)));
    Half halves[2];
    std::memcpy(halves, &v, sizeof v);
    add_to(out, __builtin_convertvector(halves[0], Vec<double>));
    add_to(out + width<double>, __builtin_convertvector(halves[1], Vec<double>));
#endif
}

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

/// A register tile: `count` rows against `vectors` vectors of weights; `lanes` of the last are there.
template <class T, std::size_t count, std::size_t vectors>
[[gnu::always_inline]] inline void weigh_columns(const T* tile, std::size_t rows, std::size_t columns, std::size_t ld,
                                                 const T* weights, std::size_t weights_ld, std::size_t lanes,
                                                 double* out, std::size_t out_step) {
    Vec<T> sum[count][vectors] = {};
    const T* row[count];
    DRUPE_UNROLL for (std::size_t i = 0; i < count; ++i) row[i] = tile + (i < rows ? i : 0) * ld;
    for (std::size_t c = 0; c < columns; ++c) {
        Vec<T> weight[vectors];
        DRUPE_UNROLL for (std::size_t v = 0; v < vectors; ++v) weight[v] =
            load(weights + c * weights_ld + v * width<T>);
        DRUPE_UNROLL for (std::size_t i = 0; i < count; ++i) {
            const Vec<T> k = splat(row[i][c]);
            DRUPE_UNROLL for (std::size_t v = 0; v < vectors; ++v) sum[i][v] += k * weight[v];
        }
    }
    DRUPE_UNROLL for (std::size_t i = 0; i < count; ++i) {
        if (i >= rows) return;
        double* to = out + i * out_step;
        DRUPE_UNROLL for (std::size_t v = 0; v + 1 < vectors; ++v) add_to(to + v * width<T>, sum[i][v]);
        to += (vectors - 1) * width<T>;
        if (lanes == width<T>) {
            add_to(to, sum[i][vectors - 1]);
        } else {
            T rest[width<T>];
            store<T>(rest, sum[i][vectors - 1]);
            for (std::size_t l = 0; l < lanes; ++l) to[l] += static_cast<double>(rest[l]);
        }
    }
}

/// Many weights at once, whole in registers: three vectors of them where there are as many, else one.
template <class T>
void times_weights(const T* tile, std::size_t rows, std::size_t columns, std::size_t ld, const T* weights,
                   std::size_t weights_ld, std::size_t weight_count, double* out, std::size_t out_step) {
    constexpr std::size_t many = DRUPE_SIMD_BYTES == 64 ? 8 : 4;
    std::size_t w = 0;
    for (; w + 2 * width<T> < weight_count; w += 3 * width<T>) {
        const std::size_t lanes = weight_count - w < 3 * width<T> ? weight_count - w - 2 * width<T> : width<T>;
        for (std::size_t r = 0; r < rows; r += many) {
            weigh_columns<T, many, 3>(tile + r * ld, rows - r, columns, ld, weights + w, weights_ld, lanes,
                                      out + r * out_step + w, out_step);
        }
    }
    constexpr std::size_t few = 8;
    for (; w < weight_count; w += width<T>) {
        const std::size_t lanes = weight_count - w < width<T> ? weight_count - w : width<T>;
        for (std::size_t r = 0; r < rows; r += few) {
            weigh_columns<T, few, 1>(tile + r * ld, rows - r, columns, ld, weights + w, weights_ld, lanes,
                                     out + r * out_step + w, out_step);
        }
    }
}

template <class T>
void times_rows(const T* tile, std::size_t rows, std::size_t columns, std::size_t ld, const T* weights, double* out) {
    for (std::size_t c = 0; c < columns; c += width<T>) {
        Vec<T> sum = {};
        for (std::size_t r = 0; r < rows; ++r) sum += load(tile + r * ld + c) * weights[r];
        add_to(out + c, sum);
    }
}

[[gnu::always_inline]] inline Vec<double> load_double(const double* from) { return load(from); }

[[gnu::always_inline]] inline Vec<double> load_double(const float* from) {
#if defined(__AVX512F__)  // which the compiler would cut into halves
    return _mm512_cvtps_pd(_mm256_loadu_ps(from));
#else
    typedef float Half __attribute__((vector_size(DRUPE_SIMD_BYTES / 2)));
    Half half;
    std::memcpy(&half, from, sizeof half);
    return __builtin_convertvector(half, Vec<double>);
#endif
}

/// A register tile: the sums over all rows of `vectors` vectors of columns, times each of `count` weights.
template <class T, std::size_t count, std::size_t vectors>
[[gnu::always_inline]] inline void weigh_tile(const T* tile, std::size_t rows, std::size_t ld, const double* weights,
                                              std::size_t weights_ld, double* out, std::size_t out_ld) {
    // The sums so far are far away where there are many; they come while the rows are summed.
    DRUPE_UNROLL for (std::size_t w = 0; w < count; ++w) {
        for (std::size_t l = 0; l < vectors * width<double>; l += 8) __builtin_prefetch(out + w * out_ld + l, 1);
    }
    Vec<double> sum[count][vectors] = {};
    for (std::size_t r = 0; r < rows; ++r) {
        Vec<double> k[vectors];
        DRUPE_UNROLL for (std::size_t v = 0; v < vectors; ++v) k[v] = load_double(tile + r * ld + v * width<double>);
        DRUPE_UNROLL for (std::size_t w = 0; w < count; ++w) {
            const Vec<double> weight = splat(weights[r * weights_ld + w]);
            DRUPE_UNROLL for (std::size_t v = 0; v < vectors; ++v) sum[w][v] += k[v] * weight;
        }
    }
    DRUPE_UNROLL for (std::size_t w = 0; w < count; ++w) {
        DRUPE_UNROLL for (std::size_t v = 0; v < vectors; ++v) add_to(out + w * out_ld + v * width<double>, sum[w][v]);
    }
}

/// So many weights that the sums for a few vectors of columns nearly fill the registers: tiles for fewer are wider.
inline constexpr std::size_t weights_at_once = 6;

/// Vectors of columns at once, for so many weights.
inline constexpr std::size_t vectors_for(std::size_t count) {
    constexpr std::size_t many_registers = DRUPE_SIMD_BYTES == 64 ? 2 : 1;
    return many_registers * (count == 1 ? 8 : count == 2 ? 4 : 2);
}

/// `columns` columns in register tiles; what is left at the end is a multiple of two vectors.
template <class T, std::size_t count, std::size_t vectors>
[[gnu::always_inline]] inline void weigh_strip(const T* tile, std::size_t rows, std::size_t columns, std::size_t ld,
                                               const double* weights, std::size_t weights_ld, double* out,
                                               std::size_t out_ld) {
    std::size_t c = 0;
    for (; c + vectors * width<double> <= columns; c += vectors * width<double>)
        weigh_tile<T, count, vectors>(tile + c, rows, ld, weights, weights_ld, out + c, out_ld);
    for (; c < columns; c += 2 * width<double>)
        weigh_tile<T, count, 2>(tile + c, rows, ld, weights, weights_ld, out + c, out_ld);
}

/// Few weights in wide register tiles. Many in groups of nearly one size, all groups for one strip of columns, which stays
/// in the nearest cache, after the other.
template <class T>
void weigh_rows(const T* tile, std::size_t rows, std::size_t columns, std::size_t ld, const double* weights,
                std::size_t weights_ld, std::size_t count, double* out, std::size_t out_ld) {
    switch (count) {
        case 1: return weigh_strip<T, 1, vectors_for(1)>(tile, rows, columns, ld, weights, weights_ld, out, out_ld);
        case 2: return weigh_strip<T, 2, vectors_for(2)>(tile, rows, columns, ld, weights, weights_ld, out, out_ld);
        default: break;
    }
    constexpr std::size_t vectors = vectors_for(weights_at_once);
    const std::size_t groups = (count + weights_at_once - 1) / weights_at_once;
    for (std::size_t c = 0; c < columns; c += vectors * width<double>) {
        const std::size_t here = columns - c < vectors * width<double> ? columns - c : vectors * width<double>;
        for (std::size_t g = 0; g < groups; ++g) {
            const std::size_t first = g * count / groups;
            const auto strip = [&]<std::size_t size>(std::integral_constant<std::size_t, size>) {
                weigh_strip<T, size, vectors>(tile + c, rows, here, ld, weights + first, weights_ld,
                                              out + first * out_ld + c, out_ld);
            };
            switch ((g + 1) * count / groups - first) {
                case 3: strip(std::integral_constant<std::size_t, 3>{}); break;
                case 4: strip(std::integral_constant<std::size_t, 4>{}); break;
                case 5: strip(std::integral_constant<std::size_t, 5>{}); break;
                default: strip(std::integral_constant<std::size_t, 6>{});
            }
        }
    }
}

/// Four rows at a time, so that the sums are read and written less often than the rows; and so many columns at a time
/// that the sums stay near.
template <class T, class Row>
[[gnu::always_inline]] inline void add_rows_by(Row row, const double* weights, std::size_t count, std::size_t columns,
                                               double* out) {
    constexpr std::size_t near = 2048;
    for (std::size_t first = 0; first < columns; first += near) {
        const std::size_t last = columns - first < near ? columns : first + near;
        std::size_t i = 0;
        for (; i + 4 <= count; i += 4) {
            const T *a = row(i), *b = row(i + 1), *c = row(i + 2), *d = row(i + 3);
            for (std::size_t k = first; k < last; ++k) {
                out[k] += (weights[i] * static_cast<double>(a[k]) + weights[i + 1] * static_cast<double>(b[k])) +
                          (weights[i + 2] * static_cast<double>(c[k]) + weights[i + 3] * static_cast<double>(d[k]));
            }
        }
        for (; i < count; ++i) {
            const T* a = row(i);
            for (std::size_t k = first; k < last; ++k) out[k] += weights[i] * static_cast<double>(a[k]);
        }
    }
}

template <class T>
void add_rows(const T* matrix, std::size_t ld, const std::int64_t* index, const double* weights, std::size_t count,
              std::size_t columns, double* out) {
    add_rows_by<T>([&](std::size_t i) { return matrix + static_cast<std::size_t>(index[i]) * ld; }, weights, count,
                   columns, out);
}

template <class T>
void add_listed_rows(const T* const* rows, const double* weights, std::size_t count, std::size_t columns, double* out) {
    add_rows_by<T>([&](std::size_t i) { return rows[i]; }, weights, count, columns, out);
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
