/// Soft-max regression: min over W of ½ Σ rⱼ ‖wⱼ‖² + Σᵢ cᵢ (ln Σₖ exp⟨xᵢ, w₍ₖ₎⟩ − ⟨xᵢ, w₍yᵢ₎⟩), a column of W for each class.
///
/// Newton's method. Where W is small the exact Hessian is factored now and then, and conjugate gradients around that factor
/// find the steps between; else they run around the factor of one class's mean curvature, or around the diagonal.
#pragma once

#include <cstdint>
#include <vector>

#include "drupe/linear_problem.hpp"

namespace drupe {

struct SoftmaxProblem {
    LinearRows rows;
    const std::int32_t* classes = nullptr;  // n, below class_count
    std::size_t class_count = 0;
    const double* costs = nullptr;  // n, zero or more
    double constant = 0.0;          // as in LinearProblem
    bool constant_penalized = false;

    [[nodiscard]] std::size_t size() const { return rows.d + (constant != 0.0 ? 1 : 0); }
};

struct SoftmaxSolution {
    std::vector<double> weights;  // size() × class_count, row by row; those of a free constant sum up to zero
    double objective = 0.0;
    double gap = 0.0;           // F(W) − D(A) ≥ F(W) − F(W*)
    std::int64_t steps = 0;     // Newton steps
    std::int64_t products = 0;  // of the Hessian with a vector
    Stop stop = Stop::converged;
};

/// `options.start`, if there is one, holds weights as the solution does.
SoftmaxSolution solve_softmax(const SoftmaxProblem& problem, const LinearOptions& options);

}  // namespace drupe
