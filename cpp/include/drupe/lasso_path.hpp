/// The LASSO, min ½‖y − Xa‖² + α‖a‖₁, for every α from the largest down: a path of straight pieces.
#pragma once

#include <cstdint>
#include <vector>

#include "drupe/box.hpp"

namespace drupe {

/// Somebody outside who knows X. Called from the thread that called the core; throws `Interrupted` if it cannot.
class ColumnSource {
public:
    virtual ~ColumnSource() = default;
    /// Row i of `columns` is column j = index[i] of X, and row i of `images` is Xᵀ times that.
    virtual void fetch(const std::vector<std::int64_t>& index, double* columns, double* images) = 0;
    /// out = Xᵀ vector.
    virtual void correlate(const double* vector, double* out) = 0;
};

struct LassoProblem {
    std::vector<double> targets;  // y
    std::size_t columns;          // of X
};

struct LassoOptions {
    double least = 0.0;                // the α at which the path ends
    std::int64_t max_nonzeros = -1;    // it ends where it would need more; no limit if negative
    std::int64_t max_iterations = -1;  // columns that come or go; no limit if negative
    std::size_t together = 32;         // columns that are fetched at a time, at most
    Monitor* monitor = nullptr;
};

/// The knots of the path, between which every coefficient is a straight line in α.
struct LassoPath {
    std::vector<double> alphas;         // falling
    std::vector<std::int64_t> sizes;    // coefficients that are not zero, at each knot
    std::vector<std::int64_t> support;  // which they are, knot after knot
    std::vector<double> values;         // and their values
    double violation = 0.0;             // of the optimality conditions at the last knot, from X anew
    std::int64_t iterations = 0;
    std::int64_t fetched = 0;  // columns
    Stop stop = Stop::converged;
};

/// Columns join and leave one at a time, and X_A is held as Q R. Of columns that depend on each other only the first
/// that comes takes part.  [Efron04], section 3.1 with the LASSO modification; [Osborne00].
LassoPath follow_lasso_path(const LassoProblem& problem, const LassoOptions& options, ColumnSource& source);

}  // namespace drupe
