/// Newton's method for linear machines with many columns: steps by conjugate gradients, of products with rows alone.
#pragma once

#include "drupe/linear_problem.hpp"

namespace drupe {

/// Min over w of ½ Σ rⱼ wⱼ² + Σ cᵢ L(yᵢ, ⟨xᵢ, w⟩) for a smooth loss [Lin08]. A product with the Hessian R + X' diag(h) X meets
/// each row that has curvature once; the length of a step is found by its slope alone, which does not drown in rounding.
/// Starts from `options.start`, or from nothing.
LinearSolution solve_newton_cg(const LinearProblem& problem, const LinearOptions& options);

}  // namespace drupe
