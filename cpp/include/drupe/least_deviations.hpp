/// Least absolute deviations with a price on coefficients: min Σ wᵢ|yᵢ − Σⱼ aⱼ xᵢⱼ − b| + α Σ|aⱼ|, by a simplex method.
#pragma once

#include <cstdint>
#include <vector>

#include "drupe/box.hpp"

namespace drupe {

/// A table twice: once row after row, once column after column. A symmetric one need be there only once.
template <class T>
struct BothWays {
    const T* by_rows;
    const T* by_columns;
    std::size_t rows;
    std::size_t columns;

    [[nodiscard]] const T* row(std::size_t i) const { return by_rows + i * columns; }
    [[nodiscard]] const T* column(std::size_t j) const { return by_columns + j * rows; }
};

struct DeviationProblem {
    std::vector<double> targets;
    std::vector<double> weights;  // above zero
    double alpha = 1.0;           // above zero
    // A vertex to start from: its columns, and its rows, one more. None if empty.
    std::vector<std::int64_t> start_columns;
    std::vector<std::int64_t> start_rows;
};

/// A vertex: its columns alone have coefficients, and its rows, one more than those, have no residual.
struct DeviationSolution {
    std::vector<std::int64_t> columns;
    std::vector<double> coefficients;
    double offset = 0.0;
    std::vector<std::int64_t> rows;
    std::vector<double> beta;  // dual variables, one for each row, and up to their scale feasible
    std::int64_t iterations = 0;
    Stop stop = Stop::converged;
};

/// From vertex to vertex, each time along the edge on which the objective seems to fall fastest and as far as it falls.
///
/// Targets are moved by a hair on the way, so that no two breakpoints meet, and are the true ones in the end. The run ends
/// at the optimum, or when the duality gap is at most `tolerance` times the objective.
/// [Barrodale73] for least deviations and their breakpoints, [Harris73] for the choice of edges.
template <class T>
DeviationSolution least_deviations(const DeviationProblem& problem, const SolverOptions& options,
                                   const BothWays<T>& table);

}  // namespace drupe
