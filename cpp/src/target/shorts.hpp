/// Compares rows of 16-bit numbers with panels of them, two entries at a time, in sums of 32 bits that do not round.
#pragma once

#include "compare.hpp"

#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace drupe::DRUPE_TARGET_NAMESPACE {

typedef std::int32_t Sums __attribute__((vector_size(DRUPE_SIMD_BYTES)));
typedef std::uint32_t ModularSums __attribute__((vector_size(DRUPE_SIMD_BYTES)));  // which may run over
inline constexpr std::size_t sums_width = DRUPE_SIMD_BYTES / sizeof(std::int32_t);

/// Of each of two 16-bit halves of a 32-bit number, the product with the other's; both added up.
[[gnu::always_inline]] inline Sums products_of_halves(const Sums& x, const Sums& z) {
#if defined(__AVX512BW__)
    return reinterpret_cast<Sums>(_mm512_madd_epi16(reinterpret_cast<__m512i>(x), reinterpret_cast<__m512i>(z)));
#elif defined(__AVX2__)
    return reinterpret_cast<Sums>(_mm256_madd_epi16(reinterpret_cast<__m256i>(x), reinterpret_cast<__m256i>(z)));
#elif defined(__SSE2__)
    return reinterpret_cast<Sums>(_mm_madd_epi16(reinterpret_cast<__m128i>(x), reinterpret_cast<__m128i>(z)));
#else
    return ((x << 16) >> 16) * ((z << 16) >> 16) + (x >> 16) * (z >> 16);
#endif
}

/// As many vectors of sums as there are registers for.
inline constexpr std::size_t sums_together = short_columns / sums_width < 8 ? short_columns / sums_width : 8;

template <class T>
void compare_shorts(const ShortComparison& m) {
    const std::size_t ahead = m.next_bytes == 0 ? 0 : m.next_bytes / m.rows;
    for (std::size_t r = 0; r < m.rows; ++r) {
        for (std::size_t at = r * ahead; at < (r + 1) * ahead; at += 64) __builtin_prefetch(m.next + at, 0, 2);
        const std::size_t start = m.starts[r * m.starts_step];
        const std::size_t end = m.starts[r * m.starts_step + 1];
        for (std::size_t first = 0; first < short_columns; first += sums_together * sums_width) {
            std::int32_t* out = m.sums + r * short_columns + first;
            const std::int16_t* panel = m.panel + 2 * first;
            ModularSums sum[sums_together] = {};
            if (m.add) std::memcpy(sum, out, sizeof sum);
            for (std::size_t e = start; e < end; ++e) {
                const Sums x = m.pairs[e] - Sums{};
                const std::int16_t* z = panel + m.places[e];
                DRUPE_UNROLL for (std::size_t v = 0; v < sums_together; ++v) {
                    Sums there;
                    std::memcpy(&there, z + v * 2 * sums_width, sizeof there);
                    sum[v] += reinterpret_cast<ModularSums>(products_of_halves(x, there));
                }
            }
            std::memcpy(out, sum, sizeof sum);
        }
    }
}

/// As many whole numbers as a vector holds.
template <class T>
struct Whole {
    typedef std::int32_t Vec __attribute__((vector_size(width<T> * sizeof(std::int32_t))));
    typedef std::uint32_t Modular __attribute__((vector_size(width<T> * sizeof(std::int32_t))));
};

template <class T>
[[gnu::always_inline]] inline typename Whole<T>::Vec load_whole(const void* from) {
    typename Whole<T>::Vec v;
    std::memcpy(&v, from, sizeof v);
    return v;
}

template <class T>
[[gnu::always_inline]] inline typename Whole<T>::Modular load_modular(const void* from) {
    return reinterpret_cast<typename Whole<T>::Modular>(load_whole<T>(from));
}

template <class T>
void scale_sums(const std::int32_t* sums, std::size_t rows, std::size_t columns, T scale, const std::int32_t* row_norms,
                const std::int32_t* column_norms, T* out, std::size_t ld) {
    for (std::size_t r = 0; r < rows; ++r) {
        for (std::size_t c = 0; c < columns; c += width<T>) {
            auto value = load_modular<T>(sums + r * short_columns + c);
            if (row_norms != nullptr)
                value = static_cast<std::uint32_t>(row_norms[r]) + load_modular<T>(column_norms + c) - 2U * value;
            const auto whole = reinterpret_cast<typename Whole<T>::Vec>(value);
            store<T>(out + r * ld + c, scale * __builtin_convertvector(whole, Vec<T>));
        }
    }
}

template <class T, class Compare>
void compare_short_row_all(const T* row, std::size_t depth, const std::int16_t* panel, std::size_t columns, T scale,
                           T* out) {
    for (std::size_t c = 0; c < columns; c += width<T>) {
        Vec<T> total = {};
        for (std::size_t start = 0; start < depth; start += chain) {
            const std::size_t end = depth - start < chain ? depth : start + chain;
            Vec<T> sum = {};
            for (std::size_t k = start; k < end; k += 2) {
                const auto pair = load_whole<T>(panel + k * short_columns + 2 * c);
                Compare::step(sum, splat(row[k]), scale * __builtin_convertvector((pair << 16) >> 16, Vec<T>));
                if (k + 1 < end)
                    Compare::step(sum, splat(row[k + 1]), scale * __builtin_convertvector(pair >> 16, Vec<T>));
            }
            total += sum;
        }
        store<T>(out + c, total);
    }
}

template <class T>
void compare_short_row(Metric metric, const T* row, std::size_t depth, const std::int16_t* panel, std::size_t columns,
                       T scale, T* out) {
    if (metric == Metric::difference) {
        compare_short_row_all<T, Difference>(row, depth, panel, columns, scale, out);
    } else {
        compare_short_row_all<T, Dot>(row, depth, panel, columns, scale, out);
    }
}

}  // namespace drupe::DRUPE_TARGET_NAMESPACE
