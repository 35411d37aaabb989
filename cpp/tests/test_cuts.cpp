/// Cuts against all places and signs tried one by one, and boosting against its identities.
#include "drupe/cuts.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <vector>

#include "check.hpp"
#include "drupe/stump_boosting.hpp"

using namespace drupe;

namespace {

struct Table {
    std::size_t rows, columns;
    std::vector<double> numbers;
    [[nodiscard]] DenseView<double> view() const {
        return {numbers.data(), rows, columns, static_cast<std::ptrdiff_t>(columns), 1};
    }
    [[nodiscard]] double at(std::size_t i, std::size_t j) const { return numbers[i * columns + j]; }
};

/// Whole numbers below `levels`, so that many are equal.
Table drawn(std::size_t rows, std::size_t columns, int levels, unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_int_distribution<int> level(0, levels - 1);
    Table table{rows, columns, std::vector<double>(rows * columns)};
    for (double& number : table.numbers) number = level(random);
    return table;
}

std::vector<double> normal(std::size_t count, unsigned seed) {
    std::mt19937 random(seed);
    std::normal_distribution<double> law;
    std::vector<double> out(count);
    for (double& number : out) number = law(random);
    return out;
}

double sum_of(const std::vector<double>& numbers) { return std::accumulate(numbers.begin(), numbers.end(), 0.0); }

double size_of(const std::vector<double>& pulls) {
    double sum = 0.0;
    for (const double pull : pulls) sum += std::abs(pull);
    return sum;
}

double edge_of(const Table& x, const std::vector<double>& pulls, std::size_t column, double threshold) {
    double edge = 0.0;
    for (std::size_t i = 0; i < x.rows; ++i) edge += x.at(i, column) <= threshold ? pulls[i] : -pulls[i];
    return edge;
}

/// Over all columns, all numbers in them as thresholds, and both signs.
double largest_edge(const Table& x, const std::vector<double>& pulls) {
    double largest = std::abs(sum_of(pulls));
    for (std::size_t j = 0; j < x.columns; ++j) {
        for (std::size_t i = 0; i < x.rows; ++i)
            largest = std::max(largest, std::abs(edge_of(x, pulls, j, x.at(i, j))));
    }
    return largest;
}

}  // namespace

TEST_CASE("the best cut is the best of all cuts, for few and many rows, columns and numbers") {
    unsigned seed = 0;
    for (const std::size_t rows : {1U, 2U, 3U, 17U, 400U}) {
        for (const std::size_t columns : {1U, 3U, 4U, 5U, 9U}) {
            for (const int levels : {1, 2, 7, 300, 1000000}) {
                const Table x = drawn(rows, columns, levels, ++seed);
                const std::vector<double> pulls = normal(rows, seed + 1000);
                const CutColumns cuts(x.view(), 0, 1);
                const SignedCut found = cuts.best_sign(pulls.data(), sum_of(pulls), size_of(pulls), 1);
                EXPECT_NEAR(found.edge, largest_edge(x, pulls), 1e-12);
                EXPECT_NEAR(found.sign * edge_of(x, pulls, found.column, found.threshold), found.edge, 1e-12);
                std::vector<std::uint8_t> left(rows);
                cuts.left(found, left.data());
                for (std::size_t i = 0; i < rows; ++i)
                    EXPECT((left[i] != 0) == (x.at(i, found.column) <= found.threshold));
            }
        }
    }
}

TEST_CASE("threads change nothing") {
    const Table x = drawn(5000, 11, 100000, 3);
    const std::vector<double> pulls = normal(x.rows, 4);
    const SignedCut one = CutColumns(x.view(), 0, 1).best_sign(pulls.data(), sum_of(pulls), size_of(pulls), 1);
    const SignedCut many = CutColumns(x.view(), 0, 4).best_sign(pulls.data(), sum_of(pulls), size_of(pulls), 4);
    EXPECT(one.column == many.column && one.threshold == many.threshold && one.edge == many.edge);
}

TEST_CASE("of equal cuts the constant, then the first column, then the lowest threshold is taken") {
    const Table twice{4, 2, {0, 0, 1, 1, 2, 2, 3, 3}};
    const CutColumns cuts(twice.view(), 0, 1);
    const std::vector<double> same{1, 1, 1, 1}, apart{1, 1, -1, -1}, mixed{1, -1, 1, -1};
    EXPECT(std::isinf(cuts.best_sign(same.data(), 4.0, 4.0, 1).threshold));
    const SignedCut first = cuts.best_sign(apart.data(), 0.0, size_of(apart), 1);
    EXPECT(first.column == 0 && first.threshold == 1.5 && first.sign == 1.0);
    EXPECT(cuts.best_sign(mixed.data(), 0.0, size_of(mixed), 1).threshold == 0.5);
}

TEST_CASE("bins leave so many places, and none apart where there are fewer numbers") {
    const Table fine = drawn(2000, 2, 1000000, 5), coarse = drawn(2000, 2, 6, 6);
    EXPECT(CutColumns(fine.view(), 16, 1).places() == 2 * 15);
    EXPECT(CutColumns(coarse.view(), 16, 1).places() == 2 * 5);
    EXPECT(CutColumns(fine.view(), 0, 1).places() > 2 * 1900);
}

TEST_CASE("weights that boosting leaves are those of the exponential loss") {
    const Table x = drawn(300, 5, 40, 8);
    BoostingProblem problem{normal(300, 9), std::vector<double>(300, 1.0 / 300.0), std::vector<double>(300, 0.0), 0.0};
    for (std::size_t i = 0; i < 300; ++i) {
        const double along = x.at(i, 0) + x.at(i, 1) - 40.0 + 8.0 * problem.signs[i];
        problem.signs[i] = along > 0.0 ? 1.0 : -1.0;
    }
    const StumpBoostingOptions options{100, 1.0, StepRule::adaboost, 1, nullptr};
    const BoostedStumps vote = boost_stumps(CutColumns(x.view(), 0, 1), problem, options);
    EXPECT(vote.end == LastRound::rounds && vote.steps.size() == 100);
    double product = 1.0, loss = 0.0;
    for (std::size_t t = 0; t < vote.steps.size(); ++t) {
        product *= 2.0 * std::sqrt(vote.errors[t] * (1.0 - vote.errors[t]));
        EXPECT_NEAR(vote.steps[t], 0.5 * std::log((1.0 - vote.errors[t]) / vote.errors[t]), 1e-12);
    }
    for (std::size_t i = 0; i < 300; ++i) {
        double output = 0.0;
        for (std::size_t t = 0; t < vote.steps.size(); ++t) {
            const bool left = x.at(i, static_cast<std::size_t>(vote.columns[t])) <= vote.thresholds[t];
            output += vote.steps[t] * (left ? vote.signs[t] : -vote.signs[t]);
        }
        EXPECT_NEAR(vote.outputs[i], output, 1e-10);
        loss += std::exp(-problem.signs[i] * output) / 300.0;
    }
    EXPECT_NEAR(loss, product, 1e-9);
}

TEST_CASE("a stump without errors is the vote alone, and none better than chance ends it") {
    const Table line{3, 1, {0, 1, 2}}, square{4, 2, {0, 0, 0, 1, 1, 0, 1, 1}};
    const StumpBoostingOptions options{10, 1.0, StepRule::adaboost, 1, nullptr};
    const BoostedStumps perfect =
        boost_stumps(CutColumns(line.view(), 0, 1), {{1, -1, -1}, {0.2, 0.3, 0.5}, {0, 0, 0}, 0.0}, options);
    EXPECT(perfect.end == LastRound::perfect && perfect.steps == std::vector<double>{1.0});
    const BoostedStumps chance =
        boost_stumps(CutColumns(square.view(), 0, 1),
                     {{1, -1, -1, 1}, std::vector<double>(4, 0.25), std::vector<double>(4, 0.0), 0.0}, options);
    EXPECT(chance.end == LastRound::no_better && chance.steps.empty());
}
