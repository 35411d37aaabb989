/// Weighted sums of Gaussians: product, exponential and sum stay in registers, and no kernel value is stored.
#pragma once

#include <type_traits>

#include "compare.hpp"
#include "products.hpp"

#include "drupe/simd_exp.hpp"

namespace drupe::DRUPE_TARGET_NAMESPACE {

/// total[r][v] = (add ? total : 0) + Σₖ compare(row r, column)ₖ from `start` to before `end`.
template <class T, class Compare, bool add>
[[gnu::always_inline]] inline void compare_chain(const T* rows, const T* columns, std::size_t start, std::size_t end,
                                                 Vec<T> (&total)[row_step][vectors_per_panel]) {
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
    DRUPE_UNROLL for (std::size_t r = 0; r < row_step; ++r) {
        DRUPE_UNROLL for (std::size_t v = 0; v < vectors_per_panel; ++v) total[r][v] =
            add ? sum[r][v] + total[r][v] : sum[r][v];
    }
}

/// sums[v] += Σ_r weights[r] 2^(rate · ‖row r − column‖²) of one register tile, rounded as tiles that are stored are.
template <class T, class Compare>
[[gnu::always_inline]] inline void sum_register_tile(const GaussianSum<T>& m, std::size_t row_panel, std::size_t panel,
                                                     Vec<T> (&sums)[vectors_per_panel]) {
    const T* rows = m.rows + row_panel * row_step * m.depth;
    const T* columns = m.columns + panel * m.column_stride;
    Vec<T> total[row_step][vectors_per_panel];
    compare_chain<T, Compare, false>(rows, columns, 0, m.depth < chain ? m.depth : chain, total);
    for (std::size_t start = chain; start < m.depth; start += chain)
        compare_chain<T, Compare, true>(rows, columns, start, m.depth - start < chain ? m.depth : start + chain, total);
    DRUPE_UNROLL for (std::size_t r = 0; r < row_step; ++r) {
        const std::size_t row = row_panel * row_step + r;
        DRUPE_UNROLL for (std::size_t v = 0; v < vectors_per_panel; ++v) {
            Vec<T> apart = total[r][v];
            if constexpr (std::is_same_v<Compare, Dot>) {
                const Vec<T> norm = load(m.column_norms + panel * column_step<T> + v * width<T>);
                apart = max<T>((m.row_norms[row] + norm) - 2 * apart, Vec<T>{});
            }
            sums[v] += two_to(apart * m.rate) * m.weights[row];
        }
    }
}

template <class T, class Compare>
void sum_tiles(const GaussianSum<T>& m, double* out) {
    for (std::size_t j = 0; j < m.column_panels; ++j) {
        Vec<T> sums[vectors_per_panel] = {};
        for (std::size_t i = 0; i < m.row_panels; ++i) sum_register_tile<T, Compare>(m, i, j, sums);
        DRUPE_UNROLL for (std::size_t v = 0; v < vectors_per_panel; ++v)
            add_to(out + j * column_step<T> + v * width<T>, sums[v]);
    }
}

template <class T>
void sum_gaussians(const GaussianSum<T>& m, double* out) {
    if (m.row_norms == nullptr) return sum_tiles<T, Difference>(m, out);
    return sum_tiles<T, Dot>(m, out);
}

}  // namespace drupe::DRUPE_TARGET_NAMESPACE
