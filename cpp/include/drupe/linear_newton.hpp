/// Linear machines of few columns and a smooth loss, by Newton's method.
#pragma once

#include "drupe/linear_duality.hpp"
#include "drupe/linear_problem.hpp"
#include "drupe/linear_table.hpp"
#include "drupe/smooth_search.hpp"

namespace drupe {

/// Stays between problems over the same rows that differ in costs and targets alone: what it knows of the Hessian is used
/// again.
class LinearNewton {
public:
    LinearNewton(const LinearTable& table, const LinearProblem& problem);

    LinearSolution solve(const LinearProblem& problem, const LinearOptions& options);

    /// To be told when all costs have become so many times as large.
    void multiply_costs(double factor) { search_.gram().scale(factor); }

private:
    const LinearTable& table_;
    SmoothSearch search_;
};

/// Large dense problems are multiplied in single precision.
GramPrecision gram_precision(const LinearTable& table);

/// F(w) − D(a) of a smooth cost, nearly so where a is not quite feasible because the constant is free.
double nearly_gap(const SmoothSearch& search, const LinearProblem& problem);

}  // namespace drupe
