/// Equal examples share a row and a variable, and nobody who looks at the solution can tell.
#include <cmath>
#include <limits>

#include "check.hpp"
#include "drupe/block_solver.hpp"
#include "drupe/computed_rows.hpp"
#include "drupe/duplicates_merged.hpp"
#include "drupe/nonzeros_only.hpp"
#include "sample.hpp"

using namespace drupe;
using namespace drupe::test;

namespace {

constexpr double rate = 2.0;

Program gaussian() {
    Program program = one_base(Metric::squared, rate);
    program.code.push_back({.op = Op::exp, .a = -rate});
    return program;
}

/// `distinct` rows over and over again, the last ones with another first number each.
Sample<double> repeated(std::size_t distinct, std::size_t rows, std::size_t columns) {
    const Sample<double> once(distinct, columns, 0.3, 5);
    std::vector<double> numbers;
    for (std::size_t i = 0; i < rows; ++i) {
        for (std::size_t k = 0; k < columns; ++k) numbers.push_back(once.at(i % distinct, k));
        if (i + 3 >= rows) numbers[i * columns] += 0.01 * static_cast<double>(i);
    }
    return {rows, columns, std::move(numbers)};
}

/// Two variables for each example, of targets that agree or not; contradicting labels among equal examples.
BoxProblem many_variables(const Sample<double>& s, Balance balance) {
    BoxProblem problem;
    problem.balance = balance;
    for (std::size_t i = 0; i < s.rows; ++i) {
        for (const double sign : {1.0, -1.0}) {
            problem.signs.push_back(sign);
            problem.linear.push_back(0.1 - sign * (i % 7 == 0 ? 0.5 : std::sin(9.0 * s.at(i, 0))));
            problem.upper.push_back(i % 2 == 0 ? 1.0 : 0.25);
            problem.examples.push_back(static_cast<std::int64_t>(i));
            problem.start.push_back(balance == Balance::by_sign ? 0.1 : 0.0);
        }
    }
    return problem;
}

double objective(const BoxProblem& p, const BoxSolution& solution) {
    double total = 0.0;
    for (std::size_t v = 0; v < p.size(); ++v) {
        const double output = solution.outputs[static_cast<std::size_t>(p.examples[v])];
        total += solution.alpha[v] * (0.5 * p.signs[v] * output + p.linear[v]);
    }
    return total;
}

}  // namespace

TEST_CASE("merged examples and variables end where all of them do") {
    const Sample<double> s = repeated(40, 150, 4);
    const std::vector<double> ones(s.rows, 1.0);
    const Program program = gaussian();
    for (const auto& view : {s.row_major(), s.column_major(), s.sparse()}) {
        const auto sample = s.seen_as({view});
        for (const Balance balance : {Balance::free, Balance::joint, Balance::by_sign}) {
            const BoxProblem problem = many_variables(s, balance);
            SolverOptions options;
            options.tolerance = 1e-9;
            const BoxSolution all =
                solve_in_blocks<double>(problem, ComputedRows<double>({&program, sample, ones.data()}), options);
            const BoxSolution few = solve_duplicates_merged<double>(problem, options, {&program, sample, ones.data()});
            EXPECT(few.stop == Stop::converged);
            EXPECT(few.rows.made < all.rows.made);
            EXPECT_NEAR(objective(problem, few), objective(problem, all), 1e-8);
            double balanced[2] = {0.0, 0.0};
            std::vector<double> outputs(s.rows, 0.0);
            for (std::size_t v = 0; v < problem.size(); ++v) {
                EXPECT(few.alpha[v] >= 0.0 && few.alpha[v] <= problem.upper[v]);
                balanced[problem.signs[v] > 0 ? 0 : 1] += few.alpha[v] - problem.start[v];
                for (std::size_t e = 0; e < s.rows; ++e) {
                    const auto own = static_cast<std::size_t>(problem.examples[v]);
                    outputs[e] +=
                        problem.signs[v] * few.alpha[v] * std::exp(-rate * compare(Metric::squared, s, own, s, e));
                }
            }
            for (std::size_t e = 0; e < s.rows; ++e) EXPECT_NEAR(few.outputs[e], outputs[e], 1e-9);
            if (balance == Balance::joint) EXPECT_NEAR(balanced[0], balanced[1], 1e-9);
            if (balance == Balance::by_sign) EXPECT_NEAR(balanced[0], 0.0, 1e-9);
        }
    }
}

TEST_CASE("a box without an end takes all that equal examples hold") {
    const Sample<double> s = repeated(20, 60, 3);
    const std::vector<double> ones(s.rows, 1.0);
    const auto sample = s.seen_as({s.row_major()});
    BoxProblem problem = many_variables(s, Balance::free);
    for (std::size_t v = 0; v < problem.size(); ++v) {  // equal examples must agree, or nothing would end
        problem.upper[v] = std::numeric_limits<double>::infinity();
        problem.linear[v] = 0.1 - problem.signs[v] * s.at(v / 2, 0);
    }
    const Program program = gaussian();
    const BoxSolution few = solve_duplicates_merged<double>(problem, {}, {&program, sample, ones.data()});
    EXPECT(few.stop == Stop::converged);
    for (const double alpha : few.alpha) EXPECT(alpha >= 0.0 && std::isfinite(alpha));
}

TEST_CASE("a kernel that knows examples by identity keeps equal ones apart") {
    const Sample<double> s = repeated(20, 60, 3);
    const std::vector<double> twos(s.rows, 2.0);
    Program program = gaussian();
    program.bases.push_back({Metric::same, 0.0});
    program.code.push_back({.op = Op::base, .operand = 1});
    program.code.push_back({.op = Op::add});
    const auto sample = s.seen_as({s.row_major(), s.row_major()});
    const BoxProblem problem = many_variables(s, Balance::free);
    SolverOptions options;
    options.tolerance = 1e-9;
    const BoxSolution all =
        solve_in_blocks<double>(problem, ComputedRows<double>({&program, sample, twos.data()}), options);
    const BoxSolution kept = solve_duplicates_merged<double>(problem, options, {&program, sample, twos.data()});
    EXPECT(kept.alpha == all.alpha);
}

TEST_CASE("dense vectors of zeros and one other number are held by their non-zeros, no others") {
    const Program program = gaussian();
    const auto held_sparse = [&](const Sample<double>& s, const Program& how) {
        const NonzerosOnly<double> nonzeros_only(how, s.seen_as({s.column_major()}));
        const auto* csr = std::get_if<CsrView<double>>(&nonzeros_only.view().vectors[0]);
        if (csr == nullptr) return false;
        EXPECT(csr->rows == s.rows && csr->columns == s.columns && csr->nonzeros() == s.values.size());
        EXPECT(std::equal(s.values.begin(), s.values.end(), csr->values));
        EXPECT(std::equal(s.indices.begin(), s.indices.end(), csr->indices));
        EXPECT(std::equal(s.starts.begin(), s.starts.end(), csr->starts));
        return true;
    };
    EXPECT(held_sparse(Sample<double>(50, 20, 0.9, 3, 2.5), program));
    EXPECT(held_sparse(Sample<double>(50, 20, 1.0, 3), program));
    EXPECT(!held_sparse(Sample<double>(50, 20, 0.9, 3), program));
    EXPECT(!held_sparse(Sample<double>(50, 20, 0.4, 3, 2.5), program));
    EXPECT(!held_sparse(Sample<double>(50, 20, 0.9, 3, 2.5), one_base(Metric::l1)));
}
