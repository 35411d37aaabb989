/// Rows against the weights of all classes at once, and probabilities, a vector of classes at a time.
#pragma once

#include <cmath>

#include "drupe/simd_exp.hpp"
#include "drupe/softmax_loops.hpp"

namespace drupe::DRUPE_TARGET_NAMESPACE {

/// R rows against V vectors of classes.
template <std::size_t R, std::size_t V>
inline void weigh_tile(const DenseBlock& block, std::size_t row, const double* weights, std::size_t ld, double* out) {
    Vec<double> sums[R][V];
    DRUPE_UNROLL for (std::size_t v = 0; v < V; ++v) {
        const Vec<double> last = block.constant == 0.0
                                     ? Vec<double>{}
                                     : block.constant * load(weights + block.depth * ld + v * width<double>);
        DRUPE_UNROLL for (std::size_t r = 0; r < R; ++r) sums[r][v] = last;
    }
    const double* x = block.rows + row * block.stride;
    for (std::size_t j = 0; j < block.depth; ++j) {
        DRUPE_UNROLL for (std::size_t v = 0; v < V; ++v) {
            const Vec<double> w = load(weights + j * ld + v * width<double>);
            DRUPE_UNROLL for (std::size_t r = 0; r < R; ++r) sums[r][v] += x[r * block.stride + j] * w;
        }
    }
    DRUPE_UNROLL for (std::size_t r = 0; r < R; ++r) {
        DRUPE_UNROLL for (std::size_t v = 0; v < V; ++v)
            store<double>(out + (row + r) * ld + v * width<double>, sums[r][v]);
    }
}

template <std::size_t R, std::size_t V>
inline void spread_tile(const DenseBlock& block, std::size_t row, const double* values, std::size_t ld, double* out) {
    Vec<double> factors[R][V];
    Vec<double> whole[V] = {};
    DRUPE_UNROLL for (std::size_t r = 0; r < R; ++r) {
        DRUPE_UNROLL for (std::size_t v = 0; v < V; ++v) {
            factors[r][v] = load(values + (row + r) * ld + v * width<double>);
            whole[v] += factors[r][v];
        }
    }
    const double* x = block.rows + row * block.stride;
    for (std::size_t j = 0; j < block.depth; ++j) {
        DRUPE_UNROLL for (std::size_t v = 0; v < V; ++v) {
            double* to = out + j * ld + v * width<double>;
            Vec<double> sum = load(to);
            DRUPE_UNROLL for (std::size_t r = 0; r < R; ++r) sum += x[r * block.stride + j] * factors[r][v];
            store<double>(to, sum);
        }
    }
    if (block.constant == 0.0) return;
    DRUPE_UNROLL for (std::size_t v = 0; v < V; ++v) {
        double* to = out + block.depth * ld + v * width<double>;
        store<double>(to, load(to) + block.constant * whole[v]);
    }
}

/// tile<R, V>(row, first class) for tiles that cover all rows and `ld` classes.
template <std::size_t V, class Tile>
inline void cover_rows(std::size_t count, std::size_t first, Tile tile) {
    constexpr std::size_t R = V >= 4 ? 4 : 8;
    std::size_t row = 0;
    for (; row + R <= count; row += R) tile.template operator()<R, V>(row, first);
    for (; row < count; ++row) tile.template operator()<1, V>(row, first);
}

template <class Tile>
inline void cover(std::size_t count, std::size_t ld, Tile tile) {
    std::size_t first = 0;
    for (; first + 4 * width<double> <= ld; first += 4 * width<double>) cover_rows<4>(count, first, tile);
    for (; first + 2 * width<double> <= ld; first += 2 * width<double>) cover_rows<2>(count, first, tile);
    for (; first < ld; first += width<double>) cover_rows<1>(count, first, tile);
}

inline void weigh_classes(const DenseBlock& block, const double* weights, std::size_t ld, double* out) {
    cover(block.count, ld, [&]<std::size_t R, std::size_t V>(std::size_t row, std::size_t first) {
        weigh_tile<R, V>(block, row, weights + first, ld, out + first);
    });
}

inline void spread_classes(const DenseBlock& block, const double* values, std::size_t ld, double* out) {
    cover(block.count, ld, [&]<std::size_t R, std::size_t V>(std::size_t row, std::size_t first) {
        spread_tile<R, V>(block, row, values + first, ld, out + first);
    });
}

template <std::size_t V>
inline void weigh_sparse_tile(const SparseRow& row, const double* weights, std::size_t ld, double* out) {
    Vec<double> sums[V] = {};
    for (std::size_t e = 0; e < row.count; ++e) {
        const double* w = weights + static_cast<std::size_t>(row.columns[e]) * ld;
        DRUPE_UNROLL for (std::size_t v = 0; v < V; ++v) sums[v] += row.values[e] * load(w + v * width<double>);
    }
    DRUPE_UNROLL for (std::size_t v = 0; v < V; ++v) store<double>(out + v * width<double>, sums[v]);
}

template <std::size_t V>
inline void spread_sparse_tile(const SparseRow& row, const double* values, std::size_t ld, double* out) {
    Vec<double> factors[V];
    DRUPE_UNROLL for (std::size_t v = 0; v < V; ++v) factors[v] = load(values + v * width<double>);
    for (std::size_t e = 0; e < row.count; ++e) {
        double* to = out + static_cast<std::size_t>(row.columns[e]) * ld;
        DRUPE_UNROLL for (std::size_t v = 0; v < V; ++v) {
            store<double>(to + v * width<double>, load(to + v * width<double>) + row.values[e] * factors[v]);
        }
    }
}

inline void weigh_sparse_classes(const SparseRow& row, const double* weights, std::size_t ld, double* out) {
    std::size_t c = 0;
    for (; c + 4 * width<double> <= ld; c += 4 * width<double>) weigh_sparse_tile<4>(row, weights + c, ld, out + c);
    for (; c < ld; c += width<double>) weigh_sparse_tile<1>(row, weights + c, ld, out + c);
}

inline void spread_sparse_classes(const SparseRow& row, const double* values, std::size_t ld, double* out) {
    std::size_t c = 0;
    for (; c + 4 * width<double> <= ld; c += 4 * width<double>) spread_sparse_tile<4>(row, values + c, ld, out + c);
    for (; c < ld; c += width<double>) spread_sparse_tile<1>(row, values + c, ld, out + c);
}

/// An output so far below another has the probability 0 in double precision.
inline constexpr double nothing = -1e3;

/// Rows' probabilities e^(zᶜ − z*) / Σ, z* the largest output, and the sums of what they cost.
inline ClassSums class_chances(const ClassRows& all) {
    ClassSums sums;
    for (std::size_t r = 0; r < all.rows; ++r) {
        const double* z = all.outputs + r * all.width;
        double* p = all.chances + r * all.width;
        double highest = z[0];
        for (std::size_t c = 1; c < all.class_count; ++c) highest = z[c] > highest ? z[c] : highest;
        Vec<double> total{};
        Vec<double> mean{};  // Σ p (z − z*)
        for (std::size_t c = 0; c < all.width; c += width<double>) {
            double lanes[width<double>];
            for (std::size_t i = 0; i < width<double>; ++i) {
                const double below = c + i < all.class_count ? z[c + i] - highest : nothing;
                lanes[i] = below < nothing ? nothing : below;
            }
            const Vec<double> below = load(lanes);
            const Vec<double> e = two_to(log2_e * below);
            store<double>(p + c, e);
            total += e;
            mean += e * below;
        }
        const double whole = sum<double>(total);
        const double share = 1.0 / whole;
        const double logarithm = std::log(whole);
        double moved = 0.0;
        const auto own = static_cast<std::size_t>(all.classes[r]);
        Vec<double> expected{};
        for (std::size_t c = 0; c < all.width; c += width<double>) {
            const Vec<double> part = load(p + c) * share;
            store<double>(p + c, part);
            if (all.moves != nullptr) expected += part * load(all.moves + r * all.width + c);
        }
        if (all.moves != nullptr) moved = sum<double>(expected) - all.moves[r * all.width + own];
        sums.loss += all.costs[r] * (logarithm - (z[own] - highest));
        sums.entropy += all.costs[r] * (logarithm - sum<double>(mean) * share);
        sums.slope += all.costs[r] * moved;
    }
    return sums;
}

inline void curve_classes(const double* chances, const double* costs, std::size_t rows, std::size_t ld, double* moves) {
    for (std::size_t r = 0; r < rows; ++r) {
        const double* p = chances + r * ld;
        double* u = moves + r * ld;
        Vec<double> total{};
        for (std::size_t c = 0; c < ld; c += width<double>) total += load(p + c) * load(u + c);
        const double mean = sum<double>(total);
        for (std::size_t c = 0; c < ld; c += width<double>)
            store<double>(u + c, costs[r] * (load(p + c) * (load(u + c) - mean)));
    }
}

}  // namespace drupe::DRUPE_TARGET_NAMESPACE
