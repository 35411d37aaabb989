/// Dual coordinate descent: its gap is what the plain formulas say, and small, whatever the loss, the cost and the constant.
#include "drupe/dual_descent.hpp"

#include "check.hpp"
#include "linear_sample.hpp"

using namespace drupe;
using namespace drupe::test;

TEST_CASE("dual descent ends where its gap is small, and says what the formulas say") {
    for (const auto& constant : all_constants) {
        for (const LinearLoss loss : all_losses) {
            for (const double cost : {1e-6, 0.01, 1.0, 100.0, 1e5}) {
                const LinearSample sample(40, 60, 0.8, loss, cost, constant, 1);
                const bool corners = loss == LinearLoss::hinge || loss == LinearLoss::insensitive;
                const double gap = sample.is_free() && corners ? 1e-4 : 1e-6;
                const LinearSolution solution = descend_dual(sample.problem(), {.gap = gap, .max_steps = 5000});
                EXPECT(solution.stop == Stop::converged);
                expect_proven(sample, solution, gap);
            }
        }
    }
}

TEST_CASE("dense rows are solved as compressed ones are") {
    for (const LinearLoss loss : all_losses) {
        const LinearSample sample(30, 50, 0.5, loss, 2.0, all_constants[1], 2);
        const LinearSolution dense = descend_dual(sample.dense_problem(), {.gap = 1e-8});
        EXPECT_NEAR(dense.objective, descend_dual(sample.problem(), {.gap = 1e-8}).objective, 1e-7);
    }
}

TEST_CASE("one row of length one with cost one has a solution that one knows") {
    LinearSample sample(1, 1, 0.0, LinearLoss::hinge, 1.0, all_constants[0], 3);
    sample.set_values({1.0});
    sample.targets = {-1.0};
    EXPECT_NEAR(descend_dual(sample.problem(), {}).weights[0], -1.0, 1e-12);
    sample.loss = LinearLoss::squared_hinge;  // ½ w² + (1 + w)²
    EXPECT_NEAR(descend_dual(sample.problem(), {.gap = 1e-12}).weights[0], -2.0 / 3.0, 1e-6);
    sample.loss = LinearLoss::insensitive;
    sample.targets = {0.5};
    EXPECT_NEAR(descend_dual(sample.problem(), {}).weights[0], 0.4, 1e-12);
    sample.loss = LinearLoss::logistic;  // w = σ(−w)
    sample.targets = {1.0};
    const double w = descend_dual(sample.problem(), {.gap = 1e-14}).weights[0];
    EXPECT_NEAR(w * (1.0 + std::exp(w)), 1.0, 1e-6);
}

TEST_CASE("rows without cost, without entries and without neighbors do no harm") {
    LinearSample sample(20, 30, 0.8, LinearLoss::hinge, 1.0, all_constants[0], 4);
    sample.clear_row(3);
    sample.costs[5] = 0.0;
    for (const LinearLoss loss : all_losses) {
        sample.loss = loss;
        const LinearSolution solution = descend_dual(sample.problem(), {.gap = 1e-8});
        EXPECT(solution.stop == Stop::converged);
        EXPECT(solution.dual[5] == 0.0);
        expect_proven(sample, solution, 1e-8);
    }
    std::fill(sample.costs.begin(), sample.costs.end(), 0.0);
    const LinearSolution nothing = descend_dual(sample.problem(), {});
    EXPECT(nothing.stop == Stop::converged && nothing.objective == 0.0);
}

TEST_CASE("a dual point to start from is met again at once") {
    for (const auto& constant : all_constants) {
        for (const LinearLoss loss : all_losses) {
            const LinearSample sample(60, 80, 0.7, loss, 3.0, constant, 5);
            const LinearSolution first = descend_dual(sample.problem(), {.gap = 1e-7});
            const LinearSolution again = descend_dual(
                sample.problem(), {.gap = 1.0001e-7, .start = first.weights.data(), .start_dual = first.dual.data()});
            EXPECT(again.steps <= 1);
            expect_proven(sample, again, 1.0001e-7);
        }
    }
}

TEST_CASE("the number of threads changes no bit") {
    const LinearSample sample(3000, 500, 0.2, LinearLoss::hinge, 0.01, all_constants[1], 6);
    const LinearSolution one = descend_dual(sample.problem(), {.gap = 1e-3, .threads = 1});
    const LinearSolution two = descend_dual(sample.problem(), {.gap = 1e-3, .threads = 2});
    EXPECT(one.weights == two.weights && one.gap == two.gap);
}

TEST_CASE("limits and monitors end the descent, and what there is has a true gap") {
    struct Never final : Monitor {
        bool go_on(double) override { return false; }
    };
    const LinearSample sample(2000, 100, 0.1, LinearLoss::hinge, 1e4, all_constants[1], 7);
    const LinearSolution few = descend_dual(sample.problem(), {.gap = 1e-9, .max_steps = 3});
    EXPECT(few.stop == Stop::iterations && few.steps == 3);
    expect_proven(sample, few, 1e300);
    EXPECT(descend_dual(sample.problem(), {.gap = 1e-9, .max_seconds = 0.0}).stop == Stop::time);
    Never monitor;
    EXPECT(descend_dual(sample.problem(), {.gap = 1e-12, .monitor = &monitor}).stop == Stop::interrupted);
}
