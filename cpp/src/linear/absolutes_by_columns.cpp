#include "drupe/absolutes_by_columns.hpp"

#include <numeric>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include "drupe/linear_gap.hpp"
#include "drupe/random.hpp"

namespace drupe {

namespace {

/// Columns that are worked on beside those that count.
constexpr std::size_t fewest = 100;

/// The model is good enough when its violations have fallen to this share, or after so many rounds.
constexpr double left_over = 0.1;
constexpr int most_rounds = 100;

/// A step is shortened until this share of what the model promises has come, at most so often.
constexpr double kept_promise = 0.01;
constexpr int most_halvings = 60;

/// Costs start at so many times those at which no column counts, and grow by this factor; the gap that will do until the last.
constexpr double far = 100.0;
constexpr double stride = 5.0;
constexpr double roughly = 1e-2;

/// Steps in a row that bring nothing: rounding is all that is left.
constexpr int most_idle = 8;

constexpr double never = std::numeric_limits<double>::infinity();

/// The rows, column after column, with that of the constant.
class Transposed {
public:
    Transposed(const LinearProblem& problem, const RowProducts& rows) : starts_(problem.size() + 1, 0) {
        each(problem, rows, [&](std::size_t, std::size_t j, double) { ++starts_[j + 1]; });
        std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
        rows_.resize(starts_.back());
        values_.resize(starts_.back());
        std::vector<std::size_t> next(starts_.begin(), starts_.end() - 1);
        each(problem, rows, [&](std::size_t i, std::size_t j, double x) {
            rows_[next[j]] = static_cast<std::uint32_t>(i);
            values_[next[j]++] = x;
        });
    }

    /// use(row, value) for all entries of a column.
    template <class Use>
    void column(std::size_t j, Use use) const {
        for (std::size_t e = starts_[j]; e < starts_[j + 1]; ++e) use(rows_[e], values_[e]);
    }

    [[nodiscard]] double dot(std::size_t j, const double* u) const {
        double even = 0.0, odd = 0.0;
        std::size_t e = starts_[j];
        for (; e + 1 < starts_[j + 1]; e += 2) {
            even += values_[e] * u[rows_[e]];
            odd += values_[e + 1] * u[rows_[e + 1]];
        }
        if (e < starts_[j + 1]) even += values_[e] * u[rows_[e]];
        return even + odd;
    }

private:
    /// Entries of rows that cost and are not zero.
    template <class Use>
    static void each(const LinearProblem& problem, const RowProducts& rows, Use use) {
        for (std::size_t i = 0; i < rows.count(); ++i) {
            if (problem.costs[i] <= 0.0) continue;
            rows.each(i, [&](std::size_t j, double x) {
                if (x != 0.0) use(i, j, x);
            });
            if (problem.constant != 0.0) use(i, problem.rows.d, problem.constant);
        }
    }

    std::vector<std::size_t> starts_;
    std::vector<std::uint32_t> rows_;
    std::vector<double> values_;
};

template <class Loss>
class ByColumns {
public:
    ByColumns(const Loss& loss, const LinearProblem& problem, const LinearOptions& options)
        : loss_(loss), problem_(problem), options_(options),
          limit_options_{
              .max_iterations = options.max_steps, .max_seconds = options.max_seconds, .monitor = options.monitor},
          limits_(limit_options_), random_(options.seed), rows_(problem.rows, problem.constant),
          columns_(problem, rows_), costs_(problem.costs, problem.costs + problem.rows.n), w_(problem.size(), 0.0),
          slopes_(w_.size()), moves_(w_.size(), 0.0), outputs_(rows_.count()), changes_(rows_.count()),
          pulls_(rows_.count()), curvatures_(rows_.count()) {
        if (options.start != nullptr) w_.assign(options.start, options.start + w_.size());
    }

    LinearSolution solve() {
        // From nothing, large costs are far away: by way of smaller ones, each met roughly.
        find_outputs();
        answer();
        if (options_.start == nullptr) {
            for (double share = far / steepest(); share < 1.0 && limits_.stop() == Stop::converged; share *= stride) {
                weigh(share);
                approach(std::max(roughly, options_.gap));
            }
        }
        weigh(1.0);
        approach(options_.gap);
        return {std::move(w_), std::move(dual_), objective_, gap_, steps_, stop()};
    }

private:
    void approach(double gap) {
        lowest_ = smallest_ = never;
        idle_ = 0;
        answer();
        while (!is_small_enough(gap) && may_go_on()) {
            choose();
            minimize_model();
            if (limits_.stop() != Stop::converged) break;
            move();
            ++steps_;
            answer();
        }
    }

    void weigh(double share) {
        for (std::size_t i = 0; i < costs_.size(); ++i) costs_[i] = share * problem_.costs[i];
    }

    [[nodiscard]] double steepest() const {
        double out = 0.0;
        for (const double slope : slopes_) out = std::max(out, std::abs(slope));
        return out;
    }

    [[nodiscard]] bool is_free() const { return problem_.constant != 0.0 && !problem_.constant_penalized; }
    [[nodiscard]] double price(std::size_t j) const { return is_free() && j + 1 == w_.size() ? 0.0 : 1.0; }

    void find_outputs() {
        for (std::size_t i = 0; i < outputs_.size(); ++i) outputs_[i] = costs_[i] > 0.0 ? rows_.dot(i, w_.data()) : 0.0;
    }

    [[nodiscard]] double losses(double length) const {
        return sum_over<double>(outputs_.size(), 1, [&](std::size_t i) {
            const double c = costs_[i];
            return c > 0.0 ? c * loss_.value(problem_.targets[i], outputs_[i] + length * changes_[i]) : 0.0;
        });
    }

    [[nodiscard]] double absolutes(double length) const {
        double sum = 0.0;
        for (std::size_t j = 0; j < w_.size(); ++j) sum += price(j) * std::abs(w_[j] + length * moves_[j]);
        return sum;
    }

    /// Slopes and curvatures of the losses, F and its gap.
    void answer() {
        std::fill(changes_.begin(), changes_.end(), 0.0);
        std::fill(moves_.begin(), moves_.end(), 0.0);
        for (std::size_t i = 0; i < outputs_.size(); ++i) {
            const double c = costs_[i], y = problem_.targets[i], m = outputs_[i];
            pulls_[i] = c > 0.0 ? -c * loss_.slope(y, m) : 0.0;
            curvatures_[i] = c > 0.0 ? c * loss_.curvature(y, m) : 0.0;
        }
        for (std::size_t j = 0; j < w_.size(); ++j) slopes_[j] = -columns_.dot(j, pulls_.data());
        objective_ = absolutes(0.0) + losses(0.0);
        prove();
    }

    /// D(a) of a = −c L′, made feasible: Σ rⱼ|wⱼ| − wⱼ vⱼ and the residuals of rows, with v = X'a.
    void prove() {
        dual_ = pulls_;
        std::vector<double> v(w_.size());
        for (std::size_t j = 0; j < w_.size(); ++j) v[j] = -slopes_[j];
        if (is_free()) {
            dual_ = balanced(pulls_);
            for (std::size_t j = 0; j < w_.size(); ++j) v[j] = columns_.dot(j, dual_.data());
            v.back() = 0.0;
        }
        double largest = 1.0;
        for (const double value : v) largest = std::max(largest, std::abs(value));
        for (double& a : dual_) a /= largest;
        gap_ = sum_over<double>(outputs_.size(), 1, [&](std::size_t i) {
            const double c = costs_[i];
            return c > 0.0 ? loss_.residual(problem_.targets[i], outputs_[i], dual_[i], c) : 0.0;
        });
        for (std::size_t j = 0; j < w_.size(); ++j)
            gap_ += std::max(0.0, price(j) * std::abs(w_[j]) - w_[j] * v[j] / largest);
    }

    [[nodiscard]] bool is_small_enough(double gap) {
        if (gap_ > gap * objective_) return false;
        find_outputs();  // of which steps keep track only as far as rounding lets them
        answer();
        return gap_ <= gap * objective_;
    }

    bool may_go_on() {
        idle_ = objective_ < lowest_ - 1e-13 * lowest_ || gap_ < 0.9 * smallest_ ? 0 : idle_ + 1;
        lowest_ = std::min(lowest_, objective_);
        smallest_ = std::min(smallest_, gap_);
        limits_.reached(gap_ / objective_);
        return idle_ < most_idle && limits_.may_go_on(steps_, 0.0);
    }

    [[nodiscard]] Stop stop() const {
        if (gap_ <= options_.gap * objective_) return Stop::converged;
        return limits_.stop() == Stop::converged ? Stop::stalled : limits_.stop();
    }

    /// How far a slope is from what a weight like this demands; below zero, how far it is within.
    [[nodiscard]] double violation(std::size_t j, double weight, double slope) const {
        if (weight > 0.0) return std::abs(slope + price(j));
        if (weight < 0.0) return std::abs(slope - price(j));
        return std::abs(slope) - price(j);
    }

    /// The columns that count and the worst of the others, as many again.
    void choose() {
        chosen_.clear();
        std::vector<std::pair<double, std::uint32_t>> others;
        for (std::size_t j = 0; j < w_.size(); ++j) {
            const double wrong = violation(j, w_[j], slopes_[j]);
            if (w_[j] != 0.0) {
                chosen_.push_back(static_cast<std::uint32_t>(j));
            } else if (wrong > 0.0) {
                others.emplace_back(-wrong, static_cast<std::uint32_t>(j));
            }
        }
        const std::size_t more = std::min(others.size(), std::max(fewest, 2 * chosen_.size()));
        std::nth_element(others.begin(), others.begin() + static_cast<std::ptrdiff_t>(more), others.end());
        for (std::size_t k = 0; k < more; ++k) chosen_.push_back(others[k].second);
        stiffness_.assign(chosen_.size(), 0.0);
        place_.resize(w_.size());
        for (std::size_t k = 0; k < chosen_.size(); ++k) {
            place_[chosen_[k]] = static_cast<std::uint32_t>(k);
            columns_.column(chosen_[k], [&](std::uint32_t i, double x) { stiffness_[k] += curvatures_[i] * x * x; });
        }
    }

    /// Min over moves d of ⟨slopes, d⟩ + ½ Σ h ⟨x, d⟩² + Σ r |w + d|, with h ⟨x, d⟩ at hand for every row.
    void minimize_model() {
        std::vector<double> bends(outputs_.size(), 0.0);
        std::size_t kept = chosen_.size();
        double first = 0.0, threshold = never;
        for (int round = 0; round < most_rounds && limits_.may_go_on(steps_, 0.0); ++round) {
            double total = 0.0, worst = 0.0;
            shuffle(kept);
            for (std::size_t k = 0; k < kept; ++k) {
                const double wrong = update(chosen_[k], bends);
                if (wrong < -threshold) {
                    std::swap(chosen_[k--], chosen_[--kept]);
                    continue;
                }
                total += std::max(wrong, 0.0);
                worst = std::max(worst, wrong);
            }
            if (round == 0) first = total;
            threshold = worst;
            if (total > left_over * first) continue;
            if (kept == chosen_.size()) break;
            kept = chosen_.size();
            threshold = never;
        }
        for (const std::uint32_t j : chosen_) {
            if (moves_[j] == 0.0) continue;
            columns_.column(j, [&](std::uint32_t i, double x) { changes_[i] += moves_[j] * x; });
        }
    }

    /// The best move of one column, all others held; its violation before.
    double update(std::uint32_t j, std::vector<double>& bends) {
        constexpr double least = 1e-12;
        const double weight = w_[j] + moves_[j], bend = std::max(stiffness_[place_[j]], least);
        const double slope = slopes_[j] + columns_.dot(j, bends.data());
        const double wrong = violation(j, weight, slope);
        const double up = slope + price(j), down = slope - price(j);
        double move = -weight;
        if (up < bend * weight) {
            move = -up / bend;
        } else if (down > bend * weight) {
            move = -down / bend;
        }
        if (move == 0.0) return wrong;
        moves_[j] = move == -weight ? -w_[j] : moves_[j] + move;  // exactly to zero
        columns_.column(j, [&](std::uint32_t i, double x) { bends[i] += curvatures_[i] * x * move; });
        return wrong;
    }

    void shuffle(std::size_t count) {
        for (std::size_t k = count; k > 1; --k) {
            const auto other = static_cast<std::size_t>(((random_.bits() >> 32) * k) >> 32);
            std::swap(chosen_[k - 1], chosen_[other]);
        }
    }

    /// As far along the moves as F falls.
    void move() {
        double promise = absolutes(1.0) - absolutes(0.0);
        for (const std::uint32_t j : chosen_) promise += slopes_[j] * moves_[j];
        const double rounding = 1e-15 * objective_;
        double length = 1.0;
        for (int halving = 0; halving < most_halvings; ++halving, length *= 0.5) {
            const double here = absolutes(length) + losses(length);
            if (here <= objective_ + kept_promise * length * promise + rounding) break;
        }
        for (const std::uint32_t j : chosen_) w_[j] += length * moves_[j];
        for (std::size_t i = 0; i < outputs_.size(); ++i) outputs_[i] += length * changes_[i];
    }

    const Loss& loss_;
    const LinearProblem& problem_;
    const LinearOptions& options_;
    SolverOptions limit_options_;
    Limits limits_;
    Random random_;
    RowProducts rows_;
    Transposed columns_;
    std::vector<double> costs_;  // for now
    std::vector<double> w_, slopes_, moves_, outputs_, changes_, pulls_, curvatures_, stiffness_, dual_;
    std::vector<std::uint32_t> chosen_, place_;
    double objective_ = 0.0, gap_ = 0.0, lowest_ = never, smallest_ = never;
    int idle_ = 0;
    std::int64_t steps_ = 0;
};

}  // namespace

LinearSolution solve_absolutes_by_columns(const LinearProblem& problem, const LinearOptions& options) {
    return with_loss(problem, [&](const auto& loss) -> LinearSolution {
        if constexpr (std::decay_t<decltype(loss)>::is_smooth) {
            return ByColumns(loss, problem, options).solve();
        } else {
            throw std::invalid_argument("absolute values of so many weights need a smooth loss");
        }
    });
}

}  // namespace drupe
