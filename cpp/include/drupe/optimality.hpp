/// The optimality conditions of a box problem: thresholds, offset, violation, objective and duality gap.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "drupe/box.hpp"

namespace drupe {

/// One variable as the conditions see it; its score is F = −s ∂W/∂α.
struct ScoredVariable {
    double sign, score;
    bool rises, falls;  // whether s α may
};

/// The scores of one group of variables, among which a pair may move.
class Threshold {
public:
    Threshold() = default;

    /// Of variables of which no more is known than these two.
    Threshold(double highest, double lowest) : highest_(highest), lowest_(lowest) {}

    void add(const ScoredVariable& v) {
        if (v.rises) highest_ = std::max(highest_, v.score);
        if (v.falls) lowest_ = std::min(lowest_, v.score);
        if (!v.rises || !v.falls) return;
        sum_ += v.score;
        ++free_;
    }

    /// The highest score that may rise, and the lowest that may fall.
    [[nodiscard]] double highest() const { return highest_; }
    [[nodiscard]] double lowest() const { return lowest_; }
    [[nodiscard]] double violation() const { return highest_ - lowest_; }

    /// Halfway between the two, or zero where one of them is missing.
    [[nodiscard]] double middle() const { return std::isfinite(violation()) ? 0.5 * (highest_ + lowest_) : 0.0; }

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

/// The thresholds of all variables: one, or one for each sign; where no sum is fixed, scores are compared with zero.
class Thresholds {
public:
    explicit Thresholds(Balance balance) : balance_(balance) {}
    Thresholds(Balance balance, Threshold first, Threshold second) : balance_(balance), groups_{first, second} {}

    void add(const ScoredVariable& v) { groups_[group(v.sign)].add(v); }

    /// Which group the variables of this sign belong to, and how many groups there are.
    [[nodiscard]] std::size_t group(double sign) const { return balance_ == Balance::by_sign && sign < 0 ? 1 : 0; }
    [[nodiscard]] std::size_t groups() const { return balance_ == Balance::by_sign ? 2 : 1; }
    [[nodiscard]] const Threshold& of(double sign) const { return groups_[group(sign)]; }

    /// By how much the worst pair violates the conditions; below zero if none does.
    [[nodiscard]] double violation() const {
        if (free()) return std::max({groups_[0].highest(), -groups_[0].lowest(), 0.0});
        return std::max(groups_[0].violation(), groups_[1].violation());
    }

    /// What the scores of this sign's group are measured from while pairs move, and in the end.
    [[nodiscard]] double middle(double sign) const { return free() ? 0.0 : of(sign).middle(); }
    [[nodiscard]] double value(double sign) const { return free() ? 0.0 : of(sign).value(); }

    /// Of a group, the scores above which a variable has a partner to rise with, and below which one to fall with.
    [[nodiscard]] double rises_above(std::size_t group) const { return free() ? 0.0 : groups_[group].lowest(); }
    [[nodiscard]] double falls_below(std::size_t group) const { return free() ? 0.0 : groups_[group].highest(); }

    /// The least and the greatest score of those that gain, or zero.
    [[nodiscard]] double least_gaining(std::size_t g) const { return std::min(rises_above(g), groups_[g].lowest()); }
    [[nodiscard]] double greatest_gaining(std::size_t g) const {
        return std::max(falls_below(g), groups_[g].highest());
    }

    /// The scores below which a variable that cannot fall, and above which one that cannot rise, has no partner.
    [[nodiscard]] double idle_below(std::size_t g) const { return free() ? -violation() : groups_[g].lowest(); }
    [[nodiscard]] double idle_above(std::size_t g) const { return free() ? violation() : groups_[g].highest(); }

    /// Whether a variable stands at an end of its box, with a score that no partner could move it from.
    [[nodiscard]] bool idle(const ScoredVariable& v) const {
        if (!v.falls) return v.score < idle_below(group(v.sign));
        return !v.rises && v.score > idle_above(group(v.sign));
    }

private:
    [[nodiscard]] bool free() const { return balance_ == Balance::free; }
    Balance balance_;
    Threshold groups_[2];
};

/// One term of the objective: what a variable is, and the output at its example.
struct BoxVariable {
    double sign, linear, upper, alpha, output;
    [[nodiscard]] ScoredVariable scored() const {
        return {sign, -(output + sign * linear), may_rise(sign, alpha, upper), may_fall(sign, alpha, upper)};
    }
};

/// Writes what follows from α and the outputs into the solution; `variable(v)` gives variable v.  [Keerthi01], section 3.
template <class Variable>
void state_optimality(BoxSolution& solution, Balance balance, Variable variable) {
    const std::size_t n = solution.alpha.size();
    Thresholds thresholds(balance);
    solution.objective = 0.0;
    for (std::size_t k = 0; k < n; ++k) {
        const BoxVariable v = variable(k);
        thresholds.add(v.scored());
        solution.objective += v.alpha * (0.5 * v.sign * v.output + v.linear);
    }
    const double high = thresholds.value(1.0);
    const double low = thresholds.value(-1.0);
    solution.offset = 0.5 * (high + low);
    solution.spread = 0.5 * (high - low);
    solution.violation = thresholds.violation();
    solution.gap = 0.0;
    for (std::size_t k = 0; k < n; ++k) {
        const BoxVariable v = variable(k);
        const double slope = v.sign * (v.scored().score - (thresholds.group(v.sign) == 0 ? high : low));
        // Where a slope is 0 nothing is gained, even in a box without an end; one that is not a number spoils the sum.
        if (slope > 0.0) solution.gap += slope * (v.upper - v.alpha);
        if (!(slope >= 0.0)) solution.gap -= slope * v.alpha;
    }
}

inline void state_optimality(BoxSolution& solution, const BoxProblem& p) {
    state_optimality(solution, p.balance, [&](std::size_t v) {
        return BoxVariable{p.signs[v], p.linear[v], p.upper[v], solution.alpha[v],
                           solution.outputs[static_cast<std::size_t>(p.examples[v])]};
    });
}

}  // namespace drupe
