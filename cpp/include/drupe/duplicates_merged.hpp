/// A box problem over the different examples of a sample: equal ones share a row, and where they agree, a variable.
#pragma once

#include "drupe/box.hpp"
#include "drupe/row_source.hpp"

namespace drupe {

/// Solves a problem whose kernel the core computes. What equal examples hold together is dealt out in their order, each
/// as much as its box takes, so that at most one of them stays inside its box.
template <class T>
BoxSolution solve_duplicates_merged(const BoxProblem& problem, const SolverOptions& options, const Computed<T>& source);

}  // namespace drupe
