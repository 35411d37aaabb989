/// Linear machines of every loss and penalty: by which algorithm is the core's choice.
#pragma once

#include <vector>

#include "drupe/linear_problem.hpp"

namespace drupe {

/// One solution for each problem, all over the same rows, constant and penalty; a start of `options` is the first one's.
/// Several problems are shared out among threads; neither they nor their number change a bit of any solution. A limit of
/// steps holds for each problem, one of time for all.
std::vector<LinearSolution> solve_linear(const std::vector<LinearProblem>& problems, const LinearOptions& options);

/// The problem with all its costs multiplied by each of the factors in turn, each from where the one before ended.
std::vector<LinearSolution> follow_linear_costs(const LinearProblem& problem, const std::vector<double>& factors,
                                                const LinearOptions& options);

}  // namespace drupe
