#include "drupe/few_columns.hpp"

#include <utility>

#include "drupe/dual_descent.hpp"
#include "drupe/linear_multipliers.hpp"
#include "drupe/linear_newton.hpp"
#include "drupe/linear_spread.hpp"
#include "drupe/linear_turns.hpp"
#include "drupe/row_products.hpp"

namespace drupe {

namespace {

/// Epochs of descent: with small costs nearly all dual variables stand at their bounds, and a few epochs see which do not.
constexpr std::int64_t epochs_first = 60;

/// Steps after which Newton's method is stuck: it is done in fewer than a dozen as a rule. Then so many epochs are tried.
constexpr std::int64_t most_newton_steps = 100;
constexpr std::int64_t epochs_between = 300;

/// Costs are small where a row that pays its whole cost moves its own output by no more than this, in units of the targets.
constexpr double small_move = 1.0;

/// Σ c ‖x‖² c / Σ c, by which a row at its bound moves its own output, in units of the targets.
double typical_move(const LinearProblem& problem) {
    const RowProducts rows(problem.rows, problem.constant);
    double total = 0.0, moves = 0.0;
    for (std::size_t i = 0; i < problem.rows.n; ++i) {
        total += problem.costs[i];
        moves += problem.costs[i] * problem.costs[i] * rows.squared_norm(i);
    }
    const double unit = total * (problem.loss == LinearLoss::hinge ? 1.0 : spread_of_targets(problem));
    return unit > 0.0 ? moves / unit : 0.0;
}

/// Methods that each begin where the one before ended.
class Relay {
public:
    explicit Relay(const LinearOptions& options) : turns_(options), options_(options) {}

    /// Lets a method go on for so many steps at most, or without such a limit if negative; whether another one may try.
    template <class Method>
    bool run(std::int64_t most, Method method) {
        LinearOptions next = turns_.rest(most);
        next.start = weights_.empty() ? options_.start : weights_.data();
        next.start_dual = dual_.empty() ? options_.start_dual : dual_.data();
        LinearSolution solution = method(next);
        weights_ = solution.weights;
        dual_ = solution.dual;
        return turns_.take(std::move(solution));
    }

    [[nodiscard]] LinearSolution best() { return turns_.best(); }

private:
    LinearTurns turns_;
    const LinearOptions& options_;
    std::vector<double> weights_, dual_;
};

}  // namespace

LinearSolution solve_few_columns(const LinearTable& table, const LinearProblem& problem, const LinearOptions& options) {
    if (problem.penalty == LinearPenalty::absolutes) return LinearNewton(table, problem).solve(problem, options);
    LinearProblem stored = problem;
    stored.rows = table.stored();
    const auto descend = [&](const LinearOptions& own) { return descend_dual(stored, own); };
    Relay relay(options);
    if (has_corner(problem.loss)) {
        const bool few_epochs_do = options.start_dual == nullptr && typical_move(stored) <= small_move;
        if (few_epochs_do && !relay.run(epochs_first, descend)) return relay.best();
        const auto multiply = [&](const LinearOptions& own) { return multiply_linear(table, problem, own); };
        if (relay.run(-1, multiply)) relay.run(-1, descend);
        return relay.best();
    }
    LinearNewton newton(table, problem);
    const auto step = [&](const LinearOptions& own) { return newton.solve(problem, own); };
    if (relay.run(most_newton_steps, step) && relay.run(epochs_between, descend)) relay.run(-1, step);
    return relay.best();
}

}  // namespace drupe
