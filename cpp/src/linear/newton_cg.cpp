#include "drupe/newton_cg.hpp"

#include <stdexcept>
#include <type_traits>
#include <utility>

#include "drupe/linear_gap.hpp"

namespace drupe {

namespace {

/// Conjugate gradients end when what is left has shrunk to this share, or after so many products.
constexpr double left_over = 0.1;
constexpr int most_products = 300;

/// A step ends where its slope has fallen to this share.
constexpr double flat_enough = 0.3;
constexpr int most_trials = 40;

/// Steps in a row that bring nothing: rounding is all that is left.
constexpr int most_idle = 8;

double dot(const std::vector<double>& a, const std::vector<double>& b) {
    double sum = 0.0;
    for (std::size_t j = 0; j < a.size(); ++j) sum += a[j] * b[j];
    return sum;
}

template <class Loss>
class Newton {
public:
    Newton(const Loss& loss, const LinearProblem& problem, const LinearOptions& options)
        : loss_(loss), problem_(problem), options_(options),
          limit_options_{
              .max_iterations = options.max_steps, .max_seconds = options.max_seconds, .monitor = options.monitor},
          limits_(limit_options_), rows_(problem.rows, problem.constant),
          threads_(pass_threads(rows_, options.threads)), w_(problem.size(), 0.0), gradient_(w_.size()),
          step_(w_.size()), outputs_(rows_.count()), changes_(rows_.count()), dual_(rows_.count()) {
        if (options.start != nullptr) w_.assign(options.start, options.start + w_.size());
    }

    LinearSolution solve() {
        find_outputs(w_, outputs_);
        answer();
        while (!is_small_enough() && may_go_on()) {
            find_step();
            if (limits_.stop() != Stop::converged) break;
            find_outputs(step_, changes_);
            const double length = step_length();
            for (std::size_t j = 0; j < w_.size(); ++j) w_[j] += length * step_[j];
            for (std::size_t i = 0; i < outputs_.size(); ++i) outputs_[i] += length * changes_[i];
            ++steps_;
            answer();
        }
        if (!proven_) prove();
        return {std::move(w_), std::move(dual_), objective_, gap_, steps_, stop()};
    }

private:
    [[nodiscard]] bool is_free() const { return problem_.constant != 0.0 && !problem_.constant_penalized; }

    /// Weights that are penalized.
    [[nodiscard]] std::size_t penalized() const { return w_.size() - (is_free() ? 1 : 0); }

    void find_outputs(const std::vector<double>& w, std::vector<double>& out) const {
        parallel_stretches(out.size(), threads_, [&](std::size_t first, std::size_t last) {
            for (std::size_t i = first; i < last; ++i) out[i] = problem_.costs[i] > 0.0 ? rows_.dot(i, w.data()) : 0.0;
        });
    }

    /// F, its gradient R w − X'a with a = −c L′, and the rows that have curvature.
    void answer() {
        proven_ = false;
        curved_.clear();
        curvatures_.clear();
        double losses = 0.0;
        for (std::size_t i = 0; i < outputs_.size(); ++i) {
            const double c = problem_.costs[i], y = problem_.targets[i], m = outputs_[i];
            dual_[i] = c > 0.0 ? -c * loss_.slope(y, m) : 0.0;
            if (c <= 0.0) continue;
            losses += c * loss_.value(y, m);
            const double curvature = c * loss_.curvature(y, m);
            if (curvature <= 0.0) continue;
            curved_.push_back(static_cast<std::uint32_t>(i));
            curvatures_.push_back(curvature);
        }
        gradient_ = summed_rows(problem_, rows_, dual_.data(), options_.threads);
        double squares = 0.0, slopes = 0.0;
        for (std::size_t j = 0; j < w_.size(); ++j) {
            const double pull = j < penalized() ? w_[j] : 0.0;
            gradient_[j] = pull - gradient_[j];
            squares += pull * pull;
            slopes += gradient_[j] * gradient_[j];
        }
        objective_ = 0.5 * squares + losses;
        gap_ = 0.5 * slopes;  // F(w) − D(a), were all weights penalized
    }

    [[nodiscard]] bool is_small_enough() {
        if (gap_ > options_.gap * objective_) return false;
        find_outputs(w_, outputs_);  // of which steps keep track only as far as rounding lets them
        answer();
        if (gap_ > options_.gap * objective_) return false;
        prove();
        return gap_ <= options_.gap * objective_;
    }

    /// The gap of what `dual_` becomes when it is made feasible.
    void prove() {
        proven_ = true;
        if (!is_free()) return;
        dual_ = balanced(dual_);
        const std::vector<double> v = summed_rows(problem_, rows_, dual_.data(), options_.threads);
        gap_ = loss_sums(loss_, problem_, rows_, w_.data(), dual_.data(), threads_).residuals;
        for (std::size_t j = 0; j < penalized(); ++j) gap_ += 0.5 * (w_[j] - v[j]) * (w_[j] - v[j]);
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

    /// (R + X' diag(h) X) p.
    void multiply(PartialSums& sums, const std::vector<double>& p, std::vector<double>& out) const {
        std::copy(p.begin(), p.end(), out.begin());
        if (is_free()) out.back() = 0.0;
        sums.add_rows(curved_.size(), out.data(), [&](std::size_t k, double* into) {
            const std::size_t i = curved_[k];
            rows_.add(i, curvatures_[k] * rows_.dot(i, p.data()), into);
        });
    }

    [[nodiscard]] std::vector<double> diagonal(PartialSums& sums) const {
        std::vector<double> out(w_.size(), 1.0);
        if (is_free()) out.back() = 0.0;
        sums.add_rows(curved_.size(), out.data(),
                      [&](std::size_t k, double* into) { rows_.add_squares(curved_[k], curvatures_[k], into); });
        if (out.back() <= 0.0) out.back() = 1.0;
        return out;
    }

    /// H step = −gradient, nearly.
    void find_step() {
        std::size_t entries = 0;
        for (const std::uint32_t i : curved_) entries += rows_.entries(i);
        PartialSums sums(w_.size(), entries, options_.threads);
        const std::vector<double> scale = diagonal(sums);
        std::vector<double> rest(w_.size()), scaled(w_.size()), p(w_.size()), product(w_.size());
        for (std::size_t j = 0; j < w_.size(); ++j) {
            rest[j] = -gradient_[j];
            p[j] = scaled[j] = rest[j] / scale[j];
            step_[j] = 0.0;
        }
        double size = dot(rest, scaled);
        const double enough = left_over * left_over * size;
        for (int turn = 0; turn < most_products && size > enough && limits_.may_go_on(steps_, 0.0); ++turn) {
            multiply(sums, p, product);
            const double curvature = dot(p, product);
            if (!(curvature > 0.0)) break;
            const double length = size / curvature;
            for (std::size_t j = 0; j < w_.size(); ++j) {
                step_[j] += length * p[j];
                rest[j] -= length * product[j];
                scaled[j] = rest[j] / scale[j];
            }
            const double before = size;
            size = dot(rest, scaled);
            for (std::size_t j = 0; j < w_.size(); ++j) p[j] = scaled[j] + size / before * p[j];
        }
    }

    /// Where along the step F is nearly flat: a root of its slope, between bounds, by secants and every third time by halves.
    [[nodiscard]] double step_length() const {
        double pull = 0.0, stiffness = 0.0;
        for (std::size_t j = 0; j < penalized(); ++j) {
            pull += w_[j] * step_[j];
            stiffness += step_[j] * step_[j];
        }
        const auto slope = [&](double t) {
            return pull + t * stiffness + sum_over<double>(outputs_.size(), threads_, [&](std::size_t i) {
                       const double c = problem_.costs[i];
                       if (c <= 0.0 || changes_[i] == 0.0) return 0.0;
                       return c * loss_.slope(problem_.targets[i], outputs_[i] + t * changes_[i]) * changes_[i];
                   });
        };
        const double first = slope(0.0);
        if (!(first < 0.0)) return 0.0;
        double low = 0.0, low_slope = first, high = -1.0, high_slope = 0.0, t = 1.0;
        for (int trial = 0; trial < most_trials; ++trial) {
            const double here = slope(t);
            if (std::abs(here) <= flat_enough * -first) break;
            (here < 0.0 ? low : high) = t;
            (here < 0.0 ? low_slope : high_slope) = here;
            if (high < 0.0) {
                t *= 4.0;
            } else if (trial % 3 == 2) {
                t = 0.5 * (low + high);
            } else {
                t = low + (high - low) * low_slope / (low_slope - high_slope);
            }
        }
        return t;
    }

    const Loss& loss_;
    const LinearProblem& problem_;
    const LinearOptions& options_;
    SolverOptions limit_options_;
    Limits limits_;
    RowProducts rows_;
    int threads_;
    std::vector<double> w_, gradient_, step_, outputs_, changes_, dual_, curvatures_;
    std::vector<std::uint32_t> curved_;
    double objective_ = 0.0, gap_ = 0.0;
    double lowest_ = std::numeric_limits<double>::infinity(), smallest_ = lowest_;
    bool proven_ = false;
    int idle_ = 0;
    std::int64_t steps_ = 0;
};

}  // namespace

LinearSolution solve_newton_cg(const LinearProblem& problem, const LinearOptions& options) {
    return with_loss(problem, [&](const auto& loss) -> LinearSolution {
        if constexpr (std::decay_t<decltype(loss)>::is_smooth) {
            return Newton(loss, problem, options).solve();
        } else {
            throw std::invalid_argument("Newton's method needs a smooth loss");
        }
    });
}

}  // namespace drupe
