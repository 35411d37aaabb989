/// Least deviations end at a vertex whose prices prove that it is a minimum, however the targets tie.
#include <cmath>

#include "check.hpp"
#include "drupe/breakpoints.hpp"
#include "drupe/least_deviations.hpp"
#include "drupe/random.hpp"
#include "drupe/updated_inverse.hpp"

using namespace drupe;
using namespace drupe::test;

namespace {

/// A Gaussian matrix on a line.
std::vector<double> bells(std::size_t size) {
    std::vector<double> out(size * size);
    for (std::size_t i = 0; i < size; ++i) {
        for (std::size_t j = 0; j < size; ++j)
            out[i * size + j] = std::exp(-0.5 * std::pow((double(i) - double(j)) / 4.0, 2));
    }
    return out;
}

DeviationProblem signs(std::size_t size, double alpha) {
    DeviationProblem problem;
    problem.alpha = alpha;
    for (std::size_t i = 0; i < size; ++i) {
        problem.targets.push_back((i / 20 + (i * 7919 % 10 == 3 ? 1 : 0)) % 2 == 0 ? 1.0 : -1.0);
        problem.weights.push_back(1.0 + 0.5 * static_cast<double>(i % 3));
    }
    return problem;
}

double objective(const DeviationProblem& p, const std::vector<double>& x, const DeviationSolution& found) {
    const std::size_t n = p.targets.size();
    double sum = 0.0;
    for (std::size_t i = 0; i < n; ++i) {
        double output = found.offset;
        for (std::size_t k = 0; k < found.columns.size(); ++k)
            output += found.coefficients[k] * x[i * n + static_cast<std::size_t>(found.columns[k])];
        sum += p.weights[i] * std::abs(p.targets[i] - output);
    }
    for (const double a : found.coefficients) sum += p.alpha * std::abs(a);
    return sum;
}

/// What the prices prove, after they were scaled to be feasible.
double proven(const DeviationProblem& p, const std::vector<double>& x, const std::vector<double>& beta) {
    const std::size_t n = p.targets.size();
    double beyond = 1.0;
    double value = 0.0;
    double sum = 0.0;
    for (std::size_t i = 0; i < n; ++i) {
        double along = 0.0;
        for (std::size_t j = 0; j < n; ++j) along += x[i * n + j] * beta[j];
        beyond = std::max({beyond, std::abs(along) / p.alpha, std::abs(beta[i]) / p.weights[i]});
        value += p.targets[i] * beta[i];
        sum += beta[i];
    }
    EXPECT(std::abs(sum) <= 1e-9);
    return value / beyond;
}

}  // namespace

TEST_CASE("prices prove the minimum, for prices of coefficients of any size") {
    constexpr std::size_t size = 150;
    const auto x = bells(size);
    for (const double alpha : {1e-3, 0.1, 1.0, 10.0, 1e6}) {
        const auto problem = signs(size, alpha);
        SolverOptions options;
        options.tolerance = 1e-9;
        const auto found = least_deviations<double>(problem, options, {x.data(), x.data(), size, size});
        EXPECT(found.stop == Stop::converged);
        EXPECT(found.rows.size() == found.columns.size() + 1);
        const double value = objective(problem, x, found);
        EXPECT(value - proven(problem, x, found.beta) <= 1e-8 * value);
        auto again = problem;
        again.start_columns = found.columns;
        again.start_rows = found.rows;
        const auto same = least_deviations<double>(again, options, {x.data(), x.data(), size, size});
        EXPECT(same.iterations <= found.iterations / 4);
        EXPECT_NEAR(objective(problem, x, same), value, 1e-9);
    }
}

TEST_CASE("threads and precision change nothing but rounding, and a limit ends the run") {
    constexpr std::size_t size = 150;
    const auto x = bells(size);
    const std::vector<float> rounded(x.begin(), x.end());
    const auto problem = signs(size, 0.3);
    SolverOptions options;
    options.tolerance = 1e-9;
    const auto found = least_deviations<double>(problem, options, {x.data(), x.data(), size, size});
    const auto single = least_deviations<float>(problem, options, {rounded.data(), rounded.data(), size, size});
    EXPECT_NEAR(objective(problem, x, single), objective(problem, x, found), 1e-5);
    options.max_iterations = 5;
    const auto early = least_deviations<double>(problem, options, {x.data(), x.data(), size, size});
    EXPECT(early.stop == Stop::iterations);
    EXPECT(early.iterations == 5);
    EXPECT(objective(problem, x, early) > objective(problem, x, found));
}

TEST_CASE("an inverse follows its matrix") {
    Random random(3);
    std::vector<std::vector<double>> rows(1, std::vector<double>(1, 2.0));
    UpdatedInverse inverse;
    const auto flat = [&] {
        std::vector<double> out;
        for (const auto& row : rows) out.insert(out.end(), row.begin(), row.end());
        return out;
    };
    EXPECT(inverse.invert(flat(), 1));
    std::vector<double> column, row, times, left;
    for (int round = 0; round < 60; ++round) {
        const std::size_t size = rows.size();
        column.resize(size);
        row.resize(size);
        for (double& value : column) value = random.normal();
        for (double& value : row) value = random.normal();
        inverse.times(column, times);
        inverse.from_left(row, left);
        if (round % 4 == 3) {
            inverse.exchange_column(size / 2, times);
            for (std::size_t e = 0; e < size; ++e) rows[e][size / 2] = column[e];
        } else if (round % 4 == 2) {
            inverse.exchange_row(size / 3, left);
            rows[size / 3] = row;
        } else if (round % 12 == 9) {
            inverse.shrink(size / 2, size / 3);
            rows[size / 3] = rows.back();
            rows.pop_back();
            for (auto& one : rows) {
                one[size / 2] = one.back();
                one.pop_back();
            }
        } else {
            double product = 0.0;
            for (std::size_t k = 0; k < size; ++k) product += row[k] * times[k];
            inverse.grow(times, left, 3.0, product);
            for (std::size_t e = 0; e < size; ++e) rows[e].push_back(column[e]);
            row.push_back(3.0);
            rows.push_back(row);
        }
        UpdatedInverse anew;
        EXPECT(anew.invert(flat(), rows.size()));
        for (std::size_t k = 0; k < rows.size(); ++k) {
            for (std::size_t e = 0; e < rows.size(); ++e) EXPECT_NEAR(inverse.row(k)[e], anew.row(k)[e], 1e-6);
        }
    }
    EXPECT(!inverse.invert({1.0, 2.0, 2.0, 4.0}, 2));
}

TEST_CASE("a falling slope turns where sorting says") {
    Random random(5);
    for (std::size_t count = 0; count < 200; ++count) {
        std::vector<Breakpoint> points;
        for (std::size_t i = 0; i < count; ++i) points.push_back({random.uniform(), random.uniform(), 1.0, i});
        auto sorted = points;
        std::sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.at < b.at; });
        const double start = -random.uniform() * 0.6 * static_cast<double>(count);
        double slope = start;
        std::size_t turn = 0;
        while (turn < count && (slope += sorted[turn].gain) < 0.0) ++turn;
        EXPECT(turning_point(points, start) == turn);
        if (turn < count) EXPECT(points[turn].who == sorted[turn].who);
    }
}
