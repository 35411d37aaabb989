/// Kernel values of vectors that hold one value: entries that two of them share are counted in bytes, and looked up.
#pragma once

#include "compare.hpp"
#include "products.hpp"

#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace drupe::DRUPE_TARGET_NAMESPACE {

typedef std::uint8_t Bytes __attribute__((vector_size(DRUPE_SIMD_BYTES)));
inline constexpr std::size_t bytes_width = DRUPE_SIMD_BYTES;

/// What a vector of counts becomes: so many vectors of numbers, in an order of the target's own until `put_in_order`.
typedef Vec<float> Looked[4];

#if defined(__AVX512BW__)

/// A permutation reads the lowest bits of a lane and does not mind the others: byte 4l + q is shifted there, not unpacked.
struct Table {
    Vec<float> part[4];
    explicit Table(const float* numbers) {
        DRUPE_UNROLL for (std::size_t p = 0; p < 4; ++p) part[p] = load(numbers + p * width<float>);
    }
};

constexpr std::size_t place_of(std::size_t vector, std::size_t lane) { return 4 * lane + vector; }

/// Counts below 16 · parts.
template <int parts>
[[gnu::always_inline]] inline void look_up(const Bytes& counts, const Table& table, Looked& value) {
    const auto all = reinterpret_cast<__m512i>(counts);
    DRUPE_UNROLL for (int q = 0; q < 4; ++q) {
        const __m512i at = q == 0 ? all : _mm512_srli_epi32(all, static_cast<unsigned>(8 * q));
        if constexpr (parts == 1) {
            value[q] = _mm512_permutexvar_ps(at, table.part[0]);
        } else {
            value[q] = _mm512_permutex2var_ps(table.part[0], at, table.part[1]);
        }
        if constexpr (parts == 4) {
            const __mmask16 high = _mm512_test_epi32_mask(at, _mm512_set1_epi32(32));
            const __m512 there = _mm512_permutex2var_ps(table.part[2], at, table.part[3]);
            value[q] = _mm512_mask_blend_ps(high, value[q], there);
        }
    }
}

[[gnu::always_inline]] inline void put_in_order(Looked& value) {
    constexpr auto each = std::make_index_sequence<width<float>>{};
    const Vec<float> even[2] = {interleaved<float, false>(value[0], value[2], each),
                                interleaved<float, true>(value[0], value[2], each)};
    const Vec<float> odd[2] = {interleaved<float, false>(value[1], value[3], each),
                               interleaved<float, true>(value[1], value[3], each)};
    DRUPE_UNROLL for (int h = 0; h < 2; ++h) {
        value[2 * h] = interleaved<float, false>(even[h], odd[h], each);
        value[2 * h + 1] = interleaved<float, true>(even[h], odd[h], each);
    }
}

#elif defined(__AVX2__)

/// The table's bytes in four planes, as bytes are what this target permutes: each count finds its four, which are then joined.
struct Table {
    alignas(32) std::uint8_t plane[4][64];
    explicit Table(const float* numbers) {
        std::uint32_t bits[64];
        std::memcpy(bits, numbers, sizeof bits);
        DRUPE_UNROLL for (int p = 0; p < 4; ++p) {
            for (int c = 0; c < 64; ++c) plane[p][c] = static_cast<std::uint8_t>(bits[c] >> (8 * p));
        }
    }
};

constexpr std::size_t place_of(std::size_t vector, std::size_t lane) { return lane / 4 * 16 + 4 * vector + lane % 4; }

template <int parts>
[[gnu::always_inline]] inline __m256i look_up_plane(const __m256i& counts, const std::uint8_t* plane) {
    const auto part = [=](int p) __attribute__((always_inline)) {
        const __m128i table = _mm_load_si128(reinterpret_cast<const __m128i*>(plane + 16 * p));
        return _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(table), counts);
    };
    const __m256i by_16 = _mm256_slli_epi16(counts, 3);  // moves the bit that counts 16 to the top of its byte
    if constexpr (parts == 1) return part(0);
    const __m256i low = _mm256_blendv_epi8(part(0), part(1), by_16);
    if constexpr (parts == 2) return low;
    return _mm256_blendv_epi8(low, _mm256_blendv_epi8(part(2), part(3), by_16), _mm256_slli_epi16(counts, 2));
}

/// Counts below 16 · parts.
template <int parts>
[[gnu::always_inline]] inline void look_up(const Bytes& counts, const Table& table, Looked& value) {
    __m256i plane[4];
    DRUPE_UNROLL for (int p = 0; p < 4; ++p) plane[p] =
        look_up_plane<parts>(reinterpret_cast<__m256i>(counts), table.plane[p]);
    const __m256i low[2] = {_mm256_unpacklo_epi8(plane[0], plane[1]), _mm256_unpackhi_epi8(plane[0], plane[1])};
    const __m256i high[2] = {_mm256_unpacklo_epi8(plane[2], plane[3]), _mm256_unpackhi_epi8(plane[2], plane[3])};
    DRUPE_UNROLL for (int h = 0; h < 2; ++h) {
        value[2 * h] = reinterpret_cast<Vec<float>>(_mm256_unpacklo_epi16(low[h], high[h]));
        value[2 * h + 1] = reinterpret_cast<Vec<float>>(_mm256_unpackhi_epi16(low[h], high[h]));
    }
}

[[gnu::always_inline]] inline void put_in_order(Looked& value) {
    const Vec<float> low[2] = {_mm256_permute2f128_ps(value[0], value[1], 0x20),
                               _mm256_permute2f128_ps(value[2], value[3], 0x20)};
    const Vec<float> high[2] = {_mm256_permute2f128_ps(value[0], value[1], 0x31),
                                _mm256_permute2f128_ps(value[2], value[3], 0x31)};
    DRUPE_UNROLL for (int h = 0; h < 2; ++h) {
        value[h] = low[h];
        value[2 + h] = high[h];
    }
}

#else

struct Table {
    explicit Table(const float* numbers_) : numbers(numbers_) {}
    const float* numbers;
};

constexpr std::size_t place_of(std::size_t vector, std::size_t lane) { return width<float> * vector + lane; }

[[gnu::always_inline]] inline void put_in_order(Looked&) {}

#endif

/// Any counts, one after the other.
inline void look_up_any(const Bytes& counts, const float* table, Looked& value) {
    std::uint8_t count[bytes_width];
    std::memcpy(count, &counts, sizeof count);
    float numbers[4][width<float>];
    for (std::size_t v = 0; v < 4; ++v) {
        for (std::size_t l = 0; l < width<float>; ++l) numbers[v][l] = table[count[place_of(v, l)]];
    }
    std::memcpy(value, numbers, sizeof numbers);
}

#if !defined(__AVX2__)
template <int parts>
[[gnu::always_inline]] inline void look_up(const Bytes& counts, const Table& table, Looked& value) {
    look_up_any(counts, table.numbers, value);
}
#endif

/// The counts of a row with so many entries by the shortest way.
[[gnu::always_inline]] inline void look_up(const Bytes& counts, std::size_t entries, const Table& table,
                                           const float* numbers, Looked& value) {
    if (entries < 16) {
        look_up<1>(counts, table, value);
    } else if (entries < 32) {
        look_up<2>(counts, table, value);
    } else if (entries < 64) {
        look_up<4>(counts, table, value);
    } else {
        look_up_any(counts, numbers, value);
    }
}

inline void map_counted(const CountedRows<float>& m, std::size_t first, std::size_t count, float* out, std::size_t ld) {
    const Table table(m.table);
    alignas(64) std::uint8_t counts[tile_columns + bytes_width] = {};  // a vector from any column on
    for (std::size_t r = 0; r < m.rows; ++r) {
        const std::size_t entries = m.starts[r + 1] - m.starts[r];
        count_shared(m.indices + m.starts[r], entries, m.tile, counts);
        for (std::size_t c = 0; c < count; c += bytes_width) {
            Bytes here;
            std::memcpy(&here, counts + first + c, sizeof here);
            Looked value;
            look_up(here, entries, table, m.table, value);
            put_in_order(value);
            for (std::size_t v = 0; v < 4 && c + v * width<float> < count; ++v) {
                const std::size_t at = c + v * width<float>;
                // The product of both factors first: it does not depend on which side is which.
                store<float>(out + r * ld + at, value[v] * (m.row_factors[r] * load(m.column_factors + first + at)));
            }
        }
    }
}

/// A strip of columns whose sums stay in registers while all rows pass by.
inline void sum_counted(const CountedRows<float>& m, std::size_t count, double* out) {
    constexpr std::size_t vectors = DRUPE_SIMD_BYTES == 64 ? 4 : 2;
    const Table table(m.table);
    for (std::size_t first = 0; first < count; first += vectors * bytes_width) {
        Looked total[vectors] = {};
        for (std::size_t r = 0; r < m.rows; ++r) {
            Bytes shared[vectors] = {};
            const std::size_t end = m.starts[r + 1];
            for (std::size_t k = m.starts[r]; k < end; ++k) {
                const std::uint8_t* entry = m.tile + static_cast<std::size_t>(m.indices[k]) * tile_columns + first;
                DRUPE_UNROLL for (std::size_t v = 0; v < vectors; ++v) {
                    Bytes here;
                    std::memcpy(&here, entry + v * bytes_width, sizeof here);
                    shared[v] += here;
                }
            }
            const auto add = [&](auto look) __attribute__((always_inline)) {
                DRUPE_UNROLL for (std::size_t v = 0; v < vectors; ++v) {
                    Looked value;
                    look(shared[v], value);
                    DRUPE_UNROLL for (int q = 0; q < 4; ++q) total[v][q] += value[q] * m.row_factors[r];
                }
            };
            const std::size_t entries = end - m.starts[r];
            if (entries < 16) {
                add([&](const Bytes& c, Looked& value) __attribute__((always_inline)) { look_up<1>(c, table, value); });
            } else if (entries < 32) {
                add([&](const Bytes& c, Looked& value) __attribute__((always_inline)) { look_up<2>(c, table, value); });
            } else if (entries < 64) {
                add([&](const Bytes& c, Looked& value) __attribute__((always_inline)) { look_up<4>(c, table, value); });
            } else {
                add([&](const Bytes& c, Looked& value) { look_up_any(c, m.table, value); });
            }
        }
        DRUPE_UNROLL for (std::size_t v = 0; v < vectors; ++v) {
            put_in_order(total[v]);
            DRUPE_UNROLL for (std::size_t q = 0; q < 4; ++q) {
                const std::size_t c = first + v * bytes_width + q * width<float>;
                add_to(out + c, total[v][q] * load(m.column_factors + c));
            }
        }
    }
}

template <class T>
void map_counts(const CountedRows<T>& m, std::size_t first, std::size_t count, T* __restrict out, std::size_t ld) {
    if constexpr (sizeof(T) == sizeof(float)) {
        map_counted(m, first, count, out, ld);
    } else {
        alignas(64) std::uint8_t counts[tile_columns];
        for (std::size_t r = 0; r < m.rows; ++r) {
            count_shared(m.indices + m.starts[r], m.starts[r + 1] - m.starts[r], m.tile, counts);
            const T* factors = m.column_factors + first;
            for (std::size_t c = 0; c < count; ++c)
                out[r * ld + c] = m.table[counts[first + c]] * (m.row_factors[r] * factors[c]);
        }
    }
}

template <class T>
void sum_counts(const CountedRows<T>& m, std::size_t count, double* __restrict out) {
    if constexpr (sizeof(T) == sizeof(float)) {
        sum_counted(m, count, out);
    } else {
        alignas(64) std::uint8_t counts[tile_columns];
        for (std::size_t r = 0; r < m.rows; ++r) {
            count_shared(m.indices + m.starts[r], m.starts[r + 1] - m.starts[r], m.tile, counts);
            for (std::size_t c = 0; c < count; ++c)
                out[c] += m.table[counts[c]] * (m.row_factors[r] * m.column_factors[c]);
        }
    }
}

}  // namespace drupe::DRUPE_TARGET_NAMESPACE
