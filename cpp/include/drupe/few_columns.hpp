/// Linear machines of few columns: which algorithm when.
#pragma once

#include "drupe/linear_problem.hpp"
#include "drupe/linear_table.hpp"

namespace drupe {

/// Whether a loss has a corner, where Newton's method does not apply.
inline bool has_corner(LinearLoss loss) { return loss == LinearLoss::hinge || loss == LinearLoss::insensitive; }

/// Newton's method; of losses with a corner the method of multipliers, and dual descent before it where costs are small.
/// Where either gets stuck, dual descent takes its turn: it sees rows, not a matrix of columns that rounding has made singular.
LinearSolution solve_few_columns(const LinearTable& table, const LinearProblem& problem, const LinearOptions& options);

}  // namespace drupe
