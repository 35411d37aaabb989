#include "drupe/evidence_climb.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <optional>
#include <utility>

namespace drupe {

namespace {

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

/// Gain, as a share of the log evidence, that is rounding.
constexpr double rounding = 1e-13;

/// Share of the tolerance that a column gains in truth where it promised the whole, unless that was rounding.
constexpr double kept = 0.1;

/// Squared cosine of the angle between two columns from which on they are one and the same.
constexpr double same = 1.0 - 1e-12;

/// The same from which on two columns are exchanged together, and active columns up to which any two are.
constexpr double near = 0.25;
constexpr std::size_t few = 10;

/// Active columns up to which one is exchanged: each time all others climb anew.
constexpr std::size_t most = 48;

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
    Climber(const EvidenceProblem& problem, const std::vector<double>& variances, const EvidenceOptions& options,
            Monitor* monitor)
        : options_(options), at_(problem), watch_(monitor, 1.0) {
        at_.move_to(variances);
    }

    EvidenceSummit climb() {
        bool settled = ascend(std::vector<bool>(at_.columns(), false));
        while (settled && options_.exchange && exchange()) {
        }
        newton(many_steps, 0.0);
        return {at_.variances(), at_.noise(), at_.value(), at_.steepest(), actions_, settled};
    }

private:
    /// Where a run stands; what else there is follows from the variances.
    struct Place {
        std::vector<double> variances;
        double evidence;
    };

    [[nodiscard]] Place here() const { return {at_.variances(), at_.value()}; }

    void back_to(const Place& before) { at_.move_to(before.variances); }

    bool place(std::size_t column, double variance) {
        std::vector<double> variances = at_.variances();
        variances[column] = variance;
        return at_.move_to(std::move(variances));
    }

    /// The best thing to do with one column; none where nothing gains as much as the tolerance. Columns that are of no
    /// use go first, however little that gains. What stays is left to Newton's steps.
    [[nodiscard]] std::optional<Action> best_action(const std::vector<bool>& barred) {
        std::optional<Action> best;
        for (std::size_t i = 0; i < at_.columns(); ++i) {
            if (barred[i]) continue;
            const LoneColumn alone = at_.outside(i);
            const double variance = alone.best_variance(at_.level()), now = at_.variances()[i];
            if ((variance > 0.0) == (now > 0.0)) continue;
            const Action action{i, variance, alone.gain(variance, at_.level()) - alone.gain(now, at_.level())};
            if (!action.leaves() && action.gain <= options_.tolerance) continue;
            if ((!best || action.before(*best)) && (action.leaves() || !has_twin(i))) best = action;
        }
        return best;
    }

    /// Squared cosine of the angle between two columns.
    [[nodiscard]] double overlap(std::size_t i, std::size_t j) const {
        const double product = at_.product(i, j), lengths = at_.product(i, i) * at_.product(j, j);
        return lengths > 0.0 ? product * product / lengths : 0.0;
    }

    /// Whether an active column is the same: their variances count together, and two of them say no more than one.
    [[nodiscard]] bool has_twin(std::size_t column) const {
        return std::any_of(at_.active().begin(), at_.active().end(),
                           [&](std::size_t other) { return overlap(column, other) >= same; });
    }

    /// Columns come and go until none gains; false if there were too many. Those that are barred stay as they are.
    bool ascend(std::vector<bool> barred) {
        newton(few_steps, options_.tolerance);
        while (const auto action = best_action(barred)) {
            watch_.poll();
            if (watch_.stopped()) throw Interrupted{};
            if (actions_ >= options_.max_actions) return false;
            if (action->leaves() && all_leave(barred)) continue;
            ++actions_;
            const Place before = here();
            if (!place(action->column, action->variance) || !kept_its_word(*action, before.evidence)) {
                // Rounding has spoiled what is known of it.
                back_to(before);
                barred[action->column] = true;
                continue;
            }
            newton(few_steps, options_.tolerance);
        }
        return true;
    }

    /// Whether the evidence rose by some of what was promised; it may not fall where a column leaves, lest columns come
    /// and go for ever.
    [[nodiscard]] bool kept_its_word(const Action& action, double before) const {
        const double gain = at_.value() - before;
        return action.leaves() ? gain >= -rounding * (1.0 + std::abs(before)) : gain > kept * options_.tolerance;
    }

    /// Takes away all columns that are of no use, if there are several and that does not cost anything.
    bool all_leave(const std::vector<bool>& barred) {
        const Place before = here();
        std::vector<double> variances = before.variances;
        std::int64_t gone = 0;
        for (const std::size_t i : at_.active()) {
            if (barred[i] || at_.outside(i).best_variance(at_.level()) > 0.0) continue;
            variances[i] = 0.0;
            ++gone;
        }
        if (gone > 1 && at_.move_to(std::move(variances)) && at_.value() >= before.evidence) {
            actions_ += gone;
            newton(few_steps, options_.tolerance);
            return true;
        }
        back_to(before);
        return false;
    }

    /// Newton's steps in the logarithms of the variances, until they gain little.
    void newton(int steps, double tolerance) {
        if (at_.active().size() > many && steps == few_steps) {
            sweep();
            return;
        }
        for (int step = 0; step < steps && !at_.active().empty(); ++step) {
            const double before = at_.value();
            if (at_.steepest() <= flat || !newton_step()) return;
            if (at_.value() - before < 0.1 * tolerance) return;
        }
    }

    /// MacKay's step, θ ← μ² / ζ, for many columns at once, most of which will go.
    void sweep() {
        const Place before = here();
        std::vector<double> variances = before.variances;
        for (std::size_t k = 0; k < at_.active().size(); ++k)
            variances[at_.active()[k]] *= std::max(at_.ratio(k), least_step);
        if (!at_.move_to(std::move(variances)) || at_.value() < before.evidence) back_to(before);
    }

    bool newton_step() {
        const std::size_t m = at_.active().size();
        const std::vector<double> downward = at_.curvature();
        std::vector<double> direction(m);
        SmallCholesky factor;
        for (double damping = 0.0; damping < 1e6; damping = damping == 0.0 ? 1e-3 : 10.0 * damping) {
            std::vector<double> matrix = downward;
            for (std::size_t k = 0; k < m; ++k) matrix[k * m + k] += damping;
            if (!factor.factor(std::move(matrix), m)) continue;
            for (std::size_t k = 0; k < m; ++k) direction[k] = at_.slope(k);
            factor.solve_lower(direction);
            factor.solve_upper(direction);
            double rise = 0.0;
            for (std::size_t k = 0; k < m; ++k) rise += direction[k] * at_.slope(k);
            return step_along(direction, rise <= rounding * (1.0 + std::abs(at_.value())));
        }
        return false;
    }

    /// The longest step that the evidence does not lose by; the whole one where that could not be told from rounding,
    /// if it is less steep there.
    bool step_along(const std::vector<double>& direction, bool blind) {
        double longest = 0.0;
        for (const double part : direction) longest = std::max(longest, std::abs(part));
        if (!(longest > 0.0) || !std::isfinite(longest)) return false;
        const Place before = here();
        const double steepest = at_.steepest();
        const std::vector<std::size_t> moved = at_.active();
        double length = std::min(1.0, reach / longest);
        for (int trial = 0; trial < halvings; ++trial, length *= 0.5) {
            std::vector<double> variances = before.variances;
            for (std::size_t k = 0; k < moved.size(); ++k) variances[moved[k]] *= std::exp(length * direction[k]);
            if (!at_.move_to(std::move(variances))) continue;
            if (blind ? at_.steepest() < steepest : at_.value() >= before.evidence) return true;
            if (blind) break;
        }
        back_to(before);
        return false;
    }

    /// Leaves each column out in turn, then of few columns each two that overlap, and lets others come; true where that led higher.
    bool exchange() {
        const std::vector<std::size_t> tried = at_.active();
        if (tried.size() > most) return false;
        for (const std::size_t i : tried) {
            if (without({i})) return true;
        }
        for (std::size_t k = 0; k < tried.size() && tried.size() <= few; ++k) {
            for (std::size_t l = k + 1; l < tried.size(); ++l) {
                if (overlap(tried[k], tried[l]) > near && without({tried[k], tried[l]})) return true;
            }
        }
        return false;
    }

    /// Climbs again without these columns; true where that led higher, else nothing has changed.
    bool without(std::initializer_list<std::size_t> left_out) {
        if (actions_ >= options_.max_actions) return false;
        const Place before = here();
        std::vector<bool> barred(at_.columns(), false);
        std::vector<double> variances = before.variances;
        for (const std::size_t i : left_out) {
            barred[i] = true;
            variances[i] = 0.0;
            ++actions_;
        }
        if (at_.move_to(std::move(variances)) && ascend(std::move(barred)) &&
            at_.value() > before.evidence + options_.tolerance)
            return true;
        back_to(before);
        return false;
    }

    const EvidenceOptions& options_;
    Evidence at_;
    Watch watch_;
    std::int64_t actions_ = 0;
};

}  // namespace

EvidenceSummit climb_evidence(const EvidenceProblem& problem, const std::vector<double>& variances,
                              const EvidenceOptions& options, Monitor* monitor) {
    return Climber(problem, variances, options, monitor).climb();
}

}  // namespace drupe
