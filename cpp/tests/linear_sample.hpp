/// Small linear machines, and the plain formulas of what they minimize.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "check.hpp"
#include "drupe/linear_problem.hpp"

namespace drupe::test {

struct Constant {
    double value;
    bool penalized;
};

inline constexpr std::array<Constant, 3> all_constants{{{0.0, false}, {1.0, true}, {2.5, false}}};
inline constexpr std::array<LinearLoss, 5> all_losses{LinearLoss::hinge, LinearLoss::squared_hinge,
                                                      LinearLoss::logistic, LinearLoss::insensitive,
                                                      LinearLoss::squared_insensitive};
inline constexpr std::array<LinearLoss, 3> smooth_losses{LinearLoss::squared_hinge, LinearLoss::logistic,
                                                         LinearLoss::squared_insensitive};

struct LinearSample {
    LinearSample(std::size_t rows, std::size_t width_of_rows, double zeros, LinearLoss loss_, double cost,
                 Constant constant_, unsigned seed)
        : n(rows), d(width_of_rows), loss(loss_), constant(constant_), numbers(n * d), targets(rows), costs(rows) {
        std::mt19937 random(seed);
        std::normal_distribution<double> normal;
        std::uniform_real_distribution<double> unit(0.0, 1.0);
        for (auto& number : numbers) number = unit(random) < zeros ? 0.0 : normal(random);
        const bool signs =
            loss == LinearLoss::hinge || loss == LinearLoss::squared_hinge || loss == LinearLoss::logistic;
        for (std::size_t i = 0; i < n; ++i) {
            const double t = normal(random) + numbers[i * d];
            targets[i] = signs ? (t > 0.3 ? 1.0 : -1.0) : 2.0 * t;
            costs[i] = cost * static_cast<double>(1 + i % 3);
        }
        complete();
    }

    void set_values(std::vector<double> these) {
        numbers = std::move(these);
        complete();
    }

    void clear_row(std::size_t i) {
        std::fill_n(numbers.begin() + static_cast<std::ptrdiff_t>(i * d), d, 0.0);
        complete();
    }

    void complete() {
        starts.assign(1, 0);
        columns.clear();
        values.clear();
        for (std::size_t i = 0; i < n; ++i) {
            for (std::size_t j = 0; j < d; ++j) {
                if (numbers[i * d + j] == 0.0) continue;
                columns.push_back(static_cast<std::int32_t>(j));
                values.push_back(numbers[i * d + j]);
            }
            starts.push_back(static_cast<std::int64_t>(values.size()));
        }
    }

    [[nodiscard]] LinearProblem problem() const {
        LinearProblem out = dense_problem();
        out.rows = {n, d, nullptr, starts.data(), columns.data(), values.data()};
        return out;
    }

    [[nodiscard]] LinearProblem dense_problem() const {
        LinearProblem out;
        out.rows = {n, d, numbers.data(), nullptr, nullptr, nullptr};
        out.targets = targets.data();
        out.costs = costs.data();
        out.loss = loss;
        out.width = width;
        out.penalty = penalty;
        out.constant = constant.value;
        out.constant_penalized = constant.penalized;
        return out;
    }

    [[nodiscard]] double lost(double y, double m) const {
        switch (loss) {
            case LinearLoss::hinge: return std::max(0.0, 1.0 - y * m);
            case LinearLoss::squared_hinge: return std::pow(std::max(0.0, 1.0 - y * m), 2);
            case LinearLoss::logistic: return std::max(0.0, -y * m) + std::log1p(std::exp(-std::abs(m)));
            case LinearLoss::insensitive: return std::max(0.0, std::abs(y - m) - width);
            default: return std::pow(std::max(0.0, std::abs(y - m) - width), 2);
        }
    }

    [[nodiscard]] bool is_free() const { return constant.value != 0.0 && !constant.penalized; }

    /// F(w).
    [[nodiscard]] double objective(const std::vector<double>& w) const {
        double sum = 0.0;
        for (std::size_t j = 0; j < w.size(); ++j) {
            const double r = j == d && is_free() ? 0.0 : 1.0;
            sum += r * (penalty == LinearPenalty::squares ? 0.5 * w[j] * w[j] : std::abs(w[j]));
        }
        for (std::size_t i = 0; i < n; ++i) {
            double m = constant.value != 0.0 ? constant.value * w[d] : 0.0;
            for (std::size_t j = 0; j < d; ++j) m += numbers[i * d + j] * w[j];
            sum += costs[i] * lost(targets[i], m);
        }
        return sum;
    }

    /// D(a); of an a that is not feasible, minus infinity.
    [[nodiscard]] double dual(const std::vector<double>& a) const {
        constexpr double impossible = -1e300;
        std::vector<double> v(d + 1, 0.0);
        double sum = 0.0, size = 0.0;
        for (std::size_t i = 0; i < n; ++i) {
            for (std::size_t j = 0; j < d; ++j) v[j] += a[i] * numbers[i * d + j];
            v[d] += a[i] * constant.value;
            size += std::abs(a[i] * constant.value);
            const double y = targets[i], z = y * a[i], c = costs[i];
            const bool boxed = loss == LinearLoss::hinge || loss == LinearLoss::logistic;
            if (boxed && (z < -1e-12 * c || z > c * (1.0 + 1e-12))) return impossible;
            if (loss == LinearLoss::squared_hinge && z < 0.0) return impossible;
            if (loss == LinearLoss::insensitive && std::abs(a[i]) > c * (1.0 + 1e-12)) return impossible;
            if (c == 0.0) {
                if (a[i] != 0.0) return impossible;
                continue;
            }
            const double b = std::clamp(z / c, 0.0, 1.0);
            switch (loss) {
                case LinearLoss::hinge: sum += z; break;
                case LinearLoss::squared_hinge: sum += z - z * z / (4.0 * c); break;
                case LinearLoss::logistic:
                    sum -= c * ((b > 0.0 ? b * std::log(b) : 0.0) + (b < 1.0 ? (1.0 - b) * std::log1p(-b) : 0.0));
                    break;
                case LinearLoss::insensitive: sum += z - width * std::abs(a[i]); break;
                default: sum += z - width * std::abs(a[i]) - a[i] * a[i] / (4.0 * c);
            }
        }
        if (is_free()) {
            if (std::abs(v[d]) > 1e-12 * (1.0 + size)) return impossible;
            v[d] = 0.0;
        }
        for (const double value : v) {
            if (penalty == LinearPenalty::squares)
                sum -= 0.5 * value * value;
            else if (std::abs(value) > 1.0 + 1e-12)
                return impossible;
        }
        return sum;
    }

    std::size_t n, d;
    LinearLoss loss;
    Constant constant;
    LinearPenalty penalty = LinearPenalty::squares;
    double width = 0.1;
    std::vector<double> numbers, targets, costs, values;
    std::vector<std::int32_t> columns;
    std::vector<std::int64_t> starts;
};

/// The solution's objective and gap are those of the formulas, and the gap is at most so large a share of the objective.
inline void expect_proven(const LinearSample& sample, const LinearSolution& solution, double share) {
    const double objective = sample.objective(solution.weights), dual = sample.dual(solution.dual);
    const double rounding = 1e-10 * (1.0 + 1e-3 * *std::max_element(sample.costs.begin(), sample.costs.end()));
    EXPECT(std::abs(solution.objective - objective) <= rounding * objective);
    EXPECT(solution.gap >= objective - dual - rounding * objective);
    EXPECT(solution.gap <= objective - dual + rounding * objective);
    EXPECT(objective - dual <= share * objective + rounding * objective);
}

}  // namespace drupe::test
