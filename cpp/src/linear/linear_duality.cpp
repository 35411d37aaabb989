#include "drupe/linear_duality.hpp"

#include <algorithm>
#include <cmath>

namespace drupe {

namespace {

double log_one_plus_exp(double t) { return std::max(t, 0.0) + std::log1p(std::exp(-std::abs(t))); }

/// b log(b / p), 0 at b = 0; `log_p` is log p.
double relative(double b, double log_p) { return b > 0.0 ? b * (std::log(b) - log_p) : 0.0; }

/// c L(y, m), and what it lies above the line that a proves of it: c L(y, m) + (c L)*(−a) + a m ≥ 0.
struct RowProof {
    double loss;
    double excess;
};

RowProof prove_row(const LinearProblem& problem, std::size_t i, double m, double a) {
    const double y = problem.targets[i], c = problem.costs[i];
    if (c == 0.0) return {0.0, 0.0};
    switch (problem.loss) {
        case LinearLoss::hinge: {
            const double r = 1.0 - y * m, some = std::max(r, 0.0), z = y * a;
            return {c * some, r > 0.0 ? (c - z) * r : -z * r};
        }
        case LinearLoss::squared_hinge: {
            const double r = 1.0 - y * m, some = std::max(r, 0.0), z = y * a, apart = some - z / (2.0 * c);
            return {c * some * some, c * apart * apart + z * std::max(-r, 0.0)};
        }
        case LinearLoss::logistic: {
            const double u = y * m, b = std::clamp(y * a / c, 0.0, 1.0);
            const double toward = log_one_plus_exp(-u), away = log_one_plus_exp(u);  // −log(1 − p), −log p
            return {c * toward, c * std::max(0.0, relative(b, -away) + relative(1.0 - b, -toward))};
        }
        case LinearLoss::insensitive: {
            const double r = y - m, e = std::abs(r) - problem.width, size = std::abs(a);
            const double against = size * std::abs(r) - a * r;
            return {c * std::max(e, 0.0), (e > 0.0 ? (c - size) * e : -size * e) + against};
        }
        default: {
            const double r = y - m, e = std::abs(r) - problem.width, size = std::abs(a);
            const double some = std::max(e, 0.0), apart = some - size / (2.0 * c);
            return {c * some * some, c * apart * apart + size * (some - e) + (size * std::abs(r) - a * r)};
        }
    }
}

/// The nearest number that a may be.
double boxed(const LinearProblem& problem, std::size_t i, double a) {
    const double y = problem.targets[i], c = problem.costs[i];
    if (c == 0.0) return 0.0;
    switch (problem.loss) {
        case LinearLoss::hinge:
        case LinearLoss::logistic: return y * std::clamp(y * a, 0.0, c);
        case LinearLoss::squared_hinge: return y * std::max(y * a, 0.0);
        case LinearLoss::insensitive: return std::clamp(a, -c, c);
        default: return a;
    }
}

/// Σ a = 0: the larger side gives way, which keeps every a in its box.
void balance(std::vector<double>& dual) {
    double up = 0.0, down = 0.0;
    for (const double a : dual) (a > 0.0 ? up : down) += std::abs(a);
    const double less = std::min(up, down), more = std::max(up, down);
    if (more == less) return;
    for (double& a : dual) {
        if ((a > 0.0) == (up > down)) a *= less / more;
    }
}

}  // namespace

std::vector<double> penalized(const LinearProblem& problem) {
    std::vector<double> out(problem.size(), 1.0);
    if (problem.constant != 0.0 && !problem.constant_penalized) out.back() = 0.0;
    return out;
}

LinearProof prove(const LinearTable& table, const LinearProblem& problem, const std::vector<double>& weights,
                  const std::vector<double>& outputs, std::vector<double>& dual) {
    const std::size_t n = table.rows(), size = table.size();
    const std::vector<double> r = penalized(problem);
    const bool free = problem.constant != 0.0 && !problem.constant_penalized;
    for (std::size_t i = 0; i < n; ++i) dual[i] = boxed(problem, i, dual[i]);
    if (free) balance(dual);
    std::vector<double> image(size);
    table.pull(dual.data(), image.data());
    LinearProof out;
    if (problem.penalty == LinearPenalty::squares) {
        for (std::size_t j = 0; j < size; ++j) {
            out.objective += 0.5 * r[j] * weights[j] * weights[j];
            out.gap += 0.5 * r[j] * (weights[j] - image[j]) * (weights[j] - image[j]);
        }
    } else {
        double largest = 1.0;
        for (std::size_t j = 0; j < size; ++j) largest = std::max(largest, r[j] * std::abs(image[j]));
        for (double& a : dual) a /= largest;
        for (double& v : image) v /= largest;
        for (std::size_t j = 0; j < size; ++j) {
            out.objective += r[j] * std::abs(weights[j]);
            out.gap += r[j] * (std::abs(weights[j]) - weights[j] * image[j]);
        }
    }
    if (free) out.gap += std::abs(weights.back() * image.back());  // what rounding leaves of Σ a
    for (std::size_t i = 0; i < n; ++i) {
        const RowProof row = prove_row(problem, i, outputs[i], dual[i]);
        out.objective += row.loss;
        out.gap += row.excess;
    }
    return out;
}

LinearProof prove(const LinearTable& table, const LinearProblem& problem, const std::vector<double>& weights,
                  std::vector<double>& dual) {
    std::vector<double> outputs(table.rows());
    table.outputs(weights.data(), outputs.data());
    return prove(table, problem, weights, outputs, dual);
}

}  // namespace drupe
