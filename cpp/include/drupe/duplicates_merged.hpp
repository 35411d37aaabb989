/// A box problem over the different examples of a sample: equal ones share a row, and where they agree, a variable.
#pragma once

#include "drupe/box.hpp"
#include "drupe/evaluator.hpp"

namespace drupe {

/// Solves a problem whose kernel the core computes. What equal examples hold together is dealt out in their order, each
/// as much as its box takes, so that at most one of them stays inside its box.
template <class T>
BoxSolution solve_merged(const BoxProblem& problem, const Program& program, const Examples<T>& sample, const double* diagonal,
                         const SolverOptions& options);

}  // namespace drupe
