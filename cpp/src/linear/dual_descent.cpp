#include "drupe/dual_descent.hpp"

#include <limits>
#include <numeric>
#include <utility>

#include "drupe/linear_gap.hpp"
#include "drupe/random.hpp"

namespace drupe {

namespace {

/// The gap is looked at when the violation has fallen to this share, or after so many epochs.
constexpr double fallen = 0.15;
constexpr std::int64_t patience = 40;

/// Looks in a row, and epochs, that bring nothing: rounding is all that is left.
constexpr int most_idle = 50;
constexpr std::int64_t most_idle_epochs = 2000;

/// Rows between two questions whether to go on.
constexpr std::size_t asked_every = 1024;

constexpr double never = std::numeric_limits<double>::infinity();

template <class Loss>
class Descent {
public:
    Descent(const Loss& loss, const LinearProblem& problem, const LinearOptions& options)
        : loss_(loss), problem_(problem), options_(options),
          limit_options_{
              .max_iterations = options.max_steps, .max_seconds = options.max_seconds, .monitor = options.monitor},
          limits_(limit_options_), random_(options.seed), rows_(problem.rows, problem.constant),
          squared_norms_(problem.rows.n), a_(problem.rows.n, 0.0), w_(problem.size(), 0.0) {}

    LinearSolution descend() {
        prepare();
        bool converged = options_.start_dual != nullptr && look();
        for (std::int64_t since = 0; !converged && limits_.may_go_on(epochs_, 0.0);) {
            const double violation = epoch();
            limits_.reached(violation);
            if (limits_.stop() != Stop::converged) break;
            ++epochs_;
            if (violation_ == never) violation_ = violation;
            if (violation > fallen * violation_ && ++since < patience && kept_ > 0) continue;
            since = 0;
            converged = look();
            if (!converged && is_idle()) return finished(Stop::stalled);
        }
        return finished(converged ? Stop::converged : limits_.stop());
    }

private:
    [[nodiscard]] bool is_free() const { return problem_.constant != 0.0 && !problem_.constant_penalized; }

    void prepare() {
        for (std::size_t i = 0; i < a_.size(); ++i) {
            squared_norms_[i] = rows_.squared_norm(i);
            if (problem_.costs[i] <= 0.0) continue;
            order_.push_back(static_cast<std::uint32_t>(i));
            if (options_.start_dual != nullptr)
                a_[i] = loss_.allowed(problem_.targets[i], options_.start_dual[i], problem_.costs[i]);
        }
        kept_ = order_.size();
        if (is_free()) {
            if (options_.start != nullptr) w_.back() = center_ = options_.start[problem_.rows.d];
            // At first it counts as much in the length of a row as all that is stored. More would tie all rows together.
            const double own = problem_.constant * problem_.constant, n = static_cast<double>(rows_.count());
            const double total = std::accumulate(squared_norms_.begin(), squared_norms_.end(), 0.0);
            set_give(total > n * own ? (total / n - own) / own : 1.0);
        }
        if (options_.start_dual != nullptr) refresh();
    }

    /// A free constant is penalized by ½ (b − center)² / give.
    void set_give(double give) {
        for (double& q : squared_norms_) q += problem_.constant * problem_.constant * (give - give_);
        give_ = give;
        rows_.set_give(give);
    }

    /// w = X'a anew, of which steps keep track only as far as rounding lets them.
    void refresh() {
        w_ = summed_rows(problem_, rows_, a_.data(), options_.threads);
        if (is_free()) w_.back() += center_;
    }

    /// Every row that is kept once, in random order; the largest violation.
    double epoch() {
        shuffle();
        double worst = 0.0;
        for (std::size_t k = 0; k < kept_; ++k) {
            if (k % asked_every == asked_every - 1 && !limits_.may_go_on(epochs_, 0.0)) break;
            if (k + ahead < kept_) rows_.fetch(order_[k + ahead]);
            const std::size_t i = order_[k];
            const DualStep step = step_of(i, rows_.dot(i, w_.data()));
            if (step.slack > threshold_) {
                std::swap(order_[k--], order_[--kept_]);
                continue;
            }
            worst = std::max(worst, step.violation);
            if (step.dual == a_[i]) continue;
            rows_.add(i, step.dual - a_[i], w_.data());
            a_[i] = step.dual;
        }
        threshold_ = worst > 0.0 ? worst : never;
        return worst;
    }

    [[nodiscard]] DualStep step_of(std::size_t i, double m) const {
        return loss_.step(problem_.targets[i], m, a_[i], problem_.costs[i], squared_norms_[i]);
    }

    void shuffle() {
        for (std::size_t k = kept_; k > 1; --k) {
            const auto other = static_cast<std::size_t>(((random_.bits() >> 32) * k) >> 32);
            std::swap(order_[k - 1], order_[other]);
        }
    }

    struct Look {
        LossSums sums;
        double worst = 0.0;

        Look& operator+=(const Look& other) {
            sums += other.sums;
            worst = std::max(worst, other.worst);
            return *this;
        }
    };

    /// All rows, none of which moves: whether the gap is small enough, and if not which rows may be left out.
    bool look() {
        std::vector<double> slacks(order_.size());
        const Look all = sum_over<Look>(order_.size(), pass_threads(rows_, options_.threads), [&](std::size_t k) {
            const std::size_t i = order_[k];
            const double c = problem_.costs[i], y = problem_.targets[i], m = rows_.dot(i, w_.data());
            const DualStep step = step_of(i, m);
            slacks[k] = step.slack;
            return Look{{c * loss_.value(y, m), loss_.residual(y, m, a_[i], c)}, step.violation};
        });
        violation_ = threshold_ = all.worst;
        kept_ = order_.size();
        for (std::size_t k = kept_; k-- > 0;) {
            if (slacks[k] > threshold_) std::swap(order_[k], order_[--kept_]);
        }
        const double enough = options_.gap * (0.5 * squares(w_) + all.sums.losses);
        if (all.sums.residuals <= enough && is_certified()) return true;
        const double drift = is_free() ? 0.5 * shift() * shift() / give_ : 0.0;
        count_idle(all.sums.residuals + drift);
        if (drift > 0.0 && all.sums.residuals <= std::max(0.1 * drift, 0.5 * enough)) hold_elsewhere();
        return false;
    }

    /// A free constant is from now on held where it is. Held looser where that has been easy so far, since it goes further.
    void hold_elsewhere() {
        constexpr std::int64_t easy = 10, hard = 60;
        const double pulls = shift() / give_;
        center_ = w_.back();
        const std::int64_t taken = epochs_ - held_since_;
        held_since_ = epochs_;
        if (taken <= easy) set_give(4.0 * give_);
        if (taken >= hard) set_give(0.5 * give_);
        w_.back() = center_ + pulls * give_;
        violation_ = threshold_ = never;
        kept_ = order_.size();
    }

    [[nodiscard]] double squares(const std::vector<double>& w) const {
        double sum = 0.0;
        for (std::size_t j = 0; j < w.size() - (is_free() ? 1 : 0); ++j) sum += w[j] * w[j];
        return sum;
    }

    /// How far a free constant's weight is from where it is held.
    [[nodiscard]] double shift() const { return w_.back() - center_; }

    /// The gap of feasible dual variables and the weights that they stand for.
    bool is_certified() {
        if (!is_free()) refresh();
        dual_ = is_free() ? balanced(a_) : a_;
        weights_ = is_free() ? summed_rows(problem_, rows_, dual_.data(), options_.threads) : w_;
        if (is_free()) weights_.back() = w_.back();
        const LossSums sums =
            loss_sums(loss_, problem_, rows_, weights_.data(), dual_.data(), options_.threads);  // w − X'a = 0
        objective_ = 0.5 * squares(weights_) + sums.losses;
        gap_ = sums.residuals;
        return gap_ <= options_.gap * objective_;
    }

    void count_idle(double distance) {
        ++idle_;
        if (distance < 0.999 * least_) {
            idle_ = 0;
            nearer_at_ = epochs_;
        }
        least_ = std::min(least_, distance);
    }

    [[nodiscard]] bool is_idle() const { return idle_ >= most_idle && epochs_ - nearer_at_ >= most_idle_epochs; }

    LinearSolution finished(Stop stop) {
        if (stop != Stop::converged && is_certified()) stop = Stop::converged;
        return {std::move(weights_), std::move(dual_), objective_, gap_, epochs_, stop};
    }

    /// Rows whose numbers are on their way.
    static constexpr std::size_t ahead = 2;

    const Loss& loss_;
    const LinearProblem& problem_;
    const LinearOptions& options_;
    SolverOptions limit_options_;
    Limits limits_;
    Random random_;
    double give_ = 1.0;
    RowProducts rows_;
    std::vector<double> squared_norms_, a_, w_;
    std::vector<std::uint32_t> order_;  // rows that cost; the first kept_ of them take part
    std::size_t kept_ = 0;
    double threshold_ = never, violation_ = never;
    double center_ = 0.0, least_ = never;
    int idle_ = 0;
    std::int64_t epochs_ = 0, held_since_ = 0, nearer_at_ = 0;
    std::vector<double> weights_, dual_;  // what is handed over
    double objective_ = 0.0, gap_ = 0.0;
};

}  // namespace

LinearSolution descend_dual(const LinearProblem& problem, const LinearOptions& options) {
    return with_loss(problem, [&](const auto& loss) { return Descent(loss, problem, options).descend(); });
}

}  // namespace drupe
