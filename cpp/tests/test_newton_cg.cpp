/// Newton's method by products, and what is chosen for many columns: small gaps that the plain formulas confirm.
#include "drupe/newton_cg.hpp"

#include "check.hpp"
#include "drupe/dual_descent.hpp"
#include "drupe/many_columns.hpp"
#include "linear_sample.hpp"

using namespace drupe;
using namespace drupe::test;

TEST_CASE("Newton's method by products ends where its gap is small, and says what the formulas say") {
    for (const auto& constant : all_constants) {
        for (const LinearLoss loss : smooth_losses) {
            for (const double cost : {1e-6, 0.01, 1.0, 100.0, 1e4}) {
                const LinearSample sample(40, 60, 0.8, loss, cost, constant, 1);
                const LinearSolution solution = solve_newton_cg(sample.problem(), {.gap = 1e-8, .max_steps = 200});
                EXPECT(solution.stop == Stop::converged);
                expect_proven(sample, solution, 1e-8);
            }
        }
    }
}

TEST_CASE("Newton's method and descent agree") {
    for (const auto& constant : all_constants) {
        for (const LinearLoss loss : smooth_losses) {
            const LinearSample sample(80, 50, 0.6, loss, 0.5, constant, 2);
            EXPECT_NEAR(solve_newton_cg(sample.problem(), {.gap = 1e-9}).objective,
                        descend_dual(sample.dense_problem(), {.gap = 1e-9}).objective, 1e-8);
        }
    }
}

TEST_CASE("what is chosen for many columns ends with a small gap at any cost") {
    for (const auto& constant : all_constants) {
        for (const LinearLoss loss : all_losses) {
            for (const double cost : {1e-4, 1.0, 1e4, 1e9}) {
                const bool corners = loss == LinearLoss::hinge || loss == LinearLoss::insensitive;
                const LinearSample sample(40, 70, 0.8, loss, cost, constant, 3);
                if (corners && sample.is_free() && cost > 1e6)
                    continue;  // where no more than an honest gap is promised
                const double gap = corners ? 1e-3 : 1e-6;
                const LinearSolution solution = solve_many_columns(sample.problem(), {.gap = gap, .max_steps = 20'000});
                EXPECT(solution.stop == Stop::converged);
                expect_proven(sample, solution, gap);
            }
        }
    }
}

TEST_CASE("the number of threads changes no bit of a large sum over rows") {
    const LinearSample sample(12'000, 120, 0.1, LinearLoss::logistic, 0.01, all_constants[1], 4);
    const LinearSolution one = solve_newton_cg(sample.problem(), {.gap = 1e-6, .threads = 1});
    const LinearSolution two = solve_newton_cg(sample.problem(), {.gap = 1e-6, .threads = 2});
    EXPECT(one.stop == Stop::converged);
    EXPECT(one.weights == two.weights && one.gap == two.gap);
}

TEST_CASE("limits end Newton's method and what follows descent, with a true gap") {
    const LinearSample sample(300, 100, 0.1, LinearLoss::squared_hinge, 1e4, all_constants[1], 5);
    const LinearSolution few = solve_newton_cg(sample.problem(), {.gap = 1e-12, .max_steps = 2});
    EXPECT(few.stop == Stop::iterations && few.steps == 2);
    expect_proven(sample, few, 1e300);
    EXPECT(solve_newton_cg(sample.problem(), {.gap = 1e-12, .max_seconds = 0.0}).stop == Stop::time);
    const LinearSolution both = solve_many_columns(sample.problem(), {.gap = 1e-14, .max_steps = 42});
    EXPECT(both.steps <= 42);
    expect_proven(sample, both, 1e300);
}
