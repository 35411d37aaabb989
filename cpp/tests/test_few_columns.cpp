/// Linear machines of few columns: their parts against plain sums, their solutions against what they prove.
#include <algorithm>
#include <cmath>
#include <random>

#include "check.hpp"
#include "drupe/absolute_model.hpp"
#include "drupe/equilibrated_factor.hpp"
#include "drupe/linear_multipliers.hpp"
#include "drupe/linear_newton.hpp"
#include "drupe/solve_linear.hpp"
#include "drupe/target.hpp"
#include "drupe/weighted_gram.hpp"
#include "linear_sample.hpp"

using namespace drupe;
using namespace drupe::test;

namespace {

std::vector<double> some_numbers(std::size_t count, unsigned seed) {
    std::mt19937 random(seed);
    std::normal_distribution<double> normal;
    std::vector<double> out(count);
    for (double& value : out) value = normal(random);
    return out;
}

double number_at(const LinearSample& sample, std::size_t i, std::size_t j) {
    return j < sample.d ? sample.numbers[i * sample.d + j] : sample.constant.value;
}

/// Σᵢ hᵢ xᵢxᵢ' on and above the diagonal.
void expect_gram(const LinearSample& sample, const WeightedGram& gram, const std::vector<double>& h, double rounding) {
    for (std::size_t i = 0; i < gram.size(); ++i) {
        for (std::size_t j = i; j < gram.size(); ++j) {
            double sum = 0.0, size = 0.0;
            for (std::size_t k = 0; k < sample.n; ++k) {
                const double part = h[k] * number_at(sample, k, i) * number_at(sample, k, j);
                sum += part;
                size += std::abs(part);
            }
            EXPECT(std::abs(gram.values()[i * gram.stride() + j] - sum) <= rounding * (1.0 + size));
        }
    }
}

}  // namespace

TEST_CASE("products of a linear table are plain sums, dense, sparse and filled") {
    for (const std::size_t d : std::initializer_list<std::size_t>{1, 7, 22, 70, 131}) {
        for (const double zeros : {0.3, 0.9}) {
            const LinearSample sample(203, d, zeros, LinearLoss::hinge, 1.0, {2.5, true}, 1);
            const std::vector<double> w = some_numbers(d + 1, 2), a = some_numbers(203, 3);
            for (const LinearRows& rows : {sample.problem().rows, sample.dense_problem().rows}) {
                const LinearTable table(rows, 2.5, 2);
                std::vector<double> m(203), v(d + 1);
                table.outputs(w.data(), m.data());
                table.pull(a.data(), v.data());
                for (std::size_t i = 0; i < 203; ++i) {
                    double sum = 0.0;
                    for (std::size_t j = 0; j <= d; ++j) sum += number_at(sample, i, j) * w[j];
                    EXPECT_NEAR(m[i], sum, 1e-12);
                }
                for (std::size_t j = 0; j <= d; ++j) {
                    double sum = 0.0;
                    for (std::size_t i = 0; i < 203; ++i) sum += number_at(sample, i, j) * a[i];
                    EXPECT_NEAR(v[j], sum, 1e-12);
                }
            }
        }
    }
}

TEST_CASE("a weighted Gram matrix follows its weights") {
    for (const std::size_t d : std::initializer_list<std::size_t>{3, 22, 45, 131}) {
        const LinearSample sample(700, d, 0.6, LinearLoss::hinge, 1.0, {1.5, true}, 4);
        for (const LinearRows& rows : {sample.problem().rows, sample.dense_problem().rows}) {
            for (const auto precision : {GramPrecision::single_precision, GramPrecision::double_precision}) {
                const double rounding = precision == GramPrecision::double_precision ? 1e-12 : 3e-5;
                const LinearTable table(rows, 1.5, 2);
                WeightedGram gram(table, precision);
                std::vector<double> h = some_numbers(700, 5);
                for (double& value : h) value = std::max(value, 0.0);
                gram.bring_to(h);
                expect_gram(sample, gram, h, rounding);
                for (std::size_t i = 0; i < 700; i += 9) h[i] = h[i] > 0.0 ? 0.0 : 2.0;
                const auto before = gram.updates();
                gram.bring_to(h);
                EXPECT(gram.updates() - before == 78);
                expect_gram(sample, gram, h, rounding);
                gram.scale(4.0);
                for (double& value : h) value *= 4.0;
                gram.bring_to(h);
                EXPECT(gram.updates() - before == 78);
                expect_gram(sample, gram, h, rounding);
            }
        }
    }
}

TEST_CASE("an equilibrated factor solves, whatever the scales of columns") {
    for (const std::size_t d : std::initializer_list<std::size_t>{1, 5, 47, 48, 49, 130}) {
        const LinearSample sample(300, d, 0.0, LinearLoss::hinge, 1.0, {0.0, false}, 6);
        const LinearTable table(sample.dense_problem().rows, 0.0, 1);
        WeightedGram gram(table, GramPrecision::double_precision);
        gram.bring_to(std::vector<double>(300, 1.0));
        std::vector<double> scaled(gram.values(), gram.values() + d * gram.stride()), extra(d);
        const auto scale = [](std::size_t i) { return std::pow(10.0, static_cast<double>(i % 7) - 3.0); };
        for (std::size_t i = 0; i < d; ++i) {
            extra[i] = scale(i) * scale(i);
            for (std::size_t j = i; j < d; ++j) scaled[i * gram.stride() + j] *= scale(i) * scale(j);
        }
        EquilibratedFactor factor;
        factor.factor(scaled.data(), gram.stride(), extra, 1e-14);
        const std::vector<double> wanted = some_numbers(d, 7);
        std::vector<double> x(d);
        for (std::size_t i = 0; i < d; ++i) {
            x[i] = extra[i] * wanted[i];
            for (std::size_t j = 0; j < d; ++j)
                x[i] += scaled[std::min(i, j) * gram.stride() + std::max(i, j)] * wanted[j];
        }
        factor.solve(x);
        for (std::size_t i = 0; i < d; ++i) EXPECT_NEAR(x[i] * scale(i), wanted[i] * scale(i), 1e-8);
    }
}

TEST_CASE("slopes and curvatures of rows are differences of their costs") {
    constexpr std::size_t n = 37;
    const std::vector<double> outputs = some_numbers(n, 8), centers = some_numbers(n, 9), q = some_numbers(n, 10);
    for (const auto curve : {LinearCurve::squared_hinge, LinearCurve::logistic, LinearCurve::squared_insensitive,
                             LinearCurve::clipped_hinge, LinearCurve::clipped_insensitive}) {
        const bool signs = curve != LinearCurve::squared_insensitive && curve != LinearCurve::clipped_insensitive;
        std::vector<double> y = some_numbers(n, 11), costs(n), start(n);
        for (std::size_t i = 0; i < n; ++i) {
            if (signs) y[i] = y[i] > 0.0 ? 1.0 : -1.0;
            costs[i] = i % 5 == 0 ? 0.0 : 0.5 + static_cast<double>(i % 3);
            start[i] = signs ? y[i] * std::clamp(std::abs(centers[i]), 0.0, costs[i])
                             : std::clamp(centers[i], -costs[i], costs[i]);
        }
        const CurveRows rows{y.data(), costs.data(), start.data(), 0.1, 0.7, n};
        std::vector<double> pulls(n), h(n), moved(n), scratch(n), scratch_h(n);
        const auto& loops = target().linear;
        loops.answer(curve, rows, outputs.data(), pulls.data(), h.data());
        const auto total = [&](double t) {
            for (std::size_t i = 0; i < n; ++i) moved[i] = outputs[i] + t * q[i];
            return loops.answer(curve, rows, moved.data(), scratch.data(), scratch_h.data());
        };
        const LineSlope along = loops.along(curve, rows, outputs.data(), q.data(), 0.3);
        EXPECT_NEAR(along.slope, (total(0.3 + 1e-6) - total(0.3 - 1e-6)) / 2e-6, 1e-6);
        double slope = 0.0, curvature = 0.0;
        for (std::size_t i = 0; i < n; ++i) {
            slope -= pulls[i] * q[i];
            curvature += h[i] * q[i] * q[i];
            if (costs[i] == 0.0) EXPECT(pulls[i] == 0.0 && h[i] == 0.0);
        }
        const LineSlope here = loops.along(curve, rows, outputs.data(), q.data(), 0.0);
        EXPECT_NEAR(here.slope, slope, 1e-12);
        EXPECT_NEAR(here.curvature, curvature, 1e-12);
        const double ahead = loops.along(curve, rows, outputs.data(), q.data(), 1e-7).slope;
        EXPECT_NEAR((ahead - here.slope) / 1e-7, curvature, 1e-5);
    }
}

TEST_CASE("the minimum of a quadratic model under absolute values meets its conditions") {
    for (const std::size_t d : std::initializer_list<std::size_t>{1, 4, 60}) {
        const LinearSample sample(200, d, 0.0, LinearLoss::hinge, 1.0, {0.0, false}, 12);
        const LinearTable table(sample.dense_problem().rows, 0.0, 1);
        WeightedGram gram(table, GramPrecision::double_precision);
        gram.bring_to(std::vector<double>(200, 0.01));
        std::vector<double> slopes = some_numbers(d, 13), weights = some_numbers(d, 14), rates(d, 1.0);
        for (double& slope : slopes) slope *= 2.0;
        rates[0] = 0.0;
        AbsoluteModel model;
        model.set(gram.values(), gram.stride(), std::vector<double>(d, 0.0));
        const std::vector<double> point = model.minimize(weights, slopes, rates);
        for (std::size_t i = 0; i < d; ++i) {
            double slope = slopes[i];
            for (std::size_t j = 0; j < d; ++j)
                slope += gram.values()[std::min(i, j) * gram.stride() + std::max(i, j)] * (point[j] - weights[j]);
            if (point[i] != 0.0 || rates[i] == 0.0) {
                EXPECT_NEAR(slope, rates[i] == 0.0 ? 0.0 : -std::copysign(rates[i], point[i]), 1e-5);
            } else {
                EXPECT(std::abs(slope) <= rates[i] + 1e-5);
            }
        }
    }
}

TEST_CASE("linear machines of few columns prove their gap") {
    for (const auto penalty : {LinearPenalty::squares, LinearPenalty::absolutes}) {
        for (const auto loss : all_losses) {
            const bool corner = loss == LinearLoss::hinge || loss == LinearLoss::insensitive;
            const bool absolutes = penalty == LinearPenalty::absolutes;
            if (corner && absolutes) continue;
            for (const auto& constant : all_constants) {
                // Rounding leaves |X'a| above 1 by more than the formulas allow where costs are large.
                for (const double cost : {1e-4, 1.0, absolutes ? 10.0 : 1e4}) {
                    LinearSample sample(150, 6, 0.4, loss, cost, constant, 15);
                    sample.penalty = penalty;
                    sample.costs[7] = 0.0;
                    sample.clear_row(9);
                    LinearOptions options;
                    options.gap = 1e-7;
                    options.threads = 1;
                    for (const auto& problem : {sample.problem(), sample.dense_problem()}) {
                        const LinearSolution found = solve_linear({problem}, options).front();
                        EXPECT(found.stop == Stop::converged);
                        expect_proven(sample, found, 1e-7);
                    }
                }
            }
        }
    }
}

TEST_CASE("dual variables of the hinge are exactly at their bounds where they are") {
    LinearSample sample(400, 5, 0.0, LinearLoss::hinge, 1.0, {1.0, false}, 16);
    LinearOptions options;
    options.gap = 1e-9;
    const LinearSolution found = solve_linear({sample.dense_problem()}, options).front();
    std::size_t inside = 0;
    for (std::size_t i = 0; i < sample.n; ++i) {
        const double z = sample.targets[i] * found.dual[i];
        if (z != 0.0 && std::abs(z - sample.costs[i]) > 1e-9 * sample.costs[i]) ++inside;
    }
    EXPECT(inside <= 6);
    EXPECT(inside >= 1);
}
