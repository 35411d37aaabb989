/// Paths of box problems satisfy the optimality conditions in every box, and know the outputs of examples outside.
#include <cmath>

#include "check.hpp"
#include "drupe/box_path.hpp"
#include "drupe/gathered_rows.hpp"

using namespace drupe;
using namespace drupe::test;

namespace {

constexpr std::size_t size = 640;

/// A Gaussian matrix on a line, and signs that alternate with some noise.
std::vector<double> matrix() {
    std::vector<double> out(size * size);
    for (std::size_t i = 0; i < size; ++i) {
        for (std::size_t j = 0; j < size; ++j)
            out[i * size + j] = std::exp(-0.5 * std::pow((double(i) - double(j)) / 4.0, 2));
    }
    return out;
}

BoxPathProblem problem(Balance balance) {
    BoxPathProblem path;
    path.problem.balance = balance;
    for (std::size_t e = 0; e < size; ++e) {
        if (e % 5 == 0) {
            path.watched.push_back(static_cast<std::int64_t>(e));
            continue;
        }
        path.problem.examples.push_back(static_cast<std::int64_t>(e));
        path.problem.signs.push_back((e / 80 + (e * 7919 % 10 == 3 ? 1 : 0)) % 2 == 0 ? 1.0 : -1.0);
        path.problem.linear.push_back(-1.0);
        path.problem.upper.push_back(1.0 + 0.1 * static_cast<double>(e % 3));
        path.problem.start.push_back(0.0);
    }
    return path;
}

/// Outputs of all examples, one by one.
std::vector<double> outputs(const BoxProblem& p, const std::vector<double>& kernel, const double* alpha) {
    std::vector<double> out(size, 0.0);
    for (std::size_t v = 0; v < p.size(); ++v) {
        for (std::size_t e = 0; e < size; ++e)
            out[e] += p.signs[v] * alpha[v] * kernel[static_cast<std::size_t>(p.examples[v]) * size + e];
    }
    return out;
}

double violation(const BoxProblem& p, const std::vector<double>& kernel, const double* alpha, double factor) {
    const auto seen = outputs(p, kernel, alpha);
    double highest = -1e300;
    double lowest = 1e300;
    for (std::size_t v = 0; v < p.size(); ++v) {
        const double score = p.signs[v] - seen[static_cast<std::size_t>(p.examples[v])];
        const bool below = alpha[v] < factor * p.upper[v];
        const bool above = alpha[v] > 0;
        if (p.signs[v] > 0 ? below : above) highest = std::max(highest, score);
        if (p.signs[v] > 0 ? above : below) lowest = std::min(lowest, score);
    }
    return p.balance == Balance::free ? std::max(highest, -lowest) : highest - lowest;
}

}  // namespace

TEST_CASE("every box of a path is solved, with little memory and with much") {
    const auto kernel = matrix();
    const std::vector<double> factors{0.01, 0.3, 1.0, 4.0};
    for (const Balance balance : {Balance::free, Balance::joint}) {
        for (const std::size_t memory : {std::size_t{0}, std::size_t{1} << 28}) {
            SolverOptions options;
            options.tolerance = 1e-5;
            options.cache_bytes = memory;
            options.threads = 2;
            const std::vector<BoxPathProblem> paths(3, problem(balance));
            const auto solutions = solve_box_paths<double>(
                paths, factors, options, std::vector<Stored<double>>(paths.size(), {kernel.data(), size}));
            for (const auto& solution : solutions) {
                const BoxProblem& p = paths[0].problem;
                for (std::size_t f = 0; f < factors.size(); ++f) {
                    const double* alpha = solution.alphas.data() + f * p.size();
                    EXPECT(solution.stops[f] == Stop::converged);
                    EXPECT(violation(p, kernel, alpha, factors[f]) <= 1.01e-5);
                    const auto seen = outputs(p, kernel, alpha);
                    for (std::size_t w = 0; w < paths[0].watched.size(); ++w) {
                        const double told = solution.outputs[f * paths[0].watched.size() + w];
                        EXPECT(std::abs(told - seen[static_cast<std::size_t>(paths[0].watched[w])]) <=
                               1e-9 * (1.0 + factors[f]));
                    }
                }
                EXPECT(solution.alphas == solutions[0].alphas);
            }
        }
    }
}

TEST_CASE("problems over matrices of their own are solved as each alone") {
    const auto kernel = matrix();
    auto doubled = kernel;
    for (double& value : doubled) value *= 2.0;
    const std::vector<double> factors{0.1, 1.0};
    SolverOptions options;
    options.threads = 2;
    const std::vector<BoxPathProblem> both(2, problem(Balance::joint));
    const std::vector<BoxPathProblem> one(1, both[0]);
    const Stored<double> first{kernel.data(), size};
    const Stored<double> second{doubled.data(), size};
    const auto together = solve_box_paths<double>(both, factors, options, {first, second});
    EXPECT(together[0].alphas == solve_box_paths<double>(one, factors, options, {first})[0].alphas);
    EXPECT(together[1].alphas == solve_box_paths<double>(one, factors, options, {second})[0].alphas);
    EXPECT(together[0].alphas != together[1].alphas);
}

TEST_CASE("a row that was just given out stays while the next one comes") {
    const auto kernel = matrix();
    GatheredRows<double> rows({kernel.data(), size}, 0);
    rows.choose({5, 6, 7, 100, 200, 201, 202, 203, 204}, 16);
    for (std::size_t i = 0; i < 9; ++i) {
        for (std::size_t j = 0; j < 9; ++j) {
            const double* first = rows.row(i);
            const double kept = first[j];
            const double* second = rows.row(j);
            EXPECT(first[j] == kept);
            EXPECT(second[i] == kept);
            EXPECT(second[9] == 0.0);
        }
    }
}
