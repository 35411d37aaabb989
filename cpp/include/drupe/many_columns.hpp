/// Linear machines with many columns and short rows: which algorithm when.
#pragma once

#include "drupe/linear_problem.hpp"

namespace drupe {

/// Dual descent; where the loss is smooth and the gap not small after some epochs, Newton's method from there.
LinearSolution solve_many_columns(const LinearProblem& problem, const LinearOptions& options);

}  // namespace drupe
