/// A sum of absolute values for the penalty, column by column: its gap is what the plain formulas say, and small.
#include "drupe/absolutes_by_columns.hpp"

#include "check.hpp"
#include "linear_sample.hpp"

using namespace drupe;
using namespace drupe::test;

TEST_CASE("few columns count, and the gap is small and true") {
    for (const auto& constant : all_constants) {
        for (const LinearLoss loss : smooth_losses) {
            for (const double cost : {1e-6, 0.01, 0.3, 3.0}) {
                LinearSample sample(40, 60, 0.8, loss, cost, constant, 1);
                sample.penalty = LinearPenalty::absolutes;
                const LinearSolution solution =
                    solve_absolutes_by_columns(sample.problem(), {.gap = 1e-6, .max_steps = 2000});
                EXPECT(solution.stop == Stop::converged);
                expect_proven(sample, solution, 1e-6);
            }
        }
    }
}

TEST_CASE("one column has a solution that one knows") {
    LinearSample sample(1, 1, 0.0, LinearLoss::squared_hinge, 1.0, all_constants[0], 2);
    sample.penalty = LinearPenalty::absolutes;
    sample.set_values({2.0});
    sample.targets = {1.0};  // |w| + (1 − 2w)²: 1 = 4 (1 − 2w)
    EXPECT_NEAR(solve_absolutes_by_columns(sample.problem(), {.gap = 1e-12}).weights[0], 0.375, 1e-6);
    sample.set_values({0.25});  // whose slope at zero is 1/2
    EXPECT(solve_absolutes_by_columns(sample.problem(), {.gap = 1e-12}).weights[0] == 0.0);
}

TEST_CASE("dense rows and a start lead to the same objective") {
    for (const LinearLoss loss : smooth_losses) {
        LinearSample sample(50, 80, 0.5, loss, 1.0, all_constants[1], 3);
        sample.penalty = LinearPenalty::absolutes;
        const LinearSolution first = solve_absolutes_by_columns(sample.problem(), {.gap = 1e-8});
        EXPECT_NEAR(solve_absolutes_by_columns(sample.dense_problem(), {.gap = 1e-8}).objective, first.objective, 1e-7);
        const LinearSolution again =
            solve_absolutes_by_columns(sample.problem(), {.gap = 1.01e-8, .start = first.weights.data()});
        EXPECT(again.steps == 0);
    }
}

TEST_CASE("a limit of steps leaves a true gap") {
    LinearSample sample(50, 80, 0.5, LinearLoss::logistic, 10.0, all_constants[1], 4);
    sample.penalty = LinearPenalty::absolutes;
    const LinearSolution few = solve_absolutes_by_columns(sample.problem(), {.gap = 1e-12, .max_steps = 2});
    EXPECT(few.stop == Stop::iterations && few.steps == 2);
    expect_proven(sample, few, 1e300);
}
