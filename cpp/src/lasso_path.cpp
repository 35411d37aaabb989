#include "drupe/lasso_path.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "drupe/changing_factor.hpp"
#include "drupe/column_store.hpp"

namespace drupe {

namespace {

/// Columns that come or go between two looks at what rounding has done to the correlations.
constexpr std::int64_t patience = 32;

/// Errors of the direction's correlations: from which on it is mended, and from which on X itself is asked.
constexpr double mended = 1e-11;
constexpr double doubtful = 1e-9;

/// Speed, in units of that of α, below which a correlation does not close its distance to α.
constexpr double still = 1e-11;

/// A step shorter than this share of α is none.
constexpr double no_step = 1e-15;

/// Columns that are fetched with the first.
constexpr std::size_t fewest = 7;

/// Rounds in which what rounding has done at the end is mended.
constexpr int polishing = 3;

constexpr double never = std::numeric_limits<double>::infinity();

class Follower {
public:
    Follower(const LassoProblem& problem, const LassoOptions& options, ColumnSource& source)
        : problem_(problem), options_(options), source_(source), watch_(options.monitor, 1.0),
          fetched_(problem.targets.size(), problem.columns, source), factor_(problem.targets.size()),
          correlations_(problem.columns), speeds_(problem.columns), closing_(problem.columns),
          standing_of_(problem.columns, Standing::outside) {}

    LassoPath follow() {
        try {
            start();
            while (!stopped() && step()) {
            }
            if (!active_.empty() && path_.stop != Stop::interrupted) polish();
        } catch (const Interrupted&) {
            path_.stop = Stop::interrupted;
        }
        path_.fetched = fetched_.made();
        return std::move(path_);
    }

private:
    enum class Standing : std::uint8_t { outside, active, barred };

    bool stopped() {
        const double most = std::max(options_.least, alpha_first_ * std::numeric_limits<double>::epsilon());
        const double share = std::log(alpha_first_ / alpha_) / std::log(std::max(alpha_first_ / most, 2.0));
        if (share > told_) watch_.finished(std::min(share, 1.0) - told_);
        told_ = std::max(told_, std::min(share, 1.0));
        watch_.poll();
        if (watch_.stopped()) path_.stop = Stop::interrupted;
        if (options_.max_iterations >= 0 && path_.iterations >= options_.max_iterations) path_.stop = Stop::iterations;
        return path_.stop != Stop::converged;
    }

    /// The largest α at which all coefficients are zero, and the first column, of several the first.
    void start() {
        source_.correlate(problem_.targets.data(), correlations_.data());
        std::size_t first = 0;
        for (std::size_t j = 0; j < problem_.columns; ++j) {
            if (std::abs(correlations_[j]) > std::abs(correlations_[first])) first = j;
        }
        alpha_first_ = alpha_ = std::abs(correlations_[first]);
        for (std::size_t j = 0; j < problem_.columns; ++j) closing_[j] = alpha_ - std::abs(correlations_[j]);
        record();
        if (alpha_ > options_.least && options_.max_nonzeros != 0) join(first);
    }

    /// To the next knot, where a column joins or leaves; false at the end of the path.
    bool step() {
        if (active_.empty()) return false;
        find_direction();
        const auto [joining, until_join] = next_to_join();
        const auto [leaving, until_drop] = next_to_leave();
        const double until_end = alpha_ - options_.least;
        const double length = std::min({until_join, until_drop, until_end});
        idle_ = length > no_step * alpha_ ? 0 : idle_ + 1;
        move(length);
        ++path_.iterations;
        if (length == until_end) {
            alpha_ = options_.least;  // and not what rounding makes of it
            return false;
        }
        if (until_drop <= until_join) {
            values_[leaving] = 0.0;
            record_if_moved(length, leaving);
            drop(leaving);
        } else {
            record_if_moved(length, active_.size());
            if (options_.max_nonzeros >= 0 && static_cast<std::int64_t>(active_.size()) >= options_.max_nonzeros) {
                path_.stop = Stop::iterations;
                return false;
            }
            // At one α columns may come and go for ever where many tie; one that is let in no more ends it.
            if (idle_ > 4 * (static_cast<std::int64_t>(active_.size()) + patience)) {
                standing_of_[joining] = Standing::barred;
            } else {
                join(joining);
            }
        }
        if (path_.iterations % patience == 0) correct();
        return true;
    }

    /// d with X_AᵀX_A d = signs, and how fast each correlation falls along it, in units of the fall of α.
    void find_direction() {
        // What was solved for the columns before stays right when more come after them.
        solved_.insert(solved_.end(), signs_.begin() + static_cast<std::ptrdiff_t>(solved_.size()), signs_.end());
        factor_.solve_transposed(solved_, solved_before_);
        solved_before_ = solved_.size();
        direction_ = solved_;
        factor_.solve(direction_);
        std::fill(speeds_.begin(), speeds_.end(), 0.0);
        fetched_.add_images(slots_, direction_, speeds_.data());
        auto [errors, worst] = direction_errors();
        if (worst <= mended) return;
        add_solved(errors, direction_, speeds_, 1.0);
        if (direction_errors().second <= doubtful) return;
        source_.correlate(factor_.spanned(solved_).data(), speeds_.data());
    }

    [[nodiscard]] std::pair<std::vector<double>, double> direction_errors() const {
        std::vector<double> errors(active_.size());
        double worst = 0.0;
        for (std::size_t k = 0; k < active_.size(); ++k) {
            errors[k] = signs_[k] - speeds_[place(k)];
            worst = std::max(worst, std::abs(errors[k]));
        }
        return {errors, worst};
    }

    /// Solves for what is missing in the correlations of active columns; adds it to coefficients and their images.
    void add_solved(std::vector<double> missing, std::vector<double>& coefficients, std::vector<double>& images,
                    double sign) const {
        factor_.solve_transposed(missing);
        factor_.solve(missing);
        for (std::size_t k = 0; k < missing.size(); ++k) coefficients[k] += missing[k];
        for (double& value : missing) value *= sign;
        fetched_.add_images(slots_, missing, images.data());
    }

    /// The column outside whose correlation is the first to reach α, and after which fall of α.
    std::pair<std::size_t, double> next_to_join() {
        std::size_t first = 0;
        double least = never;
        for (std::size_t j = 0; j < problem_.columns; ++j) {
            closing_[j] = never;
            if (standing_of_[j] != Standing::outside) continue;
            const double c = correlations_[j], v = speeds_[j];
            const double up = 1.0 - v > still ? std::max(alpha_ - c, 0.0) / (1.0 - v) : never;
            const double down = 1.0 + v > still ? std::max(alpha_ + c, 0.0) / (1.0 + v) : never;
            closing_[j] = std::min(up, down);
            if (closing_[j] < least) {
                least = closing_[j];
                first = j;
            }
        }
        return {first, least};
    }

    std::pair<std::size_t, double> next_to_leave() const {
        std::size_t first = 0;
        double least = never;
        for (std::size_t k = 0; k < active_.size(); ++k) {
            if (direction_[k] * signs_[k] >= 0.0) continue;
            const double until = std::max(values_[k] * signs_[k], 0.0) / std::abs(direction_[k]);
            if (until < least) {
                least = until;
                first = k;
            }
        }
        return {first, least};
    }

    void move(double length) {
        for (std::size_t k = 0; k < active_.size(); ++k) values_[k] += length * direction_[k];
        for (std::size_t j = 0; j < problem_.columns; ++j) correlations_[j] -= length * speeds_[j];
        alpha_ = std::max(alpha_ - length, options_.least);
    }

    void join(std::size_t j) {
        if (!fetched_.has(j)) fetch_with_next(j);
        std::vector<double> products;
        for (const std::int64_t k : active_) products.push_back(fetched_.image(j)[k]);
        if (!factor_.join(fetched_.column(j), std::move(products))) {
            standing_of_[j] = Standing::barred;
            return;
        }
        standing_of_[j] = Standing::active;
        active_.push_back(static_cast<std::int64_t>(j));
        slots_.push_back(fetched_.slot(j));
        values_.push_back(0.0);
        signs_.push_back(correlations_[j] > 0.0 ? 1.0 : -1.0);
    }

    /// Fetches the column and those that may join soon.
    void fetch_with_next(std::size_t j) {
        if (fetched_.held() > 3 * active_.size() + 16 * options_.together) {
            fetched_.keep_only(active_);
            std::iota(slots_.begin(), slots_.end(), std::int64_t{0});
        }
        std::vector<std::int64_t> next;
        for (std::size_t other = 0; other < problem_.columns; ++other) {
            if (other != j && standing_of_[other] == Standing::outside && !fetched_.has(other))
                next.push_back(static_cast<std::int64_t>(other));
        }
        // The more there are, the more will come.
        const std::size_t more = std::min({next.size(), options_.together - 1, fewest + active_.size() / 2});
        std::nth_element(next.begin(), next.begin() + static_cast<std::ptrdiff_t>(more), next.end(),
                         [&](std::int64_t a, std::int64_t b) {
                             return closing_[static_cast<std::size_t>(a)] < closing_[static_cast<std::size_t>(b)];
                         });
        next.resize(more);
        next.push_back(static_cast<std::int64_t>(j));
        fetched_.fetch(next);
    }

    /// What leaves may come again, and what depended on it, too.
    void drop(std::size_t k) {
        factor_.drop(k);
        std::replace(standing_of_.begin(), standing_of_.end(), Standing::barred, Standing::outside);
        standing_of_[place(k)] = Standing::outside;
        solved_before_ = std::min(solved_before_, k);
        solved_.resize(solved_before_);
        const auto at = static_cast<std::ptrdiff_t>(k);
        active_.erase(active_.begin() + at);
        slots_.erase(slots_.begin() + at);
        values_.erase(values_.begin() + at);
        signs_.erase(signs_.begin() + at);
    }

    /// Correlations from X anew, and coefficients so that those of active columns are ±α.
    void correct() {
        refresh();
        std::vector<double> missing(active_.size());
        for (std::size_t k = 0; k < active_.size(); ++k) missing[k] = correlations_[place(k)] - alpha_ * signs_[k];
        add_solved(missing, values_, correlations_, -1.0);
    }

    void refresh() {
        std::vector<double> residuals(problem_.targets), against(values_);
        for (double& value : against) value = -value;
        fetched_.add_columns(slots_, against, residuals.data());
        source_.correlate(residuals.data(), correlations_.data());
    }

    void polish() {
        for (int round = 0; round < polishing; ++round) correct();
        refresh();
        double worst = 0.0;
        for (std::size_t j = 0; j < problem_.columns; ++j) {
            if (standing_of_[j] != Standing::active) worst = std::max(worst, std::abs(correlations_[j]) - alpha_);
        }
        for (std::size_t k = 0; k < active_.size(); ++k)
            worst = std::max(worst, std::abs(correlations_[place(k)] - alpha_ * signs_[k]));
        path_.violation = worst;
        if (path_.alphas.back() == alpha_) forget_last();
        record();
    }

    void record_if_moved(double length, std::size_t leaving) {
        if (length <= no_step * alpha_) forget_last();
        record(leaving);
    }

    void record(std::size_t leaving = static_cast<std::size_t>(-1)) {
        std::int64_t size = 0;
        for (std::size_t k = 0; k < active_.size(); ++k) {
            if (k == leaving || values_[k] == 0.0) continue;
            path_.support.push_back(active_[k]);
            path_.values.push_back(values_[k]);
            ++size;
        }
        path_.alphas.push_back(alpha_);
        path_.sizes.push_back(size);
    }

    void forget_last() {
        const auto size = static_cast<std::size_t>(path_.sizes.back());
        path_.support.resize(path_.support.size() - size);
        path_.values.resize(path_.values.size() - size);
        path_.sizes.pop_back();
        path_.alphas.pop_back();
    }

    [[nodiscard]] std::size_t place(std::size_t k) const { return static_cast<std::size_t>(active_[k]); }

    const LassoProblem& problem_;
    const LassoOptions& options_;
    ColumnSource& source_;
    Watch watch_;
    ColumnStore fetched_;
    ChangingFactor factor_;
    std::vector<double> correlations_, speeds_, closing_;
    std::vector<Standing> standing_of_;
    std::vector<std::int64_t> active_, slots_;
    std::vector<double> values_, signs_, direction_;
    std::vector<double> solved_;  // Rᵀ solved_ = signs_, as far as it has been solved
    std::size_t solved_before_ = 0;
    double alpha_ = 0.0, alpha_first_ = 0.0, told_ = 0.0;
    std::int64_t idle_ = 0;
    LassoPath path_;
};

}  // namespace

LassoPath follow_lasso_path(const LassoProblem& problem, const LassoOptions& options, ColumnSource& source) {
    return Follower(problem, options, source).follow();
}

}  // namespace drupe
