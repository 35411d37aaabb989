/// The inner loops of soft-max regression: rows against the weights of all classes at once.
#pragma once

#include <cstddef>
#include <cstdint>

namespace drupe {

/// The classes of a row stand side by side, filled up with zeros to a multiple of this, for every target.
inline constexpr std::size_t class_step = 8;

/// Dense rows, one after the other, each followed by a constant that is not stored (none if 0).
struct DenseBlock {
    const double* rows;
    std::size_t stride;
    std::size_t count;
    std::size_t depth;
    double constant;
};

/// One compressed row.
struct SparseRow {
    const std::int32_t* columns;
    const double* values;
    std::size_t count;
};

/// Outputs of rows, and on request what they change by in a step; the probabilities are written.
struct ClassRows {
    const double* outputs;
    const double* moves;  // or null
    const std::int32_t* classes;
    const double* costs;
    double* chances;
    std::size_t rows;
    std::size_t class_count;
    std::size_t width;
};

/// Σᵢ cᵢ (−ln pᵢ of its class), Σᵢ cᵢ (entropy of pᵢ), Σᵢ cᵢ ⟨pᵢ − eᵢ, moveᵢ⟩.
struct ClassSums {
    double loss = 0.0;
    double entropy = 0.0;
    double slope = 0.0;
};

/// `width` is a multiple of `class_step`.
struct SoftmaxLoops {
    /// out[r, c] = Σⱼ x[r, j] weights[j, c].
    void (*weigh)(const DenseBlock& block, const double* weights, std::size_t width, double* out);
    void (*weigh_sparse)(const SparseRow& row, const double* weights, std::size_t width, double* out);

    /// out[j, c] += Σᵣ x[r, j] values[r, c].
    void (*spread)(const DenseBlock& block, const double* values, std::size_t width, double* out);
    void (*spread_sparse)(const SparseRow& row, const double* values, std::size_t width, double* out);

    ClassSums (*chances)(const ClassRows& rows);

    /// moves[r] = costs[r] p[r] ∘ (moves[r] − ⟨p[r], moves[r]⟩): what slopes change by where outputs do.
    void (*curve)(const double* chances, const double* costs, std::size_t rows, std::size_t width, double* moves);
};

}  // namespace drupe
