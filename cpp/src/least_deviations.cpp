#include "drupe/least_deviations.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "drupe/breakpoints.hpp"
#include "drupe/deviation_vertex.hpp"
#include "drupe/random.hpp"

namespace drupe {

namespace {

/// Pivots after which all that was updated is made anew, if the vertex is not larger than that.
constexpr std::int64_t endurance = 100;

/// Pivots between two looks at the gap and the limits.
constexpr std::int64_t often = 16;

/// By how much targets are moved in one attempt after the other, in units of the largest of them.
constexpr double hairs[] = {1e-6, 1e-8, 0.0};

/// Violations of dual constraints below this, relative to their bounds, are rounding.
constexpr double slack = 1e-9;

/// Speeds below this share of the largest are zero but for rounding.
constexpr double still = 1e-9;

/// The share by which one number may differ when it is computed in two ways.
constexpr double doubtful = 1e-5;

/// Objectives below this share of all targets together are rounding.
constexpr double rounding = 1e-15;

/// The squared length of an edge at which all lengths start over.
constexpr double too_long = 1e10;

enum class Step { made, doubted, endless };

template <class T>
class Deviations {
public:
    Deviations(const DeviationProblem& problem, const SolverOptions& options, const BothWays<T>& table)
        : p_(problem), options_(options), limits_(options_), v_(problem, options.threads, table), n_(table.rows),
          directions_(n_), edges_(table.columns), row_lengths_(n_, 1.0), column_lengths_(table.columns, 1.0),
          weight_(std::accumulate(problem.weights.begin(), problem.weights.end(), 0.0)) {}

    DeviationSolution solve() {
        Random random(1);
        for (const double hair : hairs) {
            for (double& target : v_.y) target += hair * v_.largest_target() * (0.5 + random.uniform());
            settle();
            pivots();
            v_.y = p_.targets;
            settle();
            look_at_gap();
            if (limits_.stop() != Stop::converged || near_enough()) break;
        }
        return solution();
    }

private:
    void settle() {
        v_.settle();
        since_ = 0;
    }

    void pivots() {
        for (std::int64_t until_asked = 0;; --until_asked) {
            if (until_asked <= 0) {
                look_at_gap();
                if (near_enough() || !limits_.may_go_on(iterations_, fraction())) return;
                until_asked = std::min(often, limits_.steps_until_asked(iterations_));
            }
            const Entrant entrant = best_entrant();
            const Step step = entrant.place == v_.nowhere ? Step::endless : pivot(entrant);
            if (step == Step::endless && since_ == 0) return;
            if (step != Step::made || since_ >= std::max(endurance, static_cast<std::int64_t>(v_.rows.size())))
                settle();
        }
    }

    /// The edge with the steepest slope for its length, as far as lengths are known.
    [[nodiscard]] Entrant best_entrant() const {
        Entrant best;
        double highest = 0.0;
        for (std::size_t e = 0; e < v_.rows.size(); ++e) {
            const double bound = v_.weights[v_.row_at(e)];
            const double excess = std::abs(v_.prices[e]) - bound;
            const double length = row_lengths_[v_.row_at(e)];
            if (excess > slack * bound && excess * excess > highest * length) {
                highest = excess * excess / length;
                best = {true, e, v_.prices[e] < 0.0 ? -1.0 : 1.0, -excess};
            }
        }
        for (std::size_t j = 0; j < edges_.size(); ++j) {
            const double excess = std::abs(v_.correlations[j]) - v_.alpha;
            if (excess > slack * v_.alpha && excess * excess > highest * column_lengths_[j] && !v_.has_column(j)) {
                highest = excess * excess / column_lengths_[j];
                best = {false, j, v_.correlations[j] < 0.0 ? -1.0 : 1.0, -excess};
            }
        }
        return best;
    }

    Step pivot(const Entrant& entrant) {
        find_direction(entrant);
        find_breakpoints();
        const std::size_t turn = turning_point(points_, entrant.slope);
        if (turn == points_.size()) return Step::endless;
        const Breakpoint end = points_[turn];
        const double crossing = find_edges(entrant, end);
        if (since_ > 0 && std::abs(std::abs(crossing) - end.speed) > doubtful * end.speed) return Step::doubted;
        for (std::size_t i = 0; i < n_; ++i) v_.residuals[i] += end.at * directions_[i];
        for (std::size_t k = 0; k < speeds_.size(); ++k) v_.coefficients[k] += end.at * speeds_[k];
        pass(turn);
        const double change = move_prices(entrant, end, crossing);
        if (end.who < n_) {
            v_.row_comes(end.who, v_.pulls[end.who] - change, entrant, end.at, solved_, left_);
        } else {
            v_.column_goes(end.who - n_, entrant, end.at, solved_);
        }
        ++iterations_;
        ++since_;
        return Step::made;
    }

    /// How coefficients and residuals change while the entrant grows.
    void find_direction(const Entrant& entrant) {
        const std::size_t size = v_.rows.size();
        solved_.resize(size);
        if (entrant.is_row) {
            for (std::size_t k = 0; k < size; ++k) solved_[k] = v_.inverse().row(k)[entrant.place];
            std::fill(directions_.begin(), directions_.end(), 0.0);
        } else {
            const T* column = v_.x.column(entrant.place);
            row_.resize(size);
            for (std::size_t e = 0; e < size; ++e) row_[e] = static_cast<double>(column[v_.row_at(e)]);
            v_.inverse().times(row_, solved_);
            for (std::size_t i = 0; i < n_; ++i) directions_[i] = entrant.sign * static_cast<double>(column[i]);
        }
        speeds_.resize(size);
        for (std::size_t k = 0; k < size; ++k) speeds_[k] = -entrant.sign * solved_[k];
        v_.add_columns(speeds_, directions_);
        for (std::size_t i = 0; i < n_; ++i) directions_[i] = -directions_[i] - speeds_[0];
        for (std::size_t e = 0; e < size; ++e) directions_[v_.row_at(e)] = 0.0;
    }

    /// Where along the direction residuals (by their row) and coefficients (by n plus their place) become zero.
    void find_breakpoints() {
        points_.clear();
        const auto fastest = [](const std::vector<double>& speeds, std::size_t first) {
            double most = 0.0;
            for (std::size_t i = first; i < speeds.size(); ++i) most = std::max(most, std::abs(speeds[i]));
            return most;
        };
        double least = still * fastest(directions_, 0);
        for (std::size_t i = 0; i < n_; ++i) {
            const double toward = v_.pulls[i] < 0.0 ? directions_[i] : -directions_[i];
            if (toward > least)
                points_.push_back({std::abs(v_.residuals[i]) / toward, 2.0 * v_.weights[i] * toward, toward, i});
        }
        least = still * fastest(speeds_, 1);
        for (std::size_t k = 1; k < speeds_.size(); ++k) {
            const double toward = -v_.signs[k] * speeds_[k];
            if (toward > least)
                points_.push_back({std::abs(v_.coefficients[k]) / toward, 2.0 * v_.alpha * toward, toward, n_ + k});
        }
    }

    /// How fast what blocks changes when rows of the vertex (`left_`) or columns (`edges_`) grow instead of the entrant;
    /// returned is its speed for the entrant itself.
    double find_edges(const Entrant& entrant, const Breakpoint& end) {
        const std::size_t size = v_.rows.size();
        if (end.who < n_) {
            row_.resize(size);
            row_[0] = 1.0;
            for (std::size_t k = 1; k < size; ++k) row_[k] = v_.crossing(end.who, v_.column_at(k));
            v_.inverse().from_left(row_, left_);
            for (std::size_t j = 0; j < edges_.size(); ++j) edges_[j] = -v_.crossing(end.who, j);
        } else {
            left_.assign(v_.inverse().row(end.who - n_), v_.inverse().row(end.who - n_) + size);
            for (double& value : left_) value = -value;
            std::fill(edges_.begin(), edges_.end(), 0.0);
        }
        v_.add_rows(v_.rows, left_, edges_);
        return entrant.is_row ? left_[entrant.place] : edges_[entrant.place];
    }

    /// The signs of what was passed turn, and prices follow.
    void pass(std::size_t count) {
        if (count == 0) return;
        passed_.clear();
        changes_.clear();
        row_.assign(v_.rows.size(), 0.0);
        for (std::size_t b = 0; b < count; ++b) {
            const std::size_t who = points_[b].who;
            if (who >= n_) {
                row_[who - n_] -= 2.0 * v_.alpha * v_.signs[who - n_];
                v_.signs[who - n_] = -v_.signs[who - n_];
                continue;
            }
            const double change = -2.0 * v_.pulls[who];
            v_.pulls[who] = -v_.pulls[who];
            passed_.push_back(static_cast<std::int64_t>(who));
            changes_.push_back(change);
            row_[0] -= change;
            for (std::size_t k = 1; k < row_.size(); ++k) row_[k] -= change * v_.crossing(who, v_.column_at(k));
        }
        v_.inverse().from_left(row_, moved_);
        for (std::size_t e = 0; e < moved_.size(); ++e) v_.prices[e] += moved_[e];
        passed_.insert(passed_.end(), v_.rows.begin(), v_.rows.end());
        changes_.insert(changes_.end(), moved_.begin(), moved_.end());
        v_.add_rows(passed_, changes_, v_.correlations);
    }

    /// The prices of the next vertex, where the entrant has the one that its sign says, and lengths of its edges; by how
    /// much the price of what blocks falls.
    double move_prices(const Entrant& entrant, const Breakpoint& end, double crossing) {
        const std::size_t own = entrant.is_row ? v_.row_at(entrant.place) : entrant.place;
        const double price = entrant.is_row ? v_.prices[entrant.place] : v_.correlations[own];
        const double change = (entrant.sign * (entrant.is_row ? v_.weights[own] : v_.alpha) - price) / crossing;
        const double scale = (entrant.is_row ? row_lengths_[own] : column_lengths_[own]) / (crossing * crossing);
        for (std::size_t e = 0; e < left_.size(); ++e) {
            v_.prices[e] += change * left_[e];
            double& length = row_lengths_[v_.row_at(e)];
            length = std::max(length, scale * left_[e] * left_[e]);
        }
        for (std::size_t j = 0; j < edges_.size(); ++j) {
            v_.correlations[j] += change * edges_[j];
            column_lengths_[j] = std::max(column_lengths_[j], scale * edges_[j] * edges_[j]);
        }
        (end.who < n_ ? row_lengths_[end.who] : column_lengths_[v_.column_at(end.who - n_)]) = std::max(scale, 1.0);
        if (scale > too_long) {
            std::fill(row_lengths_.begin(), row_lengths_.end(), 1.0);
            std::fill(column_lengths_.begin(), column_lengths_.end(), 1.0);
        }
        return change;
    }

    /// The gap between the objective and what the prices prove of it once they are scaled to be feasible.
    void look_at_gap() {
        primal_ = 0.0;
        double dual = 0.0;
        double beyond = 1.0;
        for (std::size_t i = 0; i < n_; ++i) {
            primal_ += v_.weights[i] * std::abs(v_.residuals[i]);
            dual += v_.y[i] * v_.pulls[i];
        }
        for (std::size_t k = 1; k < v_.rows.size(); ++k) primal_ += v_.alpha * std::abs(v_.coefficients[k]);
        for (std::size_t e = 0; e < v_.rows.size(); ++e) {
            dual += v_.y[v_.row_at(e)] * v_.prices[e];
            beyond = std::max(beyond, std::abs(v_.prices[e]) / v_.weights[v_.row_at(e)]);
        }
        for (const double value : v_.correlations) beyond = std::max(beyond, std::abs(value) / v_.alpha);
        gap_ = primal_ - dual / beyond;
        limits_.reached(primal_ > 0.0 ? gap_ / primal_ : 0.0);
    }

    /// Whether the gap is what was asked for, or what rounding makes of an objective that is zero.
    [[nodiscard]] bool near_enough() const {
        return gap_ <= options_.tolerance * primal_ + rounding * v_.largest_target() * weight_;
    }

    /// Prices become feasible only at the end, so that pivots must tell: about as many as for vertices of this kind.
    [[nodiscard]] double fraction() const {
        const auto made = static_cast<double>(iterations_);
        return made / (made + 4.0 * static_cast<double>(v_.rows.size()));
    }

    DeviationSolution solution() {
        DeviationSolution out;
        out.columns = v_.columns;
        for (std::size_t k = 1; k < v_.rows.size(); ++k)
            out.coefficients.push_back(v_.negligible(v_.coefficients[k]) ? 0.0 : v_.coefficients[k]);
        out.offset = v_.coefficients[0];
        out.rows = v_.rows;
        out.beta = v_.pulls;
        for (std::size_t e = 0; e < v_.rows.size(); ++e) out.beta[v_.row_at(e)] = v_.prices[e];
        out.iterations = iterations_;
        out.stop = limits_.stop();
        if (out.stop == Stop::converged && !near_enough()) out.stop = Stop::stalled;
        return out;
    }

    const DeviationProblem& p_;
    SolverOptions options_;
    Limits limits_;
    DeviationVertex<T> v_;
    std::size_t n_;
    std::vector<double> directions_, edges_, row_lengths_, column_lengths_;  // lengths are squared
    double weight_;
    std::vector<double> speeds_, solved_, row_, left_, moved_, changes_;
    std::vector<std::int64_t> passed_;
    std::vector<Breakpoint> points_;
    double primal_ = 0.0, gap_ = 0.0;
    std::int64_t iterations_ = 0, since_ = 0;
};

}  // namespace

template <class T>
DeviationSolution least_deviations(const DeviationProblem& problem, const SolverOptions& options,
                                   const BothWays<T>& table) {
    return Deviations<T>(problem, options, table).solve();
}

template DeviationSolution least_deviations<float>(const DeviationProblem&, const SolverOptions&,
                                                   const BothWays<float>&);
template DeviationSolution least_deviations<double>(const DeviationProblem&, const SolverOptions&,
                                                    const BothWays<double>&);

}  // namespace drupe
