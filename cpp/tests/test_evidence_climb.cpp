/// The climb of the evidence against closed forms, derivatives by differences, and all that one column could still do.
#include "drupe/evidence_climb.hpp"

#include <cmath>
#include <random>

#include "check.hpp"
#include "drupe/small_cholesky.hpp"

using namespace drupe;

namespace {

/// Random columns, of which targets follow the first two.
EvidenceProblem sample(std::size_t rows, std::size_t columns, bool learned, unsigned seed) {
    std::mt19937 random(seed);
    std::normal_distribution<double> normal;
    std::vector<double> x(rows * columns), t(rows);
    for (double& value : x) value = normal(random);
    for (std::size_t r = 0; r < rows; ++r) t[r] = 2.0 * x[r * columns] - x[r * columns + 1] + 0.5 * normal(random);
    EvidenceProblem out{std::vector<double>(columns * columns, 0.0),
                        std::vector<double>(columns, 0.0),
                        0.0,
                        {static_cast<double>(rows), learned ? 1e-8 : 0.25, learned}};
    for (std::size_t r = 0; r < rows; ++r) {
        out.energy += t[r] * t[r];
        for (std::size_t i = 0; i < columns; ++i) {
            out.correlations[i] += x[r * columns + i] * t[r];
            for (std::size_t j = 0; j < columns; ++j)
                out.products[i * columns + j] += x[r * columns + i] * x[r * columns + j];
        }
    }
    return out;
}

double value(const EvidenceProblem& problem, const std::vector<double>& variances) {
    Evidence at(problem);
    return at.move_to(variances) ? at.value() : -INFINITY;
}

}  // namespace

TEST_CASE("evidence: a lone column has the variance of the closed form") {
    const EvidenceProblem problem{{4.0}, {6.0}, 20.0, {10.0, 0.5, false}};
    const EvidenceSummit found = climb_evidence(problem, {0.0}, {});
    EXPECT_NEAR(found.variances[0], (36.0 / 0.5 - 4.0) / 16.0, 1e-9);
    EXPECT(found.settled);
}

TEST_CASE("evidence: a column without use stays out") {
    const EvidenceProblem problem{{4.0}, {1.0}, 20.0, {10.0, 0.5, false}};
    EXPECT(climb_evidence(problem, {0.0}, {}).variances[0] == 0.0);
    EXPECT(climb_evidence(problem, {3.0}, {}).variances[0] == 0.0);
}

TEST_CASE("evidence: slopes and curvature are derivatives") {
    for (const bool learned : {false, true}) {
        const EvidenceProblem problem = sample(30, 5, learned, 1);
        const std::vector<double> variances{0.3, 1.0, 0.0, 0.1, 2.0};
        Evidence at(problem);
        EXPECT(at.move_to(variances));
        const std::vector<double> curvature = at.curvature();
        const double step = 1e-4;
        for (std::size_t k = 0; k < at.active().size(); ++k) {
            std::vector<double> above = variances, below = variances;
            above[at.active()[k]] *= std::exp(step);
            below[at.active()[k]] *= std::exp(-step);
            EXPECT_NEAR(at.slope(k), (value(problem, above) - value(problem, below)) / (2.0 * step), 1e-6);
            Evidence up(problem), down(problem);
            EXPECT(up.move_to(above) && down.move_to(below));
            for (std::size_t l = k; l < at.active().size(); ++l)
                EXPECT_NEAR(-curvature[k * 4 + l], (up.slope(l) - down.slope(l)) / (2.0 * step), 1e-6);
        }
    }
}

TEST_CASE("evidence: a column outside tells what its variance does") {
    for (const bool learned : {false, true}) {
        const EvidenceProblem problem = sample(25, 6, learned, 2);
        const std::vector<double> variances{0.5, 0.0, 1.5, 0.0, 0.0, 0.2};
        Evidence at(problem);
        EXPECT(at.move_to(variances));
        for (std::size_t i = 0; i < variances.size(); ++i) {
            const LoneColumn alone = at.outside(i);
            std::vector<double> without = variances, with = variances;
            without[i] = 0.0;
            with[i] = 0.7;
            EXPECT_NEAR(alone.gain(0.7, at.level()), value(problem, with) - value(problem, without), 1e-10);
            with[i] = alone.best_variance(at.level());
            for (const double factor : {0.9, 1.1}) {
                std::vector<double> other = with;
                other[i] = with[i] > 0.0 ? factor * with[i] : 1e-3;
                EXPECT(value(problem, other) < value(problem, with));
            }
        }
    }
}

TEST_CASE("evidence: at a summit nothing gains") {
    for (unsigned seed = 0; seed < 20; ++seed) {
        for (const bool exchange : {false, true}) {
            const EvidenceProblem problem = sample(20, 12, seed % 2 == 0, seed);
            const EvidenceSummit found =
                climb_evidence(problem, std::vector<double>(12, seed < 10 ? 0.0 : 1.0), {1e-6, 1000, exchange});
            EXPECT(found.settled);
            EXPECT(found.slope <= 1e-8);
            EXPECT_NEAR(found.log_evidence, value(problem, found.variances), 1e-12);
            for (std::size_t i = 0; i < 12; ++i) {
                for (const double variance : {0.0, 1e-3, 0.03, 1.0, 30.0}) {
                    std::vector<double> other = found.variances;
                    other[i] = variance;
                    EXPECT(value(problem, other) <= found.log_evidence + 1e-6);
                }
            }
        }
    }
}

TEST_CASE("evidence: columns that are the same do not break it") {
    EvidenceProblem problem = sample(20, 3, true, 3);
    for (std::size_t i = 0; i < 3; ++i) problem.products[i * 3 + 2] = problem.products[i * 3];
    for (std::size_t i = 0; i < 3; ++i) problem.products[6 + i] = problem.products[i];
    problem.products[8] = problem.products[0];
    problem.correlations[2] = problem.correlations[0];
    const EvidenceSummit found = climb_evidence(problem, {0.0, 0.0, 0.0}, {1e-6, 1000, true});
    EXPECT(found.settled);
    EXPECT((found.variances[0] == 0.0) != (found.variances[2] == 0.0));
}

TEST_CASE("small Cholesky: factor, inverse and determinant of a matrix known by hand") {
    SmallCholesky factor;
    EXPECT(factor.factor({4.0, 2.0, 0.0, 5.0}, 2));
    EXPECT_NEAR(factor.at(1, 0), 1.0, 1e-15);
    EXPECT_NEAR(factor.at(1, 1), 2.0, 1e-15);
    EXPECT_NEAR(factor.log_determinant(), std::log(16.0), 1e-15);
    const std::vector<double> inverse = factor.inverse(), wanted{0.3125, -0.125, -0.125, 0.25};
    for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(inverse[i], wanted[i], 1e-15);
    EXPECT(!factor.factor({1.0, 2.0, 2.0, 1.0}, 2));
}
