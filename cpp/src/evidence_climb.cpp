#include "drupe/evidence_climb.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

namespace drupe {

namespace {

/// Share of a column that must lie outside the others, lest rounding decides what it is good for.
constexpr double dependent = 1e-9;

/// Newton's steps after each column that comes or goes, and at the end.
constexpr int few_steps = 3, many_steps = 60;

/// Columns from which on Newton's steps cost more than they are worth, as most will go.
constexpr std::size_t many = 24;

/// Factor by which a variance may fall in one sweep.
constexpr double least_step = 1e-3;

/// How far the logarithm of a variance may move in one step.
constexpr double reach = 2.0;

/// Slope at which the variances have settled.
constexpr double flat = 1e-9;

/// Halvings of a step before it is given up.
constexpr int halvings = 30;

/// A symmetric matrix A = L Lᵀ, of which the lower triangle is given and then factored in place, column by column, so
/// that the inner loop runs along rows of Lᵀ, which is stored above the diagonal; false if A is not positive definite.
bool factor(std::vector<double>& a, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i) {
        for (std::size_t j = 0; j < i; ++j) a[j * size + i] = a[i * size + j];
    }
    for (std::size_t k = 0; k < size; ++k) {
        double* above = &a[k * size];
        if (!(above[k] > 0.0) || !std::isfinite(above[k])) return false;
        const double inverse = 1.0 / std::sqrt(above[k]);
        for (std::size_t i = k; i < size; ++i) above[i] *= inverse;
        for (std::size_t j = k + 1; j < size; ++j) {
            const double part = above[j];
            double* row = &a[j * size];
            for (std::size_t i = j; i < size; ++i) row[i] -= part * above[i];
        }
    }
    return true;
}

/// x = L⁻¹ x.
void solve_lower(const std::vector<double>& factor, std::vector<double>& x) {
    const std::size_t size = x.size();
    for (std::size_t k = 0; k < size; ++k) {
        x[k] /= factor[k * size + k];
        for (std::size_t i = k + 1; i < size; ++i) x[i] -= factor[k * size + i] * x[k];
    }
}

/// x = L⁻ᵀ x.
void solve_upper(const std::vector<double>& factor, std::vector<double>& x) {
    const std::size_t size = x.size();
    for (std::size_t k = size; k-- > 0;) {
        for (std::size_t i = k + 1; i < size; ++i) x[k] -= factor[k * size + i] * x[i];
        x[k] /= factor[k * size + k];
    }
}

/// What the targets are to one column when it has no part in their covariance C: s = φᵀC⁻¹φ, q = φᵀC⁻¹t, e = tᵀC⁻¹t.
struct Outside {
    double s, q, e;
};

/// A column comes, with this variance, or goes, with none.
struct Action {
    std::size_t column;
    double variance, gain;

    [[nodiscard]] bool leaves() const { return variance == 0.0; }
    [[nodiscard]] bool before(const Action& other) const {
        return leaves() != other.leaves() ? leaves() : gain > other.gain;
    }
};

class Climber {
public:
    Climber(const EvidenceProblem& problem, std::vector<double> variances, const EvidenceOptions& options)
        : problem_(problem), options_(options), columns_(variances.size()), variances_(std::move(variances)) {
        rebuild();
    }

    EvidenceSummit climb() {
        bool settled = ascend(free());
        while (settled && options_.exchange && exchange()) {
        }
        newton(many_steps, 0.0);
        return {variances_, noise(energy_), evidence(), slope(), actions_, settled};
    }

private:
    [[nodiscard]] std::vector<bool> free() const { return std::vector<bool>(columns_, false); }

    /// Where a run stands; what else there is follows from the variances.
    struct Place {
        std::vector<double> variances;
        double evidence;
    };

    [[nodiscard]] double product(std::size_t i, std::size_t j) const { return problem_.products[i * columns_ + j]; }

    [[nodiscard]] bool learns(double energy) const {
        return problem_.learned && energy > problem_.count * problem_.noise;
    }

    [[nodiscard]] double noise(double energy) const {
        return learns(energy) ? energy / problem_.count : problem_.noise;
    }

    /// The log evidence but for the determinant and constants, at the best noise.
    [[nodiscard]] double level(double energy) const {
        const double at = noise(energy);
        return -0.5 * (problem_.learned ? problem_.count * std::log(at) : 0.0) - 0.5 * energy / at;
    }

    [[nodiscard]] double evidence() const { return level(energy_) - 0.5 * log_determinant_; }

    /// All that is known of the columns at these variances: W = L⁻¹ Θ^½ PᵀBP with L Lᵀ = I + Θ^½ PᵀBP Θ^½.
    bool rebuild() {
        active_.clear();
        for (std::size_t i = 0; i < columns_; ++i) {
            if (variances_[i] > 0.0) active_.push_back(i);
        }
        const std::size_t m = active_.size();
        std::vector<double> roots(m), triangle(m * m);
        for (std::size_t k = 0; k < m; ++k) roots[k] = std::sqrt(variances_[active_[k]]);
        for (std::size_t k = 0; k < m; ++k) {
            for (std::size_t l = 0; l <= k; ++l)
                triangle[k * m + l] = roots[k] * product(active_[k], active_[l]) * roots[l] + (k == l ? 1.0 : 0.0);
        }
        if (!factor(triangle, m)) return false;
        log_determinant_ = 0.0;
        energy_ = problem_.energy;
        seen_.assign(m * columns_, 0.0);
        share_.assign(columns_, 0.0);
        pull_ = problem_.correlations;
        for (std::size_t i = 0; i < columns_; ++i) share_[i] = product(i, i);
        for (std::size_t k = 0; k < m; ++k) add_row(k, roots[k], triangle);
        energy_ = possible(energy_);
        return true;
    }

    void add_row(std::size_t k, double root, const std::vector<double>& triangle) {
        const std::size_t m = active_.size();
        const double along = triangle[k * m + k];
        double* row = &seen_[k * columns_];
        const double* from = &problem_.products[active_[k] * columns_];
        for (std::size_t i = 0; i < columns_; ++i) row[i] = root * from[i];
        double target = root * problem_.correlations[active_[k]];
        for (std::size_t l = 0; l < k; ++l) {
            const double part = triangle[l * m + k];
            const double* above = &seen_[l * columns_];
            for (std::size_t i = 0; i < columns_; ++i) row[i] -= part * above[i];
            target -= part * targets_[l];
        }
        const double inverse = 1.0 / along;
        target *= inverse;
        for (std::size_t i = 0; i < columns_; ++i) {
            row[i] *= inverse;
            share_[i] -= row[i] * row[i];
            pull_[i] -= row[i] * target;
        }
        targets_.resize(k);
        targets_.push_back(target);
        energy_ -= target * target;
        log_determinant_ += 2.0 * std::log(along);
    }

    [[nodiscard]] Outside outside(std::size_t i) const {
        const double variance = variances_[i];
        if (variance == 0.0) return {share_[i], pull_[i], energy_};
        const double left = std::max(1.0 - variance * share_[i], std::numeric_limits<double>::epsilon());
        return {share_[i] / left, pull_[i] / left, energy_ + variance * pull_[i] * pull_[i] / left};
    }

    /// The variance of a weight at which the evidence is largest, all others as they are.  [Tipping03], eq. 20
    [[nodiscard]] double best_variance(const Outside& at, double length) const {
        if (!(at.s > dependent * length)) return 0.0;
        if (learns(at.e)) {
            const double rise = problem_.count * at.q * at.q - at.s * at.e;
            if (rise <= 0.0) return 0.0;
            const double rest = at.s * at.e - at.q * at.q;
            const double variance = rest > 0.0 ? rise / (at.s * rest) : std::numeric_limits<double>::infinity();
            if (std::isfinite(variance) && learns(left_of(at, variance))) return variance;
        }
        return std::max((at.q * at.q / problem_.noise - at.s) / (at.s * at.s), 0.0);
    }

    [[nodiscard]] double left_of(const Outside& at, double variance) const {
        return possible(at.e - variance * at.q * at.q / (1.0 + variance * at.s));
    }

    /// Rounding must not make an energy negative. Where the noise is held only differences count, and any will do.
    [[nodiscard]] double possible(double energy) const {
        return problem_.learned ? std::max(energy, std::numeric_limits<double>::min()) : energy;
    }

    /// What the evidence gains from a column of this variance over none.
    [[nodiscard]] double gain(const Outside& at, double variance) const {
        return level(left_of(at, variance)) - level(at.e) - 0.5 * std::log1p(variance * at.s);
    }

    bool place(std::size_t i, double variance) {
        const double before = variances_[i];
        variances_[i] = variance;
        if (rebuild()) return true;
        variances_[i] = before;
        rebuild();
        return false;
    }

    /// The best thing to do with one column; none where nothing gains as much as the tolerance. Columns that are of no
    /// use go first, however little that gains. What stays is left to Newton's steps.
    [[nodiscard]] std::optional<Action> best_action(const std::vector<bool>& barred) const {
        std::optional<Action> best;
        for (std::size_t i = 0; i < columns_; ++i) {
            if (barred[i]) continue;
            const Outside at = outside(i);
            const double variance = best_variance(at, product(i, i));
            if ((variance > 0.0) == (variances_[i] > 0.0)) continue;
            const Action action{i, variance, gain(at, variance) - gain(at, variances_[i])};
            if (!action.leaves() && action.gain <= options_.tolerance) continue;
            if (!best || action.before(*best)) best = action;
        }
        return best;
    }

    /// Columns come and go until none gains; false if there were too many. Those that are barred stay as they are.
    bool ascend(std::vector<bool> barred) {
        newton(few_steps, options_.tolerance);
        while (const auto action = best_action(barred)) {
            if (actions_ >= options_.max_actions) return false;
            if (action->leaves() && all_leave(barred)) continue;
            ++actions_;
            const Place before{variances_, evidence()};
            if (!place(action->column, action->variance) || (!action->leaves() && evidence() <= before.evidence)) {
                // Rounding has spoiled what is known of it.
                back_to(before);
                barred[action->column] = true;
                continue;
            }
            newton(few_steps, options_.tolerance);
        }
        return true;
    }

    /// Takes away all columns that are of no use, if there are several and that does not cost anything.
    bool all_leave(const std::vector<bool>& barred) {
        const Place before{variances_, evidence()};
        std::int64_t gone = 0;
        for (const std::size_t i : active_) {
            if (barred[i] || best_variance(outside(i), product(i, i)) > 0.0) continue;
            variances_[i] = 0.0;
            ++gone;
        }
        if (gone > 1 && rebuild() && evidence() >= before.evidence) {
            actions_ += gone;
            newton(few_steps, options_.tolerance);
            return true;
        }
        back_to(before);
        return false;
    }

    void back_to(const Place& before) {
        variances_ = before.variances;
        rebuild();
    }

    /// Newton's steps in the logarithms of the variances; whether the slope is nil.
    void newton(int steps, double tolerance) {
        if (active_.size() > many && steps == few_steps) {
            sweep();
            return;
        }
        for (int step = 0; step < steps && !active_.empty(); ++step) {
            const double before = evidence();
            if (slope() <= flat || !newton_step()) return;
            if (evidence() - before < 0.1 * tolerance) return;
        }
    }

    [[nodiscard]] double slope_of(std::size_t i) const {
        return 0.5 * variances_[i] * (pull_[i] * pull_[i] / noise(energy_) - share_[i]);
    }

    [[nodiscard]] double slope() const {
        double most = 0.0;
        for (const std::size_t i : active_) most = std::max(most, std::abs(slope_of(i)));
        return most;
    }

    /// ρᵀC⁻¹φ of the active columns among each other, the lower triangle, row by row.
    [[nodiscard]] std::vector<double> across() const {
        const std::size_t m = active_.size();
        std::vector<double> out(m * m), row(m);
        for (std::size_t k = 0; k < m; ++k) {
            for (std::size_t l = 0; l <= k; ++l) out[k * m + l] = product(active_[k], active_[l]);
        }
        for (std::size_t r = 0; r < m; ++r) {
            for (std::size_t k = 0; k < m; ++k) row[k] = seen_[r * columns_ + active_[k]];
            for (std::size_t k = 0; k < m; ++k) {
                const double part = row[k];
                double* to = &out[k * m];
                for (std::size_t l = 0; l <= k; ++l) to[l] -= part * row[l];
            }
        }
        return out;
    }

    /// Minus the second derivatives of the log evidence in the logarithms of the variances, the lower triangle.
    [[nodiscard]] std::vector<double> curvature() const {
        const std::size_t m = active_.size();
        const double rate = 1.0 / noise(energy_);
        const double common = learns(energy_) ? 0.5 * rate * rate / problem_.count : 0.0;
        std::vector<double> out = across();
        for (std::size_t k = 0; k < m; ++k) {
            const std::size_t i = active_[k];
            for (std::size_t l = 0; l <= k; ++l) {
                const std::size_t j = active_[l];
                const double between = out[k * m + l], both = pull_[i] * pull_[j];
                out[k * m + l] = -variances_[i] * variances_[j] *
                                 (0.5 * between * between - rate * both * between + common * both * both);
            }
            out[k * m + k] -= slope_of(i);
        }
        return out;
    }

    /// MacKay's step, θ ← μ² / ζ, for many columns at once, most of which will go.
    void sweep() {
        const Place before{variances_, evidence()};
        const double at = noise(energy_);
        for (const std::size_t i : active_)
            variances_[i] *= std::max(pull_[i] * pull_[i] / (at * share_[i]), least_step);
        if (!rebuild() || evidence() < before.evidence) back_to(before);
    }

    bool newton_step() {
        const std::size_t m = active_.size();
        const std::vector<double> downward = curvature();
        std::vector<double> direction(m), triangle;
        for (double damping = 0.0; damping < 1e6; damping = damping == 0.0 ? 1e-3 : 10.0 * damping) {
            triangle = downward;
            for (std::size_t k = 0; k < m; ++k) triangle[k * m + k] += damping;
            if (!factor(triangle, m)) continue;
            for (std::size_t k = 0; k < m; ++k) direction[k] = slope_of(active_[k]);
            solve_lower(triangle, direction);
            solve_upper(triangle, direction);
            return step_along(direction);
        }
        return false;
    }

    /// The longest step that the evidence does not lose by.
    bool step_along(const std::vector<double>& direction) {
        double longest = 0.0;
        for (const double part : direction) longest = std::max(longest, std::abs(part));
        if (!(longest > 0.0) || !std::isfinite(longest)) return false;
        const Place before{variances_, evidence()};
        const std::vector<std::size_t> moved = active_;
        double length = std::min(1.0, reach / longest);
        for (int trial = 0; trial < halvings; ++trial, length *= 0.5) {
            for (std::size_t k = 0; k < moved.size(); ++k)
                variances_[moved[k]] = before.variances[moved[k]] * std::exp(length * direction[k]);
            if (rebuild() && evidence() >= before.evidence) return true;
        }
        back_to(before);
        return false;
    }

    /// Leaves each column out in turn and lets others come; true where that led higher.
    bool exchange() {
        const std::vector<std::size_t> tried = active_;
        for (const std::size_t i : tried) {
            const Place before{variances_, evidence()};
            std::vector<bool> barred = free();
            barred[i] = true;
            if (place(i, 0.0) && ascend(std::move(barred))) {
                ++actions_;
                if (evidence() > before.evidence + options_.tolerance) return true;
            }
            back_to(before);
            if (actions_ >= options_.max_actions) return false;
        }
        return false;
    }

    const EvidenceProblem& problem_;
    const EvidenceOptions& options_;
    std::size_t columns_;
    std::vector<double> variances_;
    std::vector<std::size_t> active_;
    std::vector<double> seen_;     // W
    std::vector<double> share_;    // φᵀC⁻¹φ of each column
    std::vector<double> pull_;     // φᵀC⁻¹t of each column
    std::vector<double> targets_;  // L⁻¹ Θ^½ PᵀBt
    double energy_ = 0.0;          // tᵀC⁻¹t
    double log_determinant_ = 0.0;
    std::int64_t actions_ = 0;
};

}  // namespace

EvidenceSummit climb_evidence(const EvidenceProblem& problem, const std::vector<double>& variances,
                              const EvidenceOptions& options) {
    return Climber(problem, variances, options).climb();
}

}  // namespace drupe
