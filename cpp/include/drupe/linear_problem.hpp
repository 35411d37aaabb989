/// A linear machine: min over w of ½ Σⱼ rⱼ wⱼ² (or Σⱼ rⱼ |wⱼ|) + Σᵢ cᵢ L(yᵢ, ⟨xᵢ, w⟩), and what its solvers say of it.
///
/// An intercept is one more column, the same number in every row, that is not stored: its weight stands last in w, and its
/// r is 1 where it is penalized like all others, 0 where it is free.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "drupe/box.hpp"
#include "drupe/monitor.hpp"

namespace drupe {

/// L(y, m): what an output m costs where y was wanted; y is −1 or 1 in the first three.
enum class LinearLoss {
    hinge,                // max(0, 1 − ym)
    squared_hinge,        // max(0, 1 − ym)²
    logistic,             // log(1 + exp(−ym))
    insensitive,          // max(0, |y − m| − width)
    squared_insensitive,  // max(0, |y − m| − width)²
};

enum class LinearPenalty { squares, absolutes };

/// n rows of d stored columns: dense, row after row, or compressed (`starts` has n + 1 entries).
struct LinearRows {
    std::size_t n = 0;
    std::size_t d = 0;
    const double* dense = nullptr;  // n × d, or null where the rows are compressed
    const std::int64_t* starts = nullptr;
    const std::int32_t* columns = nullptr;
    const double* values = nullptr;

    [[nodiscard]] bool is_dense() const { return dense != nullptr || starts == nullptr; }
};

struct LinearProblem {
    LinearRows rows;
    const double* targets = nullptr;  // n
    const double* costs = nullptr;    // n, zero or more
    LinearLoss loss = LinearLoss::squared_hinge;
    double width = 0.0;  // of the tube of the insensitive losses
    LinearPenalty penalty = LinearPenalty::squares;
    double constant = 0.0;            // the column that is not stored; 0: there is none
    bool constant_penalized = false;  // whether its r is 1

    /// Weights: one for each stored column, and the constant's.
    [[nodiscard]] std::size_t size() const { return rows.d + (constant != 0.0 ? 1 : 0); }
};

struct LinearOptions {
    double gap = 1e-4;  // F(w) − D(a) at which the search ends, relative to F(w)
    std::int64_t max_steps = -1;
    double max_seconds = -1.0;
    int threads = 0;
    std::uint64_t seed = 0;
    Monitor* monitor = nullptr;
    const double* start = nullptr;       // weights to start from, size()
    const double* start_dual = nullptr;  // and a, n
};

struct LinearSolution {
    std::vector<double> weights;  // size()
    std::vector<double> dual;     // n: a with w = X'a where the penalty is a sum of squares, scaled to be feasible
    double objective = 0.0;       // F(w), in double precision
    double gap = 0.0;             // F(w) − D(a) ≥ F(w) − F(w*)
    std::int64_t steps = 0;       // Newton steps or epochs
    Stop stop = Stop::converged;
};

}  // namespace drupe
