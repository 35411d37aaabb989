/// Linear machines of few columns and a loss with a corner, by the method of multipliers with Newton's inside.
#pragma once

#include "drupe/linear_problem.hpp"
#include "drupe/linear_table.hpp"

namespace drupe {

/// Hinge and insensitive losses under squares. Dual variables are exactly 0 and exactly at their bounds where they are.
LinearSolution multiply_linear(const LinearTable& table, const LinearProblem& problem, const LinearOptions& options);

}  // namespace drupe
