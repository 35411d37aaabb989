/// One C-SVC problem for each pair of classes, over one sample.
#pragma once

#include "drupe/box.hpp"
#include "drupe/row_source.hpp"

namespace drupe {

/// The examples of every class, and the upper end of every example's box.
struct Classes {
    std::vector<std::vector<std::int64_t>> members;
    std::vector<double> upper;  // of the whole sample
    Balance balance = Balance::joint;
};

/// Solves min ½ αᵀQα − 1ᵀα for the pairs (0,1), (0,2), ..., (1,2), ...; the lower class has sign +1 and comes first in α.
///
/// Pairs run in parallel, each by pair steps on rows that are computed when they are first needed. What an example has
/// in common with its own class is shared by all pairs of that class. Pairs too large for that are solved as problems of their own.
template <class T>
std::vector<BoxSolution> solve_one_vs_one(const Classes& classes, const SolverOptions& options,
                                          const Computed<T>& source);

}  // namespace drupe
