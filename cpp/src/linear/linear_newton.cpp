#include "drupe/linear_newton.hpp"

#include <algorithm>
#include <cmath>

#include "drupe/linear_limits.hpp"

namespace drupe {

namespace {

/// Multiplications of a whole Hessian of dense rows from which on single precision is worth its errors.
constexpr double large = 2e8;

/// Curvatures of the logistic loss change in every step: rows where they change by less are left as they stand.
constexpr double logistic_slack = 0.3;

/// Those of squared losses change where a row meets its margin.
constexpr double exact_slack = 1e-9;

LinearCurve curve_of(LinearLoss loss) {
    switch (loss) {
        case LinearLoss::squared_hinge: return LinearCurve::squared_hinge;
        case LinearLoss::logistic: return LinearCurve::logistic;
        default: return LinearCurve::squared_insensitive;
    }
}

}  // namespace

GramPrecision gram_precision(const LinearTable& table) {
    const double d = static_cast<double>(table.size()), n = static_cast<double>(table.rows());
    const bool single = table.stored().is_dense() && n * d * d > large;
    return single ? GramPrecision::single_precision : GramPrecision::double_precision;
}

double nearly_gap(const SmoothSearch& search, const LinearProblem& problem) {
    const bool free = problem.constant != 0.0 && !problem.constant_penalized;
    if (!free) return search.gap();
    return search.gap() +
           std::abs(search.gradient().back()) * (std::abs(search.weights().back()) + 1.0 / std::abs(problem.constant));
}

LinearNewton::LinearNewton(const LinearTable& table, const LinearProblem& problem)
    : table_(table), search_(table, problem.penalty, penalized(problem), gram_precision(table)) {}

LinearSolution LinearNewton::solve(const LinearProblem& problem, const LinearOptions& options) {
    const SmoothCost cost{curve_of(problem.loss),
                          {problem.targets, problem.costs, nullptr, problem.width, 0.0, problem.rows.n}};
    const double slack = problem.loss == LinearLoss::logistic ? logistic_slack : exact_slack;
    LinearLimits limits(options);
    LinearSolution out;
    std::vector<double> start(problem.size(), 0.0);
    if (options.start != nullptr) std::copy_n(options.start, start.size(), start.begin());
    search_.begin(std::move(start));
    double trusted = 1.0;  // what was near enough before the proof, and was not after it
    for (bool fresh = true;; fresh = false) {
        search_.look(cost);
        const double gap = nearly_gap(search_, problem);
        const bool go_on =
            limits.may_go_on(out.steps, gap, search_.objective()) && limits.gets_on(gap, search_.objective());
        const bool near = gap <= trusted * options.gap * search_.objective();
        if (!near && go_on) {
            search_.step(cost, slack);
            ++out.steps;
            continue;
        }
        if (!fresh) search_.refresh();
        out.dual = search_.pulls();
        const LinearProof proof = prove(table_, problem, search_.weights(), search_.outputs(), out.dual);
        out.objective = proof.objective;
        out.gap = proof.gap;
        const bool converged = proof.gap <= options.gap * proof.objective;
        if (converged || !go_on) {
            out.stop = converged ? Stop::converged : limits.stop();
            out.weights = search_.weights();
            return out;
        }
        trusted *= 0.1;
        search_.look(cost);
        search_.step(cost, slack);
        ++out.steps;
    }
}

}  // namespace drupe
