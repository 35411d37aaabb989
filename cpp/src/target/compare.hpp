/// Compares blocks of rows with tiles of columns: one register tile for every comparison of two vectors.
#pragma once

#include "drupe/simd.hpp"
#include "drupe/target.hpp"
#include "drupe/tiles.hpp"

namespace drupe::DRUPE_TARGET_NAMESPACE {

inline constexpr std::size_t row_step = DRUPE_ROW_STEP;
inline constexpr std::size_t vectors_per_panel = 2;

/// Products that are added one to the next before their sum joins the others: long chains gather rounding errors.
inline constexpr std::size_t chain = sum_chain;

template <class T>
inline constexpr std::size_t column_step = vectors_per_panel * width<T>;

struct Dot {
    template <class V>
    [[gnu::always_inline]] static void step(V& sum, const V& x, const V& z) {
        sum += x * z;
    }
};

struct Difference {
    template <class V>
    [[gnu::always_inline]] static void step(V& sum, const V& x, const V& z) {
        const V d = x - z;
        sum += d * d;
    }
};

struct L1 {
    template <class V>
    [[gnu::always_inline]] static void step(V& sum, const V& x, const V& z) {
        sum += magnitude(x - z);
    }
};

struct ChiSquared {
    template <class V>
    [[gnu::always_inline]] static void step(V& sum, const V& x, const V& z) {
        const V d = x - z;
        const V total = x + z;
        const V safe = total > 0 ? total : total + 1;
        sum += d * (d / safe);  // in this order nothing overflows
    }
};

/// One register tile: row_step rows against one column panel, in chains of `chain` sums that are then added up.
template <class T, class Compare>
[[gnu::always_inline]] inline void register_tile(const T* rows, const T* columns, std::size_t depth, T* out,
                                                 std::size_t ld, bool add) {
    for (std::size_t start = 0; start == 0 || start < depth; start += chain) {
        const std::size_t end = depth - start < chain ? depth : start + chain;
        Vec<T> sum[row_step][vectors_per_panel] = {};
        for (std::size_t k = start; k < end; ++k) {
            Vec<T> z[vectors_per_panel];
            DRUPE_UNROLL for (std::size_t v = 0; v < vectors_per_panel; ++v) z[v] =
                load(columns + k * column_step<T> + v * width<T>);
            DRUPE_UNROLL for (std::size_t r = 0; r < row_step; ++r) {
                const Vec<T> x = splat(rows[k * row_step + r]);
                DRUPE_UNROLL for (std::size_t v = 0; v < vectors_per_panel; ++v) Compare::step(sum[r][v], x, z[v]);
            }
        }
        if (add || start > 0) {
            DRUPE_UNROLL for (std::size_t r = 0; r < row_step; ++r) {
                DRUPE_UNROLL for (std::size_t v = 0; v < vectors_per_panel; ++v) sum[r][v] +=
                    load(out + r * ld + v * width<T>);
            }
        }
        DRUPE_UNROLL for (std::size_t r = 0; r < row_step; ++r) {
            DRUPE_UNROLL for (std::size_t v = 0; v < vectors_per_panel; ++v)
                store<T>(out + r * ld + v * width<T>, sum[r][v]);
        }
    }
}

template <class T, class Compare>
void compare_all(const typename TileLoops<T>::Comparison& m) {
    for (std::size_t i = 0; i < m.row_panels; ++i) {
        for (std::size_t j = 0; j < m.column_panels; ++j) {
            register_tile<T, Compare>(m.rows + i * m.row_stride, m.columns + j * m.column_stride, m.depth,
                                      m.out + i * row_step * m.ld + j * column_step<T>, m.ld, m.add);
        }
    }
}

template <class T>
void compare(Metric metric, const typename TileLoops<T>::Comparison& comparison) {
    switch (metric) {
        case Metric::l1: return compare_all<T, L1>(comparison);
        case Metric::chi_squared: return compare_all<T, ChiSquared>(comparison);
        case Metric::difference: return compare_all<T, Difference>(comparison);
        default: return compare_all<T, Dot>(comparison);
    }
}

/// One dense row against panels, one after the other.
template <class T, class Compare>
void compare_one(const T* row, std::size_t depth, const T* columns, std::size_t column_panels,
                 std::size_t column_stride, T* out) {
    for (std::size_t j = 0; j < column_panels; ++j) {
        const T* panel = columns + j * column_stride;
        Vec<T> total[vectors_per_panel] = {};
        for (std::size_t start = 0; start < depth; start += chain) {
            const std::size_t end = depth - start < chain ? depth : start + chain;
            Vec<T> sum[vectors_per_panel] = {};
            for (std::size_t k = start; k < end; ++k) {
                const Vec<T> x = splat(row[k]);
                DRUPE_UNROLL for (std::size_t v = 0; v < vectors_per_panel; ++v) {
                    Compare::step(sum[v], x, load(panel + k * column_step<T> + v * width<T>));
                }
            }
            DRUPE_UNROLL for (std::size_t v = 0; v < vectors_per_panel; ++v) total[v] += sum[v];
        }
        DRUPE_UNROLL for (std::size_t v = 0; v < vectors_per_panel; ++v)
            store<T>(out + j * column_step<T> + v * width<T>, total[v]);
    }
}

template <class T>
void compare_row(Metric metric, const T* row, std::size_t depth, const T* columns, std::size_t column_panels,
                 std::size_t column_stride, T* out) {
    switch (metric) {
        case Metric::l1: return compare_one<T, L1>(row, depth, columns, column_panels, column_stride, out);
        case Metric::chi_squared:
            return compare_one<T, ChiSquared>(row, depth, columns, column_panels, column_stride, out);
        case Metric::difference:
            return compare_one<T, Difference>(row, depth, columns, column_panels, column_stride, out);
        default: return compare_one<T, Dot>(row, depth, columns, column_panels, column_stride, out);
    }
}

/// `panels` column panels at once, so that their sums do not wait for each other.
template <class T, std::size_t panels>
[[gnu::always_inline]] inline void sparse_group(const std::int32_t* indices, const T* values, std::size_t nonzeros,
                                                const T* columns, std::size_t column_stride, T* out) {
    Vec<T> sum[panels][vectors_per_panel] = {};
    for (std::size_t k = 0; k < nonzeros; ++k) {
        const T* entry = columns + static_cast<std::size_t>(indices[k]) * column_step<T>;
        const Vec<T> x = splat(values[k]);
        DRUPE_UNROLL for (std::size_t p = 0; p < panels; ++p) {
            DRUPE_UNROLL for (std::size_t v = 0; v < vectors_per_panel; ++v) {
                Dot::step(sum[p][v], x, load(entry + p * column_stride + v * width<T>));
            }
        }
    }
    DRUPE_UNROLL for (std::size_t p = 0; p < panels; ++p) {
        DRUPE_UNROLL for (std::size_t v = 0; v < vectors_per_panel; ++v) {
            store(out + p * column_step<T> + v * width<T>, sum[p][v]);
        }
    }
}

template <class T>
void compare_sparse(const std::int32_t* indices, const T* values, std::size_t nonzeros, const T* columns,
                    std::size_t column_panels, std::size_t column_stride, T* out) {
    std::size_t j = 0;
    for (; j + 4 <= column_panels; j += 4) {
        sparse_group<T, 4>(indices, values, nonzeros, columns + j * column_stride, column_stride,
                           out + j * column_step<T>);
    }
    for (; j + 2 <= column_panels; j += 2) {
        sparse_group<T, 2>(indices, values, nonzeros, columns + j * column_stride, column_stride,
                           out + j * column_step<T>);
    }
    for (; j < column_panels; ++j) {
        sparse_group<T, 1>(indices, values, nonzeros, columns + j * column_stride, column_stride,
                           out + j * column_step<T>);
    }
}

/// Byte sums of a whole tile at once: no entry is converted before all are counted.
inline void count_shared(const std::int32_t* indices, std::size_t nonzeros, const std::uint8_t* tile,
                         std::uint8_t* counts) {
    typedef std::uint8_t Bytes __attribute__((vector_size(DRUPE_SIMD_BYTES)));
    constexpr std::size_t vectors = tile_columns / DRUPE_SIMD_BYTES;
    Bytes sum[vectors] = {};
    for (std::size_t k = 0; k < nonzeros; ++k) {
        const std::uint8_t* entry = tile + static_cast<std::size_t>(indices[k]) * tile_columns;
        DRUPE_UNROLL for (std::size_t v = 0; v < vectors; ++v) {
            Bytes here;
            std::memcpy(&here, entry + v * DRUPE_SIMD_BYTES, sizeof here);
            sum[v] += here;
        }
    }
    std::memcpy(counts, sum, sizeof sum);
}

// The loops below are left to the compiler: it widens bytes well in a loop, and badly in a vector of ours.

template <class T>
void compare_bytes(const std::int32_t* indices, const T* values, std::size_t nonzeros, const std::uint8_t* tile,
                   std::size_t first, std::size_t count, T scale, T* __restrict out) {
    if (values == nullptr) {
        alignas(64) std::uint8_t counts[tile_columns];
        count_shared(indices, nonzeros, tile, counts);
        for (std::size_t c = 0; c < count; ++c)
            out[c] = scale * static_cast<T>(static_cast<std::int32_t>(counts[first + c]));
        return;
    }
    for (std::size_t c = 0; c < count; ++c) out[c] = T(0);
    for (std::size_t k = 0; k < nonzeros; ++k) {
        const std::uint8_t* entry = tile + static_cast<std::size_t>(indices[k]) * tile_columns + first;
        const T x = scale * values[k];
        for (std::size_t c = 0; c < count; ++c) out[c] += x * static_cast<T>(static_cast<std::int32_t>(entry[c]));
    }
}

/// ‖row − column‖² entry by entry: an entry of the column is 0 or `value`.
template <class T>
void differ_bytes(const T* row, std::size_t depth, const std::uint8_t* tile, std::size_t first, std::size_t count,
                  T value, T* __restrict out) {
    for (std::size_t c = 0; c < count; ++c) out[c] = T(0);
    for (std::size_t k = 0; k < depth; ++k) {
        const std::uint8_t* entry = tile + k * tile_columns + first;
        const T away = row[k] * row[k];
        const T near = (row[k] - value) * (row[k] - value);
        for (std::size_t c = 0; c < count; ++c) out[c] += entry[c] != 0 ? near : away;
    }
}

template <class T>
void norms(const T* panel, std::size_t step, std::size_t depth, bool in_chains, T* out) {
    const std::size_t length = in_chains ? chain : depth;
    for (std::size_t v = 0; v < step; ++v) {
        T total = 0;
        for (std::size_t start = 0; start < depth; start += length) {
            const std::size_t end = depth - start < length ? depth : start + length;
            T sum = 0;
            for (std::size_t k = start; k < end; ++k) {
                const T x = panel[k * step + v];
                Dot::step(sum, x, x);
            }
            total += sum;
        }
        out[v] = total;
    }
}

}  // namespace drupe::DRUPE_TARGET_NAMESPACE
