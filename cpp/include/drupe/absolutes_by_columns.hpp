/// Linear machines with many columns of which few count: a sum of absolute values for the penalty.
#pragma once

#include "drupe/linear_problem.hpp"

namespace drupe {

/// Min over w of Σ rⱼ |wⱼ| + Σ cᵢ L(yᵢ, ⟨xᵢ, w⟩) for a smooth loss: Newton's method, whose quadratic model with its absolute
/// values is minimized column by column over those that count and those that seem to [Yuan12].
/// Starts from `options.start`, or from nothing.
LinearSolution solve_absolutes_by_columns(const LinearProblem& problem, const LinearOptions& options);

}  // namespace drupe
