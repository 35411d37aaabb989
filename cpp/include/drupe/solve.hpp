/// Solves a box problem, wherever the rows of K come from.
#pragma once

#include "drupe/box.hpp"
#include "drupe/row_source.hpp"

namespace drupe {

/// Chooses how: what is computed may be held by its non-zeros alone and without duplicates; then blocks of variables are
/// solved in turn. The solution states offset, objective and duality gap.
template <class T>
BoxSolution solve(const BoxProblem& problem, const SolverOptions& options, const RowSource<T>& source);

}  // namespace drupe
