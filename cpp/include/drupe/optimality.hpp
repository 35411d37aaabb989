/// The optimality conditions of a box problem at a solution: thresholds, offset, violation, objective and duality gap.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "drupe/box.hpp"

namespace drupe {

/// One variable as the conditions see it; `score` is F = −s ∂W/∂α.
struct ScoredVariable {
    double sign, linear, upper, alpha, output;
    [[nodiscard]] double score() const { return -(output + sign * linear); }
    [[nodiscard]] bool below() const { return alpha < upper; }
    [[nodiscard]] bool above() const { return alpha > 0.0; }
    [[nodiscard]] bool may_rise() const { return sign > 0 ? below() : above(); }
    [[nodiscard]] bool may_fall() const { return sign > 0 ? above() : below(); }
};

/// The scores of one group of variables, among which a pair may move.
class Threshold {
public:
    void add(const ScoredVariable& v) {
        const double score = v.score();
        if (v.may_rise()) highest_ = std::max(highest_, score);
        if (v.may_fall()) lowest_ = std::min(lowest_, score);
        if (!v.below() || !v.above()) return;
        sum_ += score;
        ++free_;
    }

    [[nodiscard]] double violation() const { return highest_ - lowest_; }

    /// The mean score of the free variables; without any, the middle of what the others allow.
    [[nodiscard]] double value() const {
        if (free_ > 0) return sum_ / static_cast<double>(free_);
        if (std::isfinite(highest_) && std::isfinite(lowest_)) return 0.5 * (highest_ + lowest_);
        return std::isfinite(highest_) ? highest_ : std::isfinite(lowest_) ? lowest_ : 0.0;
    }

private:
    static constexpr double infinity = std::numeric_limits<double>::infinity();
    double highest_ = -infinity, lowest_ = infinity, sum_ = 0.0;
    std::size_t free_ = 0;
};

/// Writes what follows from α and the outputs into the solution; `variable(v)` gives variable v.  [Keerthi01], section 3.
template <class Variable>
void state_optimality(BoxSolution& solution, Balance balance, Variable variable) {
    const std::size_t n = solution.alpha.size();
    const auto group = [&](const ScoredVariable& v) { return balance == Balance::by_sign && v.sign < 0 ? 1 : 0; };
    Threshold thresholds[2];
    double steepest = 0.0;
    solution.objective = 0.0;
    for (std::size_t k = 0; k < n; ++k) {
        const ScoredVariable v = variable(k);
        thresholds[group(v)].add(v);
        if (v.may_rise()) steepest = std::max(steepest, v.score());
        if (v.may_fall()) steepest = std::max(steepest, -v.score());
        solution.objective += v.alpha * (0.5 * v.sign * v.output + v.linear);
    }
    const double high = balance == Balance::free ? 0.0 : thresholds[0].value();
    const double low = balance == Balance::by_sign ? thresholds[1].value() : high;
    solution.offset = 0.5 * (high + low);
    solution.spread = 0.5 * (high - low);
    solution.violation = balance == Balance::free ? steepest : std::max(thresholds[0].violation(), thresholds[1].violation());
    solution.gap = 0.0;
    for (std::size_t k = 0; k < n; ++k) {
        const ScoredVariable v = variable(k);
        const double slope = v.sign * (v.score() - (group(v) == 0 ? high : low));
        // Where a slope is 0 nothing is gained, even in a box without an end; one that is not a number spoils the sum.
        if (slope > 0.0) solution.gap += slope * (v.upper - v.alpha);
        if (!(slope >= 0.0)) solution.gap -= slope * v.alpha;
    }
}

inline void state_optimality(BoxSolution& solution, const BoxProblem& p) {
    state_optimality(solution, p.balance, [&](std::size_t v) {
        return ScoredVariable{p.signs[v], p.linear[v], p.upper[v], solution.alpha[v], solution.outputs[static_cast<std::size_t>(p.examples[v])]};
    });
}

}  // namespace drupe
