/// Dual coordinate descent for linear machines with many columns and short rows.
#pragma once

#include "drupe/linear_problem.hpp"

namespace drupe {

/// Min over a of ½‖X'a‖² less what each aᵢ adds to the dual, one aᵢ after the other in random order, w = X'a at hand.
/// [Hsieh08], [Ho12], [Yu11]. Rows that stay at a bound are left out for a while; the gap of duality, over all rows and in
/// double precision, ends the search. A free constant is penalized around its last value, again and again [Rockafellar76].
LinearSolution descend_dual(const LinearProblem& problem, const LinearOptions& options);

}  // namespace drupe
