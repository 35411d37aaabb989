/// Pair steps on a problem small enough to hold all its scores at hand.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "drupe/box.hpp"
#include "drupe/memory.hpp"
#include "drupe/target.hpp"

namespace drupe {

/// Sequential minimal optimization with second-order choice of the partner.  [Fan05], algorithm 2.
///
/// Scores are F_v = −s_v ∂W/∂α_v. Raising s_v α_v by t and lowering s_w α_w by t changes every score by −t (K_v − K_w),
/// whatever the signs, so the loops need no labels.
template <class T>
class PairSolver {
public:
    explicit PairSolver(const TileLoops<T>& loops) : loops_(loops) {}

    /// Makes room for `count` variables; all of them must then be `set`.
    void resize(std::size_t count, Balance balance) { resize(rounded_up(count, loops_.column_step), 0, balance); }

    /// For rows in two parts: the variables of the first come before the split, those of the second after it, and those in
    /// between are none and stay at zero.
    void resize(std::size_t first, std::size_t second, Balance balance) {
        split_ = rounded_up(first, loops_.column_step);
        padded_ = split_ + rounded_up(second, loops_.column_step);
        balance_ = balance;
        groups_ = balance == Balance::by_sign ? 2 : 1;
        alpha_.assign(padded_, 0.0);
        upper_.assign(padded_, 0.0);
        sign_.assign(padded_, 1.0);
        scores_.assign(padded_, T(0));
        diagonal_.assign(padded_, T(1));
        for (std::size_t g = 0; g < 2; ++g) {
            may_rise_[g].assign(padded_, -huge<T>);
            may_fall_[g].assign(padded_, -huge<T>);
        }
    }

    void set(std::size_t v, double sign, double alpha, double upper, double score, double diagonal) {
        sign_[v] = sign;
        alpha_[v] = alpha;
        upper_[v] = upper;
        scores_[v] = static_cast<T>(score);
        diagonal_[v] = static_cast<T>(diagonal);
        open_ways(v);
    }

    void set_score(std::size_t v, double score) { scores_[v] = static_cast<T>(score); }

    /// Forgets how many steps were made.
    void start_over() {
        steps_ = 0;
        unbounded_ = false;
    }

    [[nodiscard]] double alpha(std::size_t v) const { return alpha_[v]; }
    [[nodiscard]] double score(std::size_t v) const { return static_cast<double>(scores_[v]); }
    [[nodiscard]] std::size_t padded() const { return padded_; }
    [[nodiscard]] std::size_t split() const { return split_; }
    [[nodiscard]] std::int64_t steps() const { return steps_; }
    [[nodiscard]] bool unbounded() const { return unbounded_; }

    /// Steps until no pair violates the conditions by more than the tolerance, or `go_on(steps)` says no, which is asked
    /// as often as the limits want. `row(v)` gives K[v, ·], `padded()` numbers in all. Returns whether the conditions hold.
    template <class RowOf, class GoOn>
    bool run(double tolerance, RowOf row, GoOn go_on, const Limits& limits) {
        return balance_ == Balance::free ? run_single(tolerance, row, go_on, limits)
                                         : run_pairs(tolerance, row, go_on, limits);
    }

private:
    [[nodiscard]] PairScores<T> state(std::size_t g) {
        return {scores_.data(), diagonal_.data(), may_rise_[g].data(), may_fall_[g].data(), split_, padded_};
    }

    void open_ways(std::size_t v) {
        const std::size_t g = balance_ == Balance::by_sign && sign_[v] < 0 ? 1 : 0;
        may_rise_[g][v] = may_rise(sign_[v], alpha_[v], upper_[v]) ? T(0) : -huge<T>;
        may_fall_[g][v] = may_fall(sign_[v], alpha_[v], upper_[v]) ? T(0) : -huge<T>;
    }

    /// How far s_v α_v may go up (or down).
    [[nodiscard]] double room(std::size_t v, bool up) const {
        return (sign_[v] > 0) == up ? upper_[v] - alpha_[v] : alpha_[v];
    }

    void move(std::size_t v, bool up, double t, bool to_the_end) {
        const bool grows = (sign_[v] > 0) == up;
        const double moved = grows ? alpha_[v] + t : alpha_[v] - t;
        alpha_[v] = to_the_end ? (grows ? upper_[v] : 0.0) : std::clamp(moved, 0.0, upper_[v]);
        open_ways(v);
    }

    [[nodiscard]] Extremes<T> widest_group(Extremes<T> first, std::size_t& group) {
        group = 0;
        if (groups_ == 1) return first;
        const auto other = loops_.extremes(state(1));
        if (other.rise.value + other.fall.value > first.rise.value + first.fall.value) {
            group = 1;
            return other;
        }
        return first;
    }

    template <class RowOf, class GoOn>
    bool run_pairs(double tolerance, RowOf row, GoOn go_on, const Limits& limits) {
        auto first = loops_.extremes(state(0));
        for (std::int64_t ask_at = steps_;;) {  // before the first step, too: many small runs may share one limit
            std::size_t g = 0;
            const auto ends = widest_group(first, g);
            if (ends.rise.index < 0 || ends.fall.index < 0) return true;
            if (!(static_cast<double>(ends.rise.value) + static_cast<double>(ends.fall.value) > tolerance)) return true;
            if (steps_ >= ask_at) {
                if (!go_on(steps_)) return false;
                ask_at = steps_ + limits.steps_until_asked(steps_);
            }
            const auto i = static_cast<std::size_t>(ends.rise.index);
            const RowParts<T> row_i = row(i);
            const auto chosen = loops_.partner(state(g), row_i, i);
            if (chosen.index < 0) return true;
            const auto j = static_cast<std::size_t>(chosen.index);
            const RowParts<T> row_j = row(j);
            const double lead = static_cast<double>(scores_[i]) - static_cast<double>(scores_[j]);
            const double curvature = static_cast<double>(diagonal_[i]) + static_cast<double>(diagonal_[j]) -
                                     2.0 * static_cast<double>(row_i.at(j, split_));
            const double room_i = room(i, true);
            const double room_j = room(j, false);
            const double t = std::min({lead / std::max(curvature, static_cast<double>(flat<T>)), room_i, room_j});
            if (!std::isfinite(t) || t > 1e15) {
                unbounded_ = true;
                return false;
            }
            const double before_i = alpha_[i];
            const double before_j = alpha_[j];
            move(i, true, t, t == room_i);
            move(j, false, t, t == room_j);
            ++steps_;
            if (alpha_[i] == before_i && alpha_[j] == before_j) return false;  // too small a step to be seen
            first = loops_.move_pair(state(0), row_i, row_j, static_cast<T>(t));
        }
    }

    template <class RowOf, class GoOn>
    bool run_single(double tolerance, RowOf row, GoOn go_on, const Limits& limits) {
        for (std::int64_t ask_at = steps_;;) {  // before the first step, too: many small runs may share one limit
            const auto chosen = loops_.steepest(state(0));
            if (chosen.index < 0) return true;
            const auto ends = loops_.extremes(state(0));
            if (!(static_cast<double>(std::max(ends.rise.value, ends.fall.value)) > tolerance)) return true;
            if (steps_ >= ask_at) {
                if (!go_on(steps_)) return false;
                ask_at = steps_ + limits.steps_until_asked(steps_);
            }
            const auto v = static_cast<std::size_t>(chosen.index);
            const bool up = scores_[v] > 0;
            const double slope = std::abs(static_cast<double>(scores_[v]));
            const double end = room(v, up);
            const double t =
                std::min(slope / std::max(static_cast<double>(diagonal_[v]), static_cast<double>(flat<T>)), end);
            if (!std::isfinite(t) || t > 1e15) {
                unbounded_ = true;
                return false;
            }
            const double before = alpha_[v];
            move(v, up, t, t == end);
            ++steps_;
            if (alpha_[v] == before) return false;
            loops_.move_single(state(0), row(v), static_cast<T>(up ? t : -t));
        }
    }

    const TileLoops<T>& loops_;
    std::size_t split_ = 0;
    std::size_t padded_ = 0;
    std::size_t groups_ = 1;
    Balance balance_ = Balance::joint;
    std::vector<double> alpha_, upper_, sign_;
    Array<T> scores_, diagonal_;
    Array<T> may_rise_[2], may_fall_[2];
    std::int64_t steps_ = 0;
    bool unbounded_ = false;
};

}  // namespace drupe
