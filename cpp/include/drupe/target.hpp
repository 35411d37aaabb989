/// The inner loops, compiled once per instruction set and chosen when the program runs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "drupe/cost_loops.hpp"
#include "drupe/gaussian_loops.hpp"
#include "drupe/linear_loops.hpp"
#include "drupe/markov_loops.hpp"
#include "drupe/pair_scores.hpp"
#include "drupe/program.hpp"
#include "drupe/softmax_loops.hpp"
#include "drupe/subsequence_sweep.hpp"

namespace drupe {

/// Rows of a block, for every target a multiple of its row step and of its column step.
inline constexpr std::size_t block_rows = 96;

/// Products of dense vectors are summed in chains of this length, and the chains' sums in turn.
inline constexpr std::size_t sum_chain = 32;

/// sums[r, c] = (add ? sums : 0) + Σₑ x₀z₀ + x₁z₁ over the pairs e of row r, from starts[r * starts_step] to the next start:
/// x₀ and x₁ are the lower and the upper half of pairs[e], z₀ and z₁ stand at panel[places[e] + 2c] and beside it.
struct ShortComparison {
    const std::uint32_t* places;
    const std::int32_t* pairs;
    const std::size_t* starts;
    std::size_t starts_step;
    std::size_t rows;
    const std::int16_t* panel;
    std::int32_t* sums;  // short_columns from row to row
    bool add;
    const char* next;  // what will be read after this, fetched in the meantime
    std::size_t next_bytes;
};

/// Rows of vectors that hold one value, as the places of their entries, and a tile of such columns: kernel values are
/// row factor · table[entries that row and column share] · column factor.
template <class T>
struct CountedRows {
    const std::int32_t* indices;
    const std::size_t* starts;  // of each row, and the end of the last
    std::size_t rows;
    const std::uint8_t* tile;  // of bytes, `tile_columns` from entry to entry
    const T* table;            // a number for every count that a byte holds
    const T* row_factors;
    const T* column_factors;
};

/// Dense rows and columns in panels, and a weight for every row, zero for those that are not there. Without norms, squared
/// distances are summed from differences, else from products.
template <class T>
struct GaussianSum {
    const T* rows;
    std::size_t row_panels;
    const T* columns;
    std::size_t column_panels;
    std::size_t column_stride;
    std::size_t depth;
    const T* row_norms;
    const T* column_norms;
    const T* weights;
    T rate;
};

/// Inner loops over panels. A row panel holds `row_step` vectors interleaved, a column panel `column_step`:
/// entry k of vector v stands at panel[k * step + v].
template <class T>
struct TileLoops {
    std::size_t row_step;
    std::size_t column_step;

    /// out[r * ld + c] = (add ? out : 0) + Σₖ compare(row r, column c)ₖ over `depth` entries, for a metric that is
    /// dot, difference, l1 or chi_squared. Panels of one side lie `row_stride` / `column_stride` numbers apart.
    struct Comparison {
        const T* rows;
        const T* columns;
        std::size_t depth;
        std::size_t row_panels;
        std::size_t column_panels;
        std::size_t row_stride;
        std::size_t column_stride;
        T* out;
        std::size_t ld;
        bool add;
    };
    void (*compare)(Metric metric, const Comparison& comparison);

    /// The same for a single row, its entries one after the other, against whole panels.
    void (*compare_row)(Metric metric, const T* row, std::size_t depth, const T* columns, std::size_t column_panels,
                        std::size_t column_stride, T* out);

    /// out[c] = ⟨sparse row, column c⟩ for `column_panels` panels.
    void (*compare_sparse)(const std::int32_t* indices, const T* values, std::size_t nonzeros, const T* columns,
                           std::size_t column_panels, std::size_t column_stride, T* out);

    /// out[c] = scale · (entries that the sparse row shares with column first + c) over a tile of bytes, `tile_columns` from
    /// entry to entry; `values` weigh the entries unless null.
    void (*compare_bytes)(const std::int32_t* indices, const T* values, std::size_t nonzeros, const std::uint8_t* tile,
                          std::size_t first, std::size_t count, T scale, T* out);

    /// The same, as ‖row − column‖² entry by entry, for a dense row.
    void (*differ_bytes)(const T* row, std::size_t depth, const std::uint8_t* tile, std::size_t first,
                         std::size_t count, T value, T* out);

    /// out[r, c] = kernel value of row r and column first + c of the tile, for `count` columns, whole vectors of them.
    void (*map_counts)(const CountedRows<T>& rows, std::size_t first, std::size_t count, T* out, std::size_t ld);

    /// out[c] += Σ_r kernel value of row r and column c of the tile for the first `count` columns, and perhaps for more.
    void (*sum_counts)(const CountedRows<T>& rows, std::size_t count, double* out);

    /// out[c] += Σ_r weights[r] 2^(rate · ‖row r − column c‖²).
    void (*sum_gaussians)(const GaussianSum<T>& sum, double* out);

    void (*compare_shorts)(const ShortComparison& comparison);

    /// out[r, c] = scale · sums[r, c], or scale · (row_norms[r] + column_norms[c] − 2 sums[r, c]) where there are norms.
    void (*scale_sums)(const std::int32_t* sums, std::size_t rows, std::size_t columns, T scale,
                       const std::int32_t* row_norms, const std::int32_t* column_norms, T* out, std::size_t ld);

    /// A dense row of any numbers against the vectors of a panel, `scale` times what it holds; dot or difference.
    void (*compare_short_row)(Metric metric, const T* row, std::size_t depth, const std::int16_t* panel,
                              std::size_t columns, T scale, T* out);

    /// norms[v] = ‖vector v‖² of one panel, rounded exactly as `compare` (in chains) or `compare_sparse` (in one) rounds a
    /// vector's product with itself.
    void (*norms)(const T* panel, std::size_t step, std::size_t depth, bool in_chains, T* norms);

    /// tile[r, c] = max(0, row_norms[r] + column_norms[c] − 2 tile[r, c]).
    void (*distances)(T* tile, std::size_t rows, std::size_t columns, std::size_t ld, const T* row_norms,
                      const T* column_norms);

    /// A pointwise instruction on `count` numbers.
    void (*map)(const Instruction& instruction, T* values, std::size_t count);

    /// tile[r, c] *= left[r] * right[c]; tile[r, c] += left[r] + right[c].
    void (*times_outer_product)(T* tile, std::size_t rows, std::size_t columns, std::size_t ld, const T* left,
                                const T* right);
    void (*plus_outer_sum)(T* tile, std::size_t rows, std::size_t columns, std::size_t ld, const T* left,
                           const T* right);

    void (*add)(T* into, const T* other, std::size_t count);
    void (*multiply)(T* into, const T* other, std::size_t count);

    /// out[r * out_step] += Σ_c tile[r, c] weights[c].
    void (*times_columns)(const T* tile, std::size_t rows, std::size_t columns, std::size_t ld, const T* weights,
                          double* out, std::size_t out_step);
    /// out[r * out_step + w] += Σ_c tile[r, c] weights[c, w] for `width` weights, `weights_ld` numbers from column to column.
    void (*times_weights)(const T* tile, std::size_t rows, std::size_t columns, std::size_t ld, const T* weights,
                          std::size_t weights_ld, std::size_t width, double* out, std::size_t out_step);
    /// out[c] += Σ_r tile[r, c] weights[r].
    void (*times_rows)(const T* tile, std::size_t rows, std::size_t columns, std::size_t ld, const T* weights,
                       double* out);
    /// out[w * out_ld + c] += Σ_r tile[r, c] weights[r, w] for `count` weights, `weights_ld` numbers from row to row, in double
    /// precision throughout; `columns` is a multiple of `column_step`.
    void (*weigh_rows)(const T* tile, std::size_t rows, std::size_t columns, std::size_t ld, const double* weights,
                       std::size_t weights_ld, std::size_t count, double* out, std::size_t out_ld);

    /// out[c] += Σᵢ weights[i] matrix[index[i], c] for `columns` columns, in double precision throughout.
    void (*add_rows)(const T* matrix, std::size_t ld, const std::int64_t* index, const double* weights,
                     std::size_t count, std::size_t columns, double* out);

    /// The same for rows that lie anywhere.
    void (*add_listed_rows)(const T* const* rows, const double* weights, std::size_t count, std::size_t columns,
                            double* out);

    /// a, b = cosine · a + sine · b, cosine · b − sine · a.
    void (*rotate)(T* a, T* b, T cosine, T sine, std::size_t count);

    /// Pair steps; see the target's file for each.
    Extremes<T> (*extremes)(const PairScores<T>& scores);
    Extremes<T> (*move_pair)(const PairScores<T>& scores, RowParts<T> row_i, RowParts<T> row_j, T t);
    Best<T> (*partner)(const PairScores<T>& scores, RowParts<T> row_i, std::size_t i);
    Best<T> (*steepest)(const PairScores<T>& scores);
    void (*move_single)(const PairScores<T>& scores, RowParts<T> row, T t);

    /// One row of a Gaussian kernel in one go.
    void (*gaussian_row)(const GaussianRow<T>& row);

    /// Write the transpose of a tile: to[c * to_ld + r] = tile[r * ld + c].
    void (*transpose)(const T* tile, std::size_t rows, std::size_t columns, std::size_t ld, T* to, std::size_t to_ld);

    /// Strings that are compared with strings at a time, a pair in every lane, and rows at a time for so many levels.
    std::size_t lanes;
    std::size_t (*subsequence_rows)(std::size_t levels);
    void (*sweep_subsequences)(const SubsequenceSweep<T>& sweep);
};

/// One instruction set's inner loops.
struct Target {
    std::string_view name;
    TileLoops<float> single_loops;
    TileLoops<double> double_loops;
    MarkovLoops markov;
    CostLoops costs;
    LinearLoops linear;
    SoftmaxLoops softmax;
    WholeLoops whole;

    template <class T>
    [[nodiscard]] const TileLoops<T>& loops() const {
        if constexpr (sizeof(T) == sizeof(float)) {
            return single_loops;
        } else {
            return double_loops;
        }
    }
};

/// The best target that this processor runs, or the one that the environment variable DRUPE_TARGET names.
const Target& target();

}  // namespace drupe
