#include "drupe/many_columns.hpp"

#include <utility>

#include "drupe/dual_descent.hpp"
#include "drupe/few_columns.hpp"
#include "drupe/linear_turns.hpp"
#include "drupe/newton_cg.hpp"

namespace drupe {

namespace {

/// Epochs of descent after which Newton's method takes over, and steps after which descent has its turn again: where costs are
/// so large that all rows must be met exactly, conjugate gradients find no end and descent does.
constexpr std::int64_t epochs_first = 40;
constexpr std::int64_t most_newton_steps = 60;

}  // namespace

LinearSolution solve_many_columns(const LinearProblem& problem, const LinearOptions& options) {
    if (has_corner(problem.loss)) return descend_dual(problem, options);
    LinearTurns turns(options);
    LinearSolution descended = descend_dual(problem, turns.rest(epochs_first));
    const std::vector<double> weights = descended.weights, dual = descended.dual;
    if (!turns.take(std::move(descended))) return turns.best();
    LinearOptions next = turns.rest(most_newton_steps);
    next.start = weights.data();
    if (!turns.take(solve_newton_cg(problem, next))) return turns.best();
    next = turns.rest(-1);
    next.start = weights.data();
    next.start_dual = dual.data();
    turns.take(descend_dual(problem, next));
    return turns.best();
}

}  // namespace drupe
