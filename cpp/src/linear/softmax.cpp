#include "drupe/softmax.hpp"

#include <algorithm>
#include <cmath>

#include "softmax_metric.hpp"
#include "softmax_rows.hpp"

namespace drupe {

namespace {

using Numbers = Array<double>;

double dot(const Numbers& a, const Numbers& b) {
    double sum = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
    return sum;
}

void add(double factor, const Numbers& from, Numbers& to) {
    for (std::size_t i = 0; i < to.size(); ++i) to[i] += factor * from[i];
}

SolverOptions limits_of(const LinearOptions& options) {
    SolverOptions out;
    out.max_iterations = options.max_steps;
    out.max_seconds = options.max_seconds;
    out.monitor = options.monitor;
    return out;
}

class SoftmaxSearch {
public:
    SoftmaxSearch(const SoftmaxProblem& problem, const LinearOptions& options)
        : problem_(problem), options_(options), rows_(problem, options.threads), ridge_(ridge_of(problem)),
          metric_(rows_, ridge_, problem), limited_(limits_of(options)), limits_(limited_),
          weights_(rows_.size() * rows_.width(), 0.0) {
        rows_.slopes(nullptr, wanted_);
        for (std::size_t i = 0; i < problem.rows.n; ++i) whole_ += problem.costs[i];
        if (options.start != nullptr) begin_at(options.start);
        rows_.outputs(weights_, outputs_);
    }

    SoftmaxSolution run() {
        SoftmaxSolution out;
        sums_ = rows_.chances(outputs_, nullptr, chances_);
        double first_gap = 0.0, best = 0.0;
        int idle = 0;
        for (std::int64_t taken = 0;; ++out.steps) {
            rows_.slopes(&chances_, slopes_);
            look();
            if (out.steps == 0) first_gap = best = gap_;
            const double goal = options_.gap * objective_;
            limits_.reached(gap_ / objective_);
            if (gap_ <= goal) break;
            idle = gap_ < 0.9 * best || out.steps == 0 ? 0 : idle + 1;
            if (gap_ <= best) keep_best();
            best = std::min(best, gap_);
            const double done = 1.0 - std::log(gap_ / goal) / std::max(std::log(first_gap / goal), 1e-3);
            if (!limits_.may_go_on(out.steps, std::clamp(done, 0.0, 0.999))) {
                out.stop = limits_.stop();
                break;
            }
            metric_.renew(chances_, taken);
            taken = find_step();
            out.products += taken;
            if (limits_.stop() != Stop::converged || idle > 12 || !walk()) {
                out.stop = limits_.stop() != Stop::converged ? limits_.stop() : Stop::stalled;
                break;
            }
        }
        if (gap_ > best) return_to_best();
        out.objective = objective_;
        out.gap = std::max(gap_, 0.0);
        out.weights = told();
        return out;
    }

private:
    static std::vector<double> ridge_of(const SoftmaxProblem& problem) {
        std::vector<double> out(problem.size(), 1.0);
        if (problem.constant != 0.0 && !problem.constant_penalized) out.back() = 0.0;
        return out;
    }

    [[nodiscard]] bool has_free() const { return !ridge_.empty() && ridge_.back() == 0.0; }

    void begin_at(const double* start) {
        const std::size_t k = rows_.classes();
        for (std::size_t j = 0; j < rows_.size(); ++j) std::copy_n(start + j * k, k, &weights_[j * rows_.width()]);
    }

    void keep_best() {
        best_weights_ = weights_;
        best_objective_ = objective_;
        best_gap_ = gap_;
    }

    void return_to_best() {
        weights_ = best_weights_;
        objective_ = best_objective_;
        gap_ = best_gap_;
    }

    /// The objective, the gradient and the gap at the weights. Of the dual point Aᵢ = cᵢ (pᵢ − eᵢ) the columns must sum up
    /// to zero where the intercept is free: p becomes (1 − t) p + t q, with the q and the least t that make it so.
    void look() {
        const std::size_t ld = rows_.width(), d = rows_.size(), k = rows_.classes();
        const std::size_t bent = has_free() ? d - 1 : d;  // rows of W with a penalty
        double norm = 0.0;
        for (std::size_t i = 0; i < bent * ld; ++i) norm += weights_[i] * weights_[i];
        objective_ = sums_.loss + 0.5 * norm;
        std::vector<double> q(k, 0.0);
        double t = 0.0;
        if (has_free()) {
            const double* excess = &slopes_[bent * ld];  // constant Σᵢ cᵢ (pᵢ − eᵢ)
            const double* there = &wanted_[bent * ld];   // constant Σᵢ cᵢ eᵢ
            for (std::size_t c = 0; c < k; ++c) {
                if (excess[c] / problem_.constant > 0.0) t = std::max(t, excess[c] / (there[c] + excess[c]));
            }
            t = std::min(t, 1.0);
            for (std::size_t c = 0; c < k && t > 0.0; ++c) {
                const double share = (there[c] - (1.0 - t) * (there[c] + excess[c])) / problem_.constant;
                q[c] = std::max(share, 0.0) / (t * whole_);
            }
        }
        // F − D = Σ over the rows of W of ½‖w‖² + ⟨w, X'A⟩ + ½‖X'A'‖² + t (entropy of p − entropy of q)
        double gap = 0.0, entropy = 0.0;
        for (std::size_t j = 0; j < bent; ++j) {
            double occurring = 0.0;  // Σᵢ cᵢ xᵢⱼ
            for (std::size_t c = 0; c < k; ++c) occurring += wanted_[j * ld + c];
            for (std::size_t c = 0; c < k; ++c) {
                const double w = weights_[j * ld + c], a = slopes_[j * ld + c];
                const double moved = t > 0.0 ? t * (occurring * q[c] - (wanted_[j * ld + c] + a)) : 0.0;
                gap += 0.5 * (w + a + moved) * (w + a + moved) - w * moved;
            }
        }
        for (std::size_t c = 0; c < k && has_free(); ++c) gap += weights_[bent * ld + c] * slopes_[bent * ld + c];
        for (const double share : q) entropy -= share > 0.0 ? share * std::log(share) : 0.0;
        if (t > 0.0) gap += t * (sums_.entropy - whole_ * entropy);
        gap_ = std::max(gap, 0.0);
        for (std::size_t i = 0; i < bent * ld; ++i) slopes_[i] += weights_[i];
    }

    /// The step that leads down: conjugate gradients until the slope is a tenth in the metric. How many products it took.
    std::int64_t find_step() {
        constexpr double enough = 0.1;
        const std::size_t ld = rows_.width();
        step_.assign(weights_.size(), 0.0);
        residual_ = slopes_;
        for (double& r : residual_) r = -r;
        metric_.apply(residual_, scaled_);
        direction_ = scaled_;
        double rho = dot(residual_, scaled_);
        const double goal = enough * enough * rho;
        std::int64_t products = 0;
        constexpr std::int64_t most = 500;
        while (products < most && rho > goal && rho > 0.0) {
            rows_.curved(chances_, direction_, product_);
            ++products;
            for (std::size_t j = 0; j < rows_.size(); ++j) {
                for (std::size_t c = 0; c < ld; ++c) product_[j * ld + c] += ridge_[j] * direction_[j * ld + c];
            }
            const double bend = dot(direction_, product_);
            if (!(bend > 0.0)) break;
            add(rho / bend, direction_, step_);
            add(-rho / bend, product_, residual_);
            metric_.apply(residual_, scaled_);
            const double next = dot(residual_, scaled_);
            for (std::size_t i = 0; i < direction_.size(); ++i) direction_[i] = scaled_[i] + next / rho * direction_[i];
            rho = next;
            if (!limits_.may_go_on(-1, 0.0)) break;
        }
        if (products == 0 || dot(step_, slopes_) >= 0.0) step_ = direction_;
        return products;
    }

    /// Along the step to where the slope is small beside that at its beginning; false if there is no way down.
    bool walk() {
        constexpr double small = 0.3;
        constexpr double rounding = 1e-12;
        constexpr int most = 40;
        rows_.outputs(step_, moves_);
        const double before = dot(slopes_, step_);
        if (!(before < 0.0)) return false;
        const std::size_t bent = (rows_.size() - (has_free() ? 1 : 0)) * rows_.width();
        double along = 0.0, square = 0.0;
        for (std::size_t i = 0; i < bent; ++i) {
            along += weights_[i] * step_[i];
            square += step_[i] * step_[i];
        }
        double low = 0.0, high = 0.0, low_slope = before, high_slope = 0.0, t = 1.0;
        for (int trial = 0; trial < most; ++trial) {
            tried_.resize(outputs_.size());
            for (std::size_t i = 0; i < tried_.size(); ++i) tried_[i] = outputs_[i] + t * moves_[i];
            const ClassSums there = rows_.chances(tried_, &moves_, chances_);
            const double slope = there.slope + along + t * square;
            // What would be won is lost in the rounding of slopes: only the whole step of Newton's method can still help.
            const bool blind = -before < rounding * objective_;
            if (std::abs(slope) <= -small * before || blind || trial == most - 1) {
                sums_ = there;
                std::swap(outputs_, tried_);
                add(t, step_, weights_);
                return true;
            }
            if (slope < 0.0) {
                low = t;
                low_slope = slope;
            } else {
                high = t;
                high_slope = slope;
            }
            if (high == 0.0) {
                t *= std::min(before / std::min(before - slope, 1e-3 * before), 4.0);
                t = std::max(t, 1.5 * low);
            } else {
                const double share = trial % 3 == 2 ? 0.5 : low_slope / (low_slope - high_slope);
                t = low + std::clamp(share, 0.05, 0.95) * (high - low);
            }
        }
        return false;
    }

    /// The weights without what fills them up; those of a free constant are known up to a number, chosen so that they sum
    /// up to zero.
    [[nodiscard]] std::vector<double> told() const {
        const std::size_t k = rows_.classes(), d = rows_.size();
        std::vector<double> out(d * k);
        for (std::size_t j = 0; j < d; ++j) std::copy_n(&weights_[j * rows_.width()], k, &out[j * k]);
        if (has_free()) {
            double mean = 0.0;
            for (std::size_t c = 0; c < k; ++c) mean += out[(d - 1) * k + c] / static_cast<double>(k);
            for (std::size_t c = 0; c < k; ++c) out[(d - 1) * k + c] -= mean;
        }
        return out;
    }

    const SoftmaxProblem& problem_;
    const LinearOptions& options_;
    SoftmaxRows rows_;
    std::vector<double> ridge_;
    SoftmaxMetric metric_;
    SolverOptions limited_;
    Limits limits_;
    Numbers weights_, outputs_, chances_, slopes_, wanted_;
    Numbers step_, moves_, tried_, residual_, scaled_, direction_, product_;
    ClassSums sums_;
    Numbers best_weights_;
    double whole_ = 0.0, objective_ = 0.0, gap_ = 0.0, best_objective_ = 0.0, best_gap_ = 0.0;
};

}  // namespace

SoftmaxSolution solve_softmax(const SoftmaxProblem& problem, const LinearOptions& options) {
    return SoftmaxSearch(problem, options).run();
}

}  // namespace drupe
