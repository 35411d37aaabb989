/// The path of the LASSO against its optimality conditions, knot by knot.
#include "drupe/lasso_path.hpp"

#include <algorithm>
#include <cmath>
#include <random>

#include "check.hpp"
#include "drupe/changing_factor.hpp"

using namespace drupe;

namespace {

/// A matrix that is held, column by column.
class Held final : public ColumnSource {
public:
    Held(std::size_t rows, std::size_t columns, unsigned seed)
        : rows_(rows), columns_(columns), values_(rows * columns) {
        std::mt19937 random(seed);
        std::normal_distribution<double> normal;
        for (double& value : values_) value = normal(random);
    }

    [[nodiscard]] double* column(std::size_t j) { return values_.data() + j * rows_; }

    void fetch(const std::vector<std::int64_t>& index, double* columns, double* images) override {
        for (std::size_t i = 0; i < index.size(); ++i) {
            const double* from = column(static_cast<std::size_t>(index[i]));
            std::copy_n(from, rows_, columns + i * rows_);
            correlate(from, images + i * columns_);
        }
    }

    void correlate(const double* vector, double* out) override {
        for (std::size_t j = 0; j < columns_; ++j) {
            out[j] = 0.0;
            for (std::size_t i = 0; i < rows_; ++i) out[j] += column(j)[i] * vector[i];
        }
    }

    /// Largest violation of the optimality conditions at a knot.
    double violation(const LassoPath& path, std::size_t knot, const std::vector<double>& targets) {
        std::size_t at = 0;
        for (std::size_t k = 0; k < knot; ++k) at += static_cast<std::size_t>(path.sizes[k]);
        std::vector<double> rest(targets), a(columns_, 0.0), correlations(columns_);
        for (std::size_t k = at; k < at + static_cast<std::size_t>(path.sizes[knot]); ++k) {
            const auto j = static_cast<std::size_t>(path.support[k]);
            a[j] = path.values[k];
            for (std::size_t i = 0; i < rows_; ++i) rest[i] -= a[j] * column(j)[i];
        }
        correlate(rest.data(), correlations.data());
        double worst = 0.0;
        for (std::size_t j = 0; j < columns_; ++j) {
            const double alpha = path.alphas[knot];
            worst = std::max(worst, std::abs(correlations[j]) - alpha);
            if (a[j] != 0.0) worst = std::max(worst, std::abs(correlations[j] - std::copysign(alpha, a[j])));
        }
        return worst;
    }

private:
    std::size_t rows_, columns_;
    std::vector<double> values_;
};

std::vector<double> some_targets(std::size_t rows) {
    std::mt19937 random(7);
    std::normal_distribution<double> normal;
    std::vector<double> out(rows);
    for (double& value : out) value = normal(random);
    return out;
}

class Impatient final : public Monitor {
public:
    bool go_on(double) override { return false; }
};

}  // namespace

TEST_CASE("every knot of a path satisfies the conditions, with more columns than rows and with fewer") {
    for (const std::size_t columns : {std::size_t{20}, std::size_t{90}}) {
        Held matrix(40, columns, 3);
        const LassoProblem problem{some_targets(40), columns};
        for (const std::size_t together : {std::size_t{1}, std::size_t{8}}) {
            LassoOptions options;
            options.least = 1e-3;
            options.together = together;
            const auto path = follow_lasso_path(problem, options, matrix);
            EXPECT(path.stop == Stop::converged);
            EXPECT(path.alphas.size() > 20);
            EXPECT(path.alphas.back() == 1e-3);
            EXPECT(path.sizes.front() == 0);
            for (std::size_t knot = 0; knot < path.alphas.size(); ++knot)
                EXPECT(matrix.violation(path, knot, problem.targets) <= 1e-10);
        }
    }
}

TEST_CASE("of equal columns the first takes part, and opposite ones tie") {
    Held matrix(30, 12, 5);
    std::copy_n(matrix.column(2), 30, matrix.column(9));
    for (std::size_t i = 0; i < 30; ++i) matrix.column(7)[i] = -matrix.column(4)[i];
    const LassoProblem problem{some_targets(30), 12};
    LassoOptions options;
    options.least = 1e-6;
    const auto path = follow_lasso_path(problem, options, matrix);
    EXPECT(path.stop == Stop::converged);
    EXPECT(path.sizes.back() == 10);
    EXPECT(matrix.violation(path, path.alphas.size() - 1, problem.targets) <= 1e-10);
    EXPECT(std::find(path.support.begin(), path.support.end(), 9) == path.support.end());
}

TEST_CASE("a path ends where it would need too many columns, or when it is told to") {
    Held matrix(40, 90, 3);
    const LassoProblem problem{some_targets(40), 90};
    LassoOptions options;
    options.max_nonzeros = 5;
    const auto path = follow_lasso_path(problem, options, matrix);
    EXPECT(path.stop == Stop::iterations);
    EXPECT(*std::max_element(path.sizes.begin(), path.sizes.end()) == 5);
    EXPECT(matrix.violation(path, path.alphas.size() - 1, problem.targets) <= 1e-10);
    options.max_nonzeros = 0;
    EXPECT(follow_lasso_path(problem, options, matrix).alphas.size() == 1);
}

TEST_CASE("targets without any correlation need no column") {
    Held matrix(10, 4, 1);
    const LassoProblem problem{std::vector<double>(10, 0.0), 4};
    const auto path = follow_lasso_path(problem, {}, matrix);
    EXPECT(path.stop == Stop::converged);
    EXPECT(path.alphas.size() == 1 && path.sizes.front() == 0);
}

TEST_CASE("a factor of columns that come and go solves as that of those that stayed") {
    Held matrix(25, 8, 11);
    ChangingFactor factor(25);
    const auto products = [&](const std::vector<std::size_t>& with, std::size_t j) {
        std::vector<double> out;
        for (const std::size_t k : with) {
            out.push_back(0.0);
            for (std::size_t i = 0; i < 25; ++i) out.back() += matrix.column(k)[i] * matrix.column(j)[i];
        }
        return out;
    };
    std::vector<std::size_t> held;
    for (std::size_t j = 0; j < 8; ++j) {
        EXPECT(factor.join(matrix.column(j), products(held, j)));
        held.push_back(j);
    }
    EXPECT(!factor.join(matrix.column(3), products(held, 3)));
    for (const std::size_t k : {std::size_t{7}, std::size_t{2}, std::size_t{0}}) {
        factor.drop(k);
        held.erase(held.begin() + static_cast<std::ptrdiff_t>(k));
    }
    std::vector<double> wanted{1.0, -2.0, 0.5, 3.0, 1.5};
    std::vector<double> right(5, 0.0);
    for (std::size_t a = 0; a < 5; ++a) {
        const auto row = products(held, held[a]);
        for (std::size_t b = 0; b < 5; ++b) right[a] += row[b] * wanted[b];
    }
    factor.solve_transposed(right);
    factor.solve(right);
    for (std::size_t a = 0; a < 5; ++a) EXPECT_NEAR(right[a], wanted[a], 1e-10);
}
