/// The unit in which residuals of a linear machine are small or large.
#pragma once

#include <algorithm>
#include <cmath>

#include "drupe/linear_problem.hpp"

namespace drupe {

/// The standard deviation of the targets, each counted by its cost.
inline double spread_of_targets(const LinearProblem& problem) {
    double total = 0.0, sum = 0.0, squares = 0.0;
    for (std::size_t i = 0; i < problem.rows.n; ++i) {
        total += problem.costs[i];
        sum += problem.costs[i] * problem.targets[i];
        squares += problem.costs[i] * problem.targets[i] * problem.targets[i];
    }
    const double variance = total > 0.0 ? squares / total - (sum / total) * (sum / total) : 0.0;
    return std::sqrt(std::max(variance, 0.0));
}

}  // namespace drupe
