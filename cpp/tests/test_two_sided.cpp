/// Passes over rows: what the formula says, whatever the numbers of rows, columns and threads.
#include <algorithm>
#include <cmath>

#include "check.hpp"
#include "sample.hpp"

using namespace drupe;
using namespace drupe::test;

namespace {

constexpr double rate = 0.5;

Program gaussian() {
    Program program = one_base(Metric::squared, rate);
    program.code.push_back({.op = Op::exp, .a = -rate});
    return program;
}

/// What one output costs, by the plain formula.
struct Cost {
    double loss;
    double slope;
};

Cost cost_of(const OutputLoss& loss, double f, double y) {
    const double r = f - y, m = y * f;
    if (const auto* squared = std::get_if<SquaredLoss>(&loss))
        return {squared->weight * r * r, 2.0 * squared->weight * r};
    if (const auto* huber = std::get_if<HuberLoss>(&loss)) {
        const double t = huber->transition;
        if (std::abs(r) <= t) return {r * r / (2.0 * t), r / t};
        return {std::abs(r) - t / 2.0, r < 0.0 ? -1.0 : 1.0};
    }
    if (const auto* logistic = std::get_if<LogisticLoss>(&loss)) {
        const double e = std::exp(-logistic->rate * m);
        return {logistic->scale * std::log1p(e), -y * logistic->rate * logistic->scale * e / (1.0 + e)};
    }
    const double missing = std::max(std::get<SquaredHingeLoss>(loss).margin - m, 0.0);
    return {missing * missing, -2.0 * y * missing};
}

/// Rows with targets, weights and folds, and functions around the landmarks.
template <class T>
struct Problem {
    Problem(std::size_t n, std::size_t size, std::size_t groups, std::size_t width, const RowLoss& loss)
        : rows(n, 6, 0.3, 1), landmarks(size, 6, 0.3, 2), numbers(n * width), weights(n), codes(n), tags(n),
          coefficients(groups * width * size), offsets(groups * width), leaves_out(groups),
          evaluator(gaussian(), landmarks.seen_as({landmarks.row_major()})),
          pass{{groups, width, offsets.data(), leaves_out.data()}, coefficients.data(), loss},
          slopes(size * groups * width), pulls(groups * width), tallies(groups) {
        std::mt19937 random(3);
        std::normal_distribution<double> normal;
        for (auto& number : numbers) number = normal(random);
        for (auto& a : coefficients) a = static_cast<T>(normal(random) / std::sqrt(static_cast<double>(size)));
        for (auto& offset : offsets) offset = normal(random);
        for (std::size_t i = 0; i < n; ++i) {
            weights[i] = 0.25 * static_cast<double>(i % 5);
            codes[i] = static_cast<std::int64_t>(i % std::max<std::size_t>(width, 2));
            tags[i] = static_cast<std::int64_t>(i % 4) - 1;
        }
        for (std::size_t g = 0; g < groups; ++g) leaves_out[g] = static_cast<std::int64_t>(g % 4) - 2;
    }

    void run(int threads, Monitor* monitor = nullptr) {
        const bool each = std::holds_alternative<EachTarget>(pass.loss);
        const KnownRows known{each ? nullptr : codes.data(), each ? numbers.data() : nullptr, weights.data(),
                              tags.data()};
        evaluator.two_sided(rows.seen_as({rows.row_major()}), known, pass,
                            {slopes.data(), pulls.data(), tallies.data()}, {.threads = threads, .monitor = monitor});
    }

    /// Every row's outputs, costs and pushes one by one.
    void check(double tolerance) const {
        const std::size_t size = landmarks.rows, width = pass.groups.width, outputs = pass.groups.outputs();
        std::vector<double> wanted_slopes(slopes.size()), wanted_pulls(outputs);
        std::vector<Tallies> wanted(tallies.size());
        std::vector<double> k(size), f(width), push(width);
        for (std::size_t i = 0; i < rows.rows; ++i) {
            for (std::size_t j = 0; j < size; ++j)
                k[j] = std::exp(-rate * compare(Metric::squared, rows, i, landmarks, j));
            for (std::size_t g = 0; g < pass.groups.groups; ++g) {
                for (std::size_t c = 0; c < width; ++c) {
                    f[c] = offsets[g * width + c];
                    for (std::size_t j = 0; j < size; ++j)
                        f[c] += k[j] * static_cast<double>(coefficients[(g * width + c) * size + j]);
                }
                const Tally one = answer(i, f, push);
                const bool held = tags[i] == held_out, left = tags[i] == leaves_out[g];
                (held ? wanted[g].held : left ? wanted[g].left_out : wanted[g].learned) += one;
                for (std::size_t c = 0; c < width && !held && !left; ++c) {
                    wanted_pulls[g * width + c] += weights[i] * push[c];
                    for (std::size_t j = 0; j < size; ++j)
                        wanted_slopes[j * outputs + g * width + c] += k[j] * weights[i] * push[c];
                }
            }
        }
        const auto n = static_cast<double>(std::max<std::size_t>(rows.rows, 1));  // errors are those of sums
        for (std::size_t s = 0; s < slopes.size(); ++s) EXPECT_NEAR(slopes[s] / n, wanted_slopes[s] / n, tolerance);
        for (std::size_t c = 0; c < outputs; ++c) EXPECT_NEAR(pulls[c] / n, wanted_pulls[c] / n, tolerance);
        for (std::size_t g = 0; g < tallies.size(); ++g) {
            expect_tally(tallies[g].learned, wanted[g].learned, tolerance);
            expect_tally(tallies[g].left_out, wanted[g].left_out, tolerance);
            expect_tally(tallies[g].held, wanted[g].held, tolerance);
        }
    }

    [[nodiscard]] Tally answer(std::size_t i, const std::vector<double>& f, std::vector<double>& push) const {
        const std::size_t width = f.size();
        const auto code = static_cast<std::size_t>(codes[i]);
        const std::size_t best = width == 1
                                     ? (f[0] >= 0.0 ? 1 : 0)
                                     : static_cast<std::size_t>(std::max_element(f.begin(), f.end()) - f.begin());
        double loss = 0.0, error = best == code ? 0.0 : 1.0;
        if (std::holds_alternative<Softmax>(pass.loss)) {
            double sum = 0.0;
            for (const double one : f) sum += std::exp(one);
            for (std::size_t c = 0; c < width; ++c) push[c] = std::exp(f[c]) / sum - (c == code ? 1.0 : 0.0);
            return {weights[i], weights[i] * (std::log(sum) - f[code]), weights[i] * error};
        }
        const auto* each = std::get_if<EachTarget>(&pass.loss);
        if (each != nullptr) error = 0.0;
        for (std::size_t c = 0; c < width; ++c) {
            const double sign = code == (width == 1 ? 1 : c) ? 1.0 : -1.0;
            const double y = each != nullptr ? numbers[i * width + c] : sign;
            const Cost cost = cost_of(each != nullptr ? each->loss : std::get<OneAgainstRest>(pass.loss).loss, f[c], y);
            loss += cost.loss;
            push[c] = cost.slope;
            if (each != nullptr) error += (f[c] - y) * (f[c] - y);
        }
        return {weights[i], weights[i] * loss, weights[i] * error};
    }

    static void expect_tally(const Tally& got, const Tally& wanted, double tolerance) {
        EXPECT_NEAR(got.weight, wanted.weight, 1e-12);
        EXPECT_NEAR(got.loss, wanted.loss, tolerance);
        EXPECT_NEAR(got.errors, wanted.errors, tolerance);
    }

    Sample<T> rows, landmarks;
    std::vector<double> numbers, weights;
    std::vector<std::int64_t> codes, tags;
    std::vector<T> coefficients;
    std::vector<double> offsets;
    std::vector<std::int64_t> leaves_out;
    Evaluator<T> evaluator;
    typename Evaluator<T>::Pass pass;
    std::vector<double> slopes, pulls;
    std::vector<Tallies> tallies;
};

template <class T>
void check_pass(std::size_t n, std::size_t size, std::size_t groups, std::size_t width, const RowLoss& loss) {
    Problem<T> problem(n, size, groups, width, loss);
    problem.run(2);
    problem.check(sizeof(T) == sizeof(float) ? 1e-5 : 1e-12);
}

struct StopAtOnce final : Monitor {
    bool go_on(double) override { return false; }
};

}  // namespace

TEST_CASE("a pass over rows is what its formula says, for every loss") {
    const RowLoss losses[] = {OneAgainstRest{LogisticLoss{1.5, 1.0}},
                              OneAgainstRest{SquaredHingeLoss{1.0}},
                              OneAgainstRest{SquaredLoss{0.5}},
                              EachTarget{SquaredLoss{1.0}},
                              EachTarget{HuberLoss{0.4}},
                              Softmax{}};
    for (const auto& loss : losses) {
        for (const std::size_t width : {std::size_t{1}, std::size_t{3}}) {
            if (width == 1 && std::holds_alternative<Softmax>(loss)) continue;
            check_pass<double>(200, 300, 3, width, loss);
            check_pass<float>(200, 300, 3, width, loss);
        }
    }
}

TEST_CASE("a pass over rows for any number of outputs, rows and landmarks") {
    const RowLoss loss = OneAgainstRest{LogisticLoss{1.0, 1.0}};
    for (const std::size_t outputs :
         {1UL, 2UL, 3UL, 4UL, 5UL, 6UL, 7UL, 9UL, 10UL, 13UL, 16UL, 17UL, 18UL, 23UL, 33UL, 35UL, 48UL, 50UL, 60UL}) {
        check_pass<float>(101, 70, outputs, 1, loss);
        check_pass<double>(101, 70, outputs, 1, loss);
    }
    for (const std::size_t size : {1UL, 2UL, 31UL, 33UL, 95UL, 97UL, 255UL, 257UL, 520UL}) {
        check_pass<float>(97, size, 2, 1, loss);
        check_pass<double>(97, size, 5, 1, loss);
    }
    for (const std::size_t rows : {1UL, 2UL, 95UL, 96UL, 97UL, 193UL, 700UL}) {
        check_pass<float>(rows, 40, 4, 1, loss);
        check_pass<double>(rows, 40, 1, 1, loss);
    }
}

TEST_CASE("a pass over no rows adds nothing") {
    Problem<double> problem(0, 40, 2, 3, Softmax{});
    problem.run(2);
    problem.check(0.0);
}

TEST_CASE("passes of one thread and of five have the same bits") {
    for (const std::size_t outputs : {1UL, 7UL}) {
        Problem<float> alone(3000, 500, outputs, 1, OneAgainstRest{LogisticLoss{1.0, 1.0}});
        Problem<float> together(3000, 500, outputs, 1, OneAgainstRest{LogisticLoss{1.0, 1.0}});
        alone.run(1);
        together.run(5);
        EXPECT(alone.slopes == together.slopes);
        EXPECT(alone.pulls == together.pulls);
        EXPECT(alone.tallies[0].learned.loss == together.tallies[0].learned.loss);
    }
}

TEST_CASE("a pass stops when its monitor says so") {
    Problem<float> problem(2000, 500, 1, 1, EachTarget{SquaredLoss{1.0}});
    StopAtOnce monitor;
    bool interrupted = false;
    try {
        problem.run(2, &monitor);
    } catch (const Interrupted&) {
        interrupted = true;
    }
    EXPECT(interrupted);
}

TEST_CASE("logistic costs over the whole range of outputs") {
    for (double f = -800.0; f <= 800.0; f += 0.61) {
        alignas(64) double outputs[8], wanted[8], losses[8], slopes[8];
        std::fill(outputs, outputs + 8, f);
        for (std::size_t i = 0; i < 8; ++i) wanted[i] = i % 2 == 0 ? 1.0 : -1.0;
        target().costs.logistic(1.0, 1.0, {outputs, wanted, losses, slopes, 8});
        for (std::size_t i = 0; i < 2; ++i) {
            const double m = wanted[i] * f, e = std::exp(-std::abs(m));
            EXPECT(std::abs(losses[i] - (std::max(-m, 0.0) + std::log1p(e))) <= 1e-13 * losses[i] + 1e-300);
            EXPECT_NEAR(slopes[i], -wanted[i] * (m > 0.0 ? e : 1.0) / (1.0 + e), 1e-15);
        }
    }
}
