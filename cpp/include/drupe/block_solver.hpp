/// Solves a box problem of any size: blocks of variables in full, all others told of the outcome.
#pragma once

#include "drupe/box.hpp"
#include "drupe/kernel_rows.hpp"

namespace drupe {

/// Decomposition with large working sets: the worst violators and the last block's free variables form a block, the
/// block is solved by pair steps, and one fused pass over the active examples carries the change to their scores.
/// Variables that cannot move any more are set aside until the rest is solved.  [Joachims99]; [Fan05].
template <class T>
BoxSolution solve_in_blocks(const BoxProblem& problem, const KernelRows<T>& kernel, const SolverOptions& options);

}  // namespace drupe
