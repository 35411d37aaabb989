#include "drupe/many_columns.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "drupe/dual_descent.hpp"
#include "drupe/newton_cg.hpp"

namespace drupe {

namespace {

/// Epochs of descent after which Newton's method takes over, and steps after which descent has its turn again: where costs are
/// so large that all rows must be met exactly, conjugate gradients find no end and descent does.
constexpr std::int64_t epochs_first = 40;
constexpr std::int64_t most_newton_steps = 60;

bool is_smooth(LinearLoss loss) { return loss != LinearLoss::hinge && loss != LinearLoss::insensitive; }

/// One method after the other, within the limits of all together.
class Turns {
public:
    explicit Turns(const LinearOptions& options) : options_(options) {}

    /// What is left of the limits, but no more than so many steps unless negative.
    [[nodiscard]] LinearOptions rest(std::int64_t most) const {
        LinearOptions out = options_;
        if (options_.max_steps >= 0) out.max_steps = std::max<std::int64_t>(0, options_.max_steps - steps_);
        if (most >= 0 && (out.max_steps < 0 || out.max_steps > most)) out.max_steps = most;
        if (options_.max_seconds >= 0.0) {
            const std::chrono::duration<double> taken = Clock::now() - started_;
            out.max_seconds = std::max(0.0, options_.max_seconds - taken.count());
        }
        return out;
    }

    /// Keeps it if it is the best so far; whether another method may try.
    bool take(LinearSolution solution) {
        steps_ += solution.steps;
        const bool is_best = best_.weights.empty() || solution.gap < best_.gap;
        const Stop stop = solution.stop;
        if (is_best) best_ = std::move(solution);
        best_.stop = stop;
        best_.steps = steps_;
        const bool allowed = options_.max_steps < 0 || steps_ < options_.max_steps;
        return allowed && (stop == Stop::iterations || stop == Stop::stalled);
    }

    [[nodiscard]] LinearSolution best() { return std::move(best_); }

private:
    using Clock = std::chrono::steady_clock;
    const LinearOptions& options_;
    Clock::time_point started_ = Clock::now();
    std::int64_t steps_ = 0;
    LinearSolution best_;
};

}  // namespace

LinearSolution solve_many_columns(const LinearProblem& problem, const LinearOptions& options) {
    if (!is_smooth(problem.loss)) return descend_dual(problem, options);
    Turns turns(options);
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
