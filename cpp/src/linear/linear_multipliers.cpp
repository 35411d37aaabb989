/// Given a and σ, w minimizes ½ Σⱼ rⱼwⱼ² + Σᵢ max over a' in its box of aᵢ' rᵢ − (aᵢ' − aᵢ)² / (2σᵢ), which is smooth; the a'
/// of the minimum is the next a. Rows whose a' is at a bound have no curvature: near the end all but about d of them.
#include "drupe/linear_multipliers.hpp"

#include <algorithm>
#include <cmath>

#include "drupe/linear_limits.hpp"
#include "drupe/linear_newton.hpp"
#include "drupe/linear_spread.hpp"

namespace drupe {

namespace {

/// How exact the squared loss is minimized whose a' is the first a. From an a far away no row may have curvature.
constexpr double start_gap = 1e-3;

/// By how much σ grows from round to round.
constexpr double growth = 4.0;

/// A round ends where what w alone contributes to the gap is this share of what the rows do.
constexpr double inner_share = 0.1;

/// Steps of a round: a round that takes more has too large a σ.
constexpr int most_inner = 60;

class Multipliers {
public:
    Multipliers(const LinearTable& table, const LinearProblem& problem, const LinearOptions& options)
        : table_(table), problem_(problem), options_(options), limits_(options),
          search_(table, problem.penalty, penalized(problem), gram_precision(table)), centers_(table.rows()) {
        const bool hinge = problem.loss == LinearLoss::hinge;
        const double scale = hinge ? 1.0 : spread_of_targets(problem);
        cost_ = {hinge ? LinearCurve::clipped_hinge : LinearCurve::clipped_insensitive,
                 {problem.targets, problem.costs, centers_.data(), problem.width, scale > 0.0 ? 1.0 / scale : 1.0,
                  problem.rows.n},
                 scale > 0.0 ? scale : 1.0};
    }

    LinearSolution solve() {
        begin();
        while (round()) {
        }
        return std::move(out_);
    }

private:
    void begin() {
        std::vector<double> weights(problem_.size(), 0.0);
        if (options_.start != nullptr) std::copy_n(options_.start, weights.size(), weights.begin());
        if (options_.start_dual != nullptr) {
            std::copy_n(options_.start_dual, centers_.size(), centers_.begin());
        } else {
            LinearProblem squared = problem_;
            const bool hinge = problem_.loss == LinearLoss::hinge;
            squared.loss = hinge ? LinearLoss::squared_hinge : LinearLoss::squared_insensitive;
            LinearOptions loose = options_;
            loose.gap = std::max(start_gap, options_.gap);
            LinearSolution first = LinearNewton(table_, squared).solve(squared, loose);
            std::copy(first.dual.begin(), first.dual.end(), centers_.begin());
            weights = std::move(first.weights);
            out_.steps = first.steps;
        }
        for (std::size_t i = 0; i < centers_.size(); ++i)
            centers_[i] = std::clamp(centers_[i], -problem_.costs[i], problem_.costs[i]);
        search_.begin(std::move(weights));
    }

    /// One minimization and the next a; false at the end.
    bool round() {
        for (int inner = 0;; ++inner) {
            search_.look(cost_);
            const RowGap rows = row_gap();
            const double gap = nearly_gap(search_, problem_) + rows.excess;
            const double objective = rows.loss + search_.penalty();
            const bool go_on = limits_.may_go_on(out_.steps, gap, objective) && gets_on_;
            if (!go_on || gap <= trusted_ * options_.gap * objective) {
                if (ended(go_on)) return false;
                trusted_ *= 0.3;
                search_.look(cost_);
            }
            const bool settled = nearly_gap(search_, problem_) <= inner_share * rows.excess;
            if (settled || inner >= most_inner) {
                gets_on_ = limits_.gets_on(gap, objective);
                std::copy(search_.pulls().begin(), search_.pulls().end(), centers_.begin());
                if (settled) {
                    cost_.rows.share *= growth;
                    search_.gram().scale(growth);
                }
                return true;
            }
            search_.step(cost_);
            ++out_.steps;
        }
    }

    bool ended(bool go_on) {
        search_.refresh();
        search_.look(cost_);
        out_.dual = search_.pulls();
        const LinearProof proof = prove(table_, problem_, search_.weights(), search_.outputs(), out_.dual);
        const bool converged = proof.gap <= options_.gap * proof.objective;
        if (!converged && go_on) return false;
        out_.weights = search_.weights();
        out_.objective = proof.objective;
        out_.gap = proof.gap;
        out_.stop = converged ? Stop::converged : limits_.stop();
        return true;
    }

    struct RowGap {
        double loss = 0.0, excess = 0.0;
    };

    /// Σ c L(m) and what it lies above Σ a' (r): what a' and m contribute to the gap.
    [[nodiscard]] RowGap row_gap() const {
        RowGap out;
        const bool hinge = problem_.loss == LinearLoss::hinge;
        const std::vector<double>&m = search_.outputs(), &a = search_.pulls();
        for (std::size_t i = 0; i < m.size(); ++i) {
            const double y = problem_.targets[i], c = problem_.costs[i];
            const double r = hinge ? 1.0 - y * m[i] : y - m[i];
            const double beyond = hinge ? r : std::abs(r) - problem_.width;
            const double loss = c * std::max(beyond, 0.0);
            out.loss += loss;
            out.excess += loss - (hinge ? y * a[i] * r : a[i] * r - problem_.width * std::abs(a[i]));
        }
        return out;
    }

    const LinearTable& table_;
    const LinearProblem& problem_;
    const LinearOptions& options_;
    LinearLimits limits_;
    SmoothSearch search_;
    std::vector<double> centers_;
    SmoothCost cost_;
    double trusted_ = 1.0;
    bool gets_on_ = true;
    LinearSolution out_;
};

}  // namespace

LinearSolution multiply_linear(const LinearTable& table, const LinearProblem& problem, const LinearOptions& options) {
    return Multipliers(table, problem, options).solve();
}

}  // namespace drupe
