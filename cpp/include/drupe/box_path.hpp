/// Box problems in ever larger boxes, each solved from where the one before ended: the path over C.
#pragma once

#include "drupe/box.hpp"
#include "drupe/row_source.hpp"

namespace drupe {

/// One problem of many, and the examples of its matrix whose outputs are wanted. Its balance is joint or free.
struct BoxPathProblem {
    BoxProblem problem;
    std::vector<std::int64_t> watched;
};

/// What was found on a path; one entry for each factor, and row by row where there are many numbers for each.
struct BoxPathSolution {
    std::vector<double> alphas;
    std::vector<double> outputs;  // Σ s_v α_v K[e_v, e] for every watched e
    std::vector<double> offsets;
    std::vector<double> violations;
    std::vector<std::int64_t> iterations;
    std::vector<Stop> stops;
};

/// Solves every problem with its box multiplied by each factor in turn; factors rise.
///
/// Pair steps on all variables at once, over kernel values that are gathered from the matrix when they are first needed.
/// Every problem has its matrix, which may be that of others too; problems run in parallel. Watched examples may be ones
/// that no variable belongs to.  [Fan05], algorithm 2.
template <class T>
std::vector<BoxPathSolution> solve_box_paths(const std::vector<BoxPathProblem>& paths,
                                             const std::vector<double>& factors, const SolverOptions& options,
                                             const std::vector<Stored<T>>& grams);

}  // namespace drupe
