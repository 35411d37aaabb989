/// The solvers reach points that satisfy the optimality conditions, whatever holds the kernel and however many threads.
#include <cmath>

#include "check.hpp"
#include "drupe/block_solver.hpp"
#include "drupe/computed_rows.hpp"
#include "drupe/fetched_rows.hpp"
#include "drupe/one_vs_one.hpp"
#include "drupe/ridged_rows.hpp"
#include "drupe/solve.hpp"
#include "drupe/stored_rows.hpp"
#include "sample.hpp"

using namespace drupe;
using namespace drupe::test;

namespace {

Program gaussian(double rate) {
    Program program = one_base(Metric::squared, rate);
    program.code.push_back({.op = Op::exp, .a = -rate});
    return program;
}

BoxProblem classification(const Sample<double>& s, Balance balance, double box) {
    BoxProblem problem;
    for (std::size_t i = 0; i < s.rows; ++i) {
        problem.signs.push_back(s.at(i, 0) + 0.3 * s.at(i, 1) > 0.65 + 0.2 * std::sin(40.0 * s.at(i, 2)) ? 1.0 : -1.0);
        problem.linear.push_back(balance == Balance::by_sign ? 0.0 : -1.0);
        problem.upper.push_back(box);
        problem.examples.push_back(static_cast<std::int64_t>(i));
        problem.start.push_back(balance == Balance::by_sign ? 0.1 * box : 0.0);
    }
    problem.balance = balance;
    return problem;
}

/// Largest violation of the conditions, from kernel values computed one by one.
double violation(const BoxProblem& p, const Sample<double>& s, double rate, const std::vector<double>& alpha) {
    double highest[2] = {-1e300, -1e300};
    double lowest[2] = {1e300, 1e300};
    for (std::size_t v = 0; v < p.size(); ++v) {
        double output = 0.0;
        for (std::size_t w = 0; w < p.size(); ++w) {
            if (alpha[w] != 0.0)
                output += p.signs[w] * alpha[w] * std::exp(-rate * compare(Metric::squared, s, v, s, w));
        }
        const double score = -(output + p.signs[v] * p.linear[v]);
        const std::size_t g = p.balance == Balance::by_sign && p.signs[v] < 0 ? 1 : 0;
        const bool below = alpha[v] < p.upper[v];
        const bool above = alpha[v] > 0;
        if (p.signs[v] > 0 ? below : above) highest[g] = std::max(highest[g], score);
        if (p.signs[v] > 0 ? above : below) lowest[g] = std::min(lowest[g], score);
    }
    if (p.balance == Balance::free) return std::max(highest[0], -lowest[0]);
    return std::max(highest[0] - lowest[0], highest[1] - lowest[1]);
}

}  // namespace

TEST_CASE("blocks satisfy the conditions under every balance") {
    const Sample<double> s(300, 4, 0.0, 11);
    const std::vector<double> ones(s.rows, 1.0);
    const auto sample = s.seen_as({s.row_major()});
    for (const Balance balance : {Balance::free, Balance::joint, Balance::by_sign}) {
        const BoxProblem problem = classification(s, balance, 2.0);
        const Program program = gaussian(3.0);
        const ComputedRows<double> rows({&program, sample, ones.data()});
        SolverOptions options;
        options.tolerance = 1e-8;
        const BoxSolution solution = solve_in_blocks<double>(problem, rows, options);
        EXPECT(solution.stop == Stop::converged);
        EXPECT(violation(problem, s, 3.0, solution.alpha) <= 1.1e-8);
        double sums[2] = {0.0, 0.0};
        for (std::size_t v = 0; v < problem.size(); ++v) {
            EXPECT(solution.alpha[v] >= 0.0 && solution.alpha[v] <= problem.upper[v]);
            sums[problem.signs[v] > 0 ? 0 : 1] += solution.alpha[v] - problem.start[v];
        }
        if (balance == Balance::joint) EXPECT_NEAR(sums[0], sums[1], 1e-10);
        if (balance == Balance::by_sign) EXPECT_NEAR(sums[0], 0.0, 1e-10);
    }
}

TEST_CASE("many blocks, with examples set aside, end where one block does") {
    const Sample<double> s(5000, 3, 0.0, 12);
    const std::vector<double> ones(s.rows, 1.0);
    const auto sample = s.seen_as({s.row_major()});
    const Program program = gaussian(2.0);
    const ComputedRows<double> rows({&program, sample, ones.data()});
    for (const Balance balance : {Balance::free, Balance::joint, Balance::by_sign}) {
        const BoxProblem problem = classification(s, balance, balance == Balance::by_sign ? 1.0 : 5.0);
        SolverOptions options;
        options.tolerance = balance == Balance::by_sign ? 1e-2 : 1e-3;
        options.threads = 1;
        const BoxSolution one = solve_in_blocks<double>(problem, rows, options);
        EXPECT(one.stop == Stop::converged);
        options.threads = 2;
        const BoxSolution two = solve_in_blocks<double>(problem, rows, options);
        EXPECT(one.alpha == two.alpha);
        EXPECT(one.outputs == two.outputs);
    }
}

TEST_CASE("a stored matrix and a computed one give the same machine") {
    const Sample<double> s(200, 4, 0.0, 13);
    const std::vector<double> ones(s.rows, 1.0);
    const auto sample = s.seen_as({s.row_major()});
    const BoxProblem problem = classification(s, Balance::joint, 1.0);
    const Program program = gaussian(3.0);
    std::vector<double> gram(s.rows * s.rows);
    Evaluator<double>(program, sample).gram(gram.data(), {});
    SolverOptions options;
    options.tolerance = 1e-9;
    const BoxSolution stored = solve_in_blocks<double>(problem, StoredRows<double>({gram.data(), s.rows}), options);
    const BoxSolution computed =
        solve_in_blocks<double>(problem, ComputedRows<double>({&program, sample, ones.data()}), options);
    for (std::size_t e = 0; e < s.rows; ++e) EXPECT_NEAR(stored.outputs[e], computed.outputs[e], 1e-7);
}

namespace {

/// Rows of a matrix as if they came from afar, and how many were asked for.
class CountingFetcher final : public RowFetcher<double> {
public:
    CountingFetcher(const std::vector<double>& matrix, std::size_t size) : matrix_(matrix), size_(size) {}
    void block(const std::vector<std::int64_t>& rows, const std::vector<std::int64_t>& columns, double* out) override {
        for (const auto i : rows) {
            for (const auto j : columns)
                *out++ = matrix_[static_cast<std::size_t>(i) * size_ + static_cast<std::size_t>(j)];
        }
    }
    void rows(const std::vector<std::int64_t>& rows, double* out) override {
        fetched += static_cast<std::int64_t>(rows.size());
        for (const auto i : rows) out = std::copy_n(matrix_.data() + static_cast<std::size_t>(i) * size_, size_, out);
    }
    std::int64_t fetched = 0;

private:
    const std::vector<double>& matrix_;
    std::size_t size_;
};

}  // namespace

TEST_CASE("rows fetched from afar give the same machine, however few of them are kept") {
    const Sample<double> s(3100, 3, 0.0, 15);
    const auto sample = s.seen_as({s.row_major()});
    const BoxProblem problem = classification(s, Balance::joint, 5.0);
    std::vector<double> gram(s.rows * s.rows);
    Evaluator<double>(gaussian(2.0), sample).gram(gram.data(), {});
    const std::vector<double> ones(s.rows, 1.0);
    SolverOptions options;
    options.tolerance = 1e-2;
    const BoxSolution stored = solve_in_blocks<double>(problem, StoredRows<double>({gram.data(), s.rows}), options);
    for (const std::size_t budget : {std::size_t{0}, std::size_t{20} << 20}) {
        CountingFetcher source(gram, s.rows);
        const BoxSolution fetched =
            solve_in_blocks<double>(problem, FetchedRows<double>({&source, ones.data(), s.rows}, budget), options);
        EXPECT(fetched.alpha == stored.alpha);
        EXPECT(fetched.outputs == stored.outputs);
        EXPECT(fetched.rows.made == source.fetched);
        EXPECT(fetched.rows.found + fetched.rows.made == stored.rows.found);
        if (budget > 0) EXPECT(fetched.rows.found > 0);
    }
}

TEST_CASE("every source gives the same machine, with its optimality stated, and a ridge is a larger diagonal in all") {
    const Sample<double> s(200, 4, 0.0, 17);
    const auto sample = s.seen_as({s.row_major()});
    const BoxProblem problem = classification(s, Balance::joint, 5.0);
    const Program program = gaussian(3.0);
    std::vector<double> gram(s.rows * s.rows);
    Evaluator<double>(program, sample).gram(gram.data(), {});
    const std::vector<double> ones(s.rows, 1.0);
    const std::vector<double> ridge(s.rows, 0.25);
    std::vector<double> larger = gram;
    for (std::size_t e = 0; e < s.rows; ++e) larger[e * s.rows + e] += 0.25;
    CountingFetcher fetcher(gram, s.rows);
    SolverOptions options;
    options.tolerance = 1e-9;
    for (const bool with_ridge : {false, true}) {
        const BoxSolution wanted =
            solve<double>(problem, options, {Stored<double>{(with_ridge ? larger : gram).data(), s.rows}});
        for (RowSource<double> source : {RowSource<double>{Computed<double>{&program, sample, ones.data()}},
                                         RowSource<double>{Stored<double>{gram.data(), s.rows}},
                                         RowSource<double>{Fetched<double>{&fetcher, ones.data(), s.rows}}}) {
            if (with_ridge) source.ridge = ridge.data();
            const BoxSolution found = solve<double>(problem, options, source);
            EXPECT(found.stop == Stop::converged && found.violation <= 1e-9 && found.gap < 1e-6);
            EXPECT_NEAR(found.objective, wanted.objective, 1e-9);
            EXPECT_NEAR(found.offset, wanted.offset, 1e-7);
            for (std::size_t e = 0; e < s.rows; ++e) EXPECT_NEAR(found.outputs[e], wanted.outputs[e], 1e-7);
        }
    }
}

TEST_CASE("a ridge is the same as a larger diagonal") {
    const Sample<double> s(3100, 3, 0.0, 16);
    const auto sample = s.seen_as({s.row_major()});
    BoxProblem problem = classification(s, Balance::joint, std::numeric_limits<double>::infinity());
    std::vector<double> gram(s.rows * s.rows);
    const Program program = gaussian(2.0);
    Evaluator<double>(program, sample).gram(gram.data(), {});
    const std::vector<double> ones(s.rows, 1.0);
    std::vector<double> ridge(s.rows);
    for (std::size_t e = 0; e < s.rows; ++e) gram[e * s.rows + e] += ridge[e] = 0.1 + 0.1 * static_cast<double>(e % 3);
    SolverOptions options;
    options.tolerance = 1e-2;
    const BoxSolution stored = solve_in_blocks<double>(problem, StoredRows<double>({gram.data(), s.rows}), options);
    const RidgedRows<double> ridged(
        std::make_unique<ComputedRows<double>>(Computed<double>{&program, sample, ones.data()}), ridge.data());
    const BoxSolution computed = solve_in_blocks<double>(problem, ridged, options);
    EXPECT(stored.stop == Stop::converged && computed.stop == Stop::converged);
    for (std::size_t e = 0; e < s.rows; ++e) EXPECT_NEAR(stored.outputs[e], computed.outputs[e], 5e-2);
}

TEST_CASE("values whose squares overflow lead to no variable that does not exist") {
    for (const Balance balance : {Balance::free, Balance::joint}) {
        BoxProblem problem;
        problem.signs = {1.0, -1.0, 1.0};
        problem.linear.assign(3, -1.0);
        problem.upper.assign(3, 10.0);
        problem.examples = {0, 1, 2};
        problem.start = {1.0, 1.0, 0.0};
        problem.balance = balance;
        const std::vector<float> gram = {1e25F, 0.0F, 0.0F, 0.0F, 1e25F, 0.0F, 0.0F, 0.0F, 1e25F};
        const BoxSolution solution = solve_in_blocks<float>(problem, StoredRows<float>({gram.data(), 3}), {});
        for (const double alpha : solution.alpha) EXPECT(alpha >= 0.0 && alpha <= 10.0);
    }
}

TEST_CASE("limits and monitors end a run") {
    const Sample<double> s(400, 4, 0.0, 14);
    const std::vector<double> ones(s.rows, 1.0);
    const auto sample = s.seen_as({s.row_major()});
    const BoxProblem problem = classification(s, Balance::joint, 1e3);
    const Program program = gaussian(3.0);
    const ComputedRows<double> rows({&program, sample, ones.data()});
    SolverOptions options;
    options.tolerance = 1e-12;
    options.max_iterations = 300;
    const BoxSolution limited = solve_in_blocks<double>(problem, rows, options);
    EXPECT(limited.stop == Stop::iterations);
    EXPECT(limited.iterations >= 300 && limited.iterations < 1000);
    options.max_iterations = -1;
    options.max_seconds = 0.0;
    EXPECT(solve_in_blocks<double>(problem, rows, options).stop == Stop::time);
}

TEST_CASE("large pairs end at the same machines whatever the threads, and share one limit of time") {
    constexpr std::size_t each = 3050;
    const Sample<float> noise(3 * each, 2, 0.0, 16);
    std::vector<float> numbers = noise.dense;
    Classes classes{{{}, {}, {}}, std::vector<double>(noise.rows, 1.0), Balance::joint};
    for (std::size_t i = 0; i < noise.rows; ++i) {  // three squares that touch
        numbers[2 * i] += static_cast<float>(i % 3);
        classes.members[i % 3].push_back(static_cast<std::int64_t>(i));
    }
    const Sample<float> s(noise.rows, 2, std::move(numbers));
    const std::vector<double> ones(s.rows, 1.0);
    const auto sample = s.seen_as({s.row_major()});
    const Program program = gaussian(1.0);
    SolverOptions options;
    options.tolerance = 1e-2;
    options.threads = 1;
    const auto one = solve_one_vs_one<float>(classes, options, {&program, sample, ones.data()});
    options.threads = 2;
    const auto two = solve_one_vs_one<float>(classes, options, {&program, sample, ones.data()});
    EXPECT(one.size() == 3);
    for (std::size_t k = 0; k < one.size(); ++k) {
        EXPECT(one[k].stop == Stop::converged);
        EXPECT(one[k].alpha == two[k].alpha);
    }
    options.max_seconds = 0.0;
    for (const auto& solution : solve_one_vs_one<float>(classes, options, {&program, sample, ones.data()})) {
        EXPECT(solution.stop != Stop::converged);
        EXPECT(solution.alpha.size() == 2 * each);
    }
}

TEST_CASE("pairs of classes agree with their problems solved one by one") {
    const Sample<float> s(240, 4, 0.0, 15);
    const Sample<double> in_double(240, 4, 0.0, 15);
    const std::vector<double> ones(s.rows, 1.0);
    const auto sample = s.seen_as({s.row_major()});
    Classes classes{{{}, {}, {}}, std::vector<double>(s.rows, 3.0), Balance::joint};
    for (std::size_t i = 0; i < s.rows; ++i) classes.members[i % 3].push_back(static_cast<std::int64_t>(i));
    const Program program = gaussian(3.0);
    SolverOptions options;
    options.tolerance = 1e-4;
    options.threads = 1;
    const auto one = solve_one_vs_one<float>(classes, options, {&program, sample, ones.data()});
    options.threads = 2;
    const auto two = solve_one_vs_one<float>(classes, options, {&program, sample, ones.data()});
    EXPECT(one.size() == 3);
    for (std::size_t k = 0; k < 3; ++k) {
        EXPECT(one[k].stop == Stop::converged);
        EXPECT(one[k].alpha == two[k].alpha);
    }
    // A budget that holds only a few rows changes the work, not the result.
    options.cache_bytes = 4096;
    const auto frugal = solve_one_vs_one<float>(classes, options, {&program, sample, ones.data()});
    for (std::size_t k = 0; k < 3; ++k) EXPECT(frugal[k].alpha == one[k].alpha);
}
