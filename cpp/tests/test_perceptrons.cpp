/// Many perceptrons at once end where each alone would, whatever the memory, the threads and the source of columns.
#include <algorithm>

#include "check.hpp"
#include "drupe/perceptrons.hpp"
#include "sample.hpp"

using namespace drupe;
using namespace drupe::test;

namespace {

constexpr std::size_t labellings = 3;
constexpr std::size_t orders = 4;

Program quadratic() {
    Program program = one_base(Metric::dot);
    program.code.push_back({.op = Op::affine, .a = 1.0, .b = 1.0});
    program.code.push_back({.op = Op::power, .a = 2.0});
    return program;
}

std::vector<double> quadratic_gram(const Sample<double>& s) {
    std::vector<double> gram(s.rows * s.rows);
    for (std::size_t i = 0; i < s.rows; ++i) {
        for (std::size_t j = 0; j < s.rows; ++j) {
            const double dot = compare(Metric::dot, s, i, s, j) + 1.0;
            gram[i * s.rows + j] = dot * dot;
        }
    }
    return gram;
}

PerceptronTask task(const Sample<double>& s, double lift = 0.0) {
    PerceptronTask out;
    std::mt19937 random(50);
    for (std::size_t l = 0; l < labellings; ++l) {
        for (std::size_t i = 0; i < s.rows; ++i) out.signs.push_back(s.at(i, l) * s.at(i, l + 1) > 0.2 ? 1 : -1);
    }
    std::vector<std::int32_t> order(s.rows);
    for (std::size_t o = 0; o < orders; ++o) {
        std::iota(order.begin(), order.end(), 0);
        std::shuffle(order.begin(), order.end(), random);
        out.orders.insert(out.orders.end(), order.begin(), order.end());
    }
    for (std::size_t i = 0; i < s.rows; ++i) out.steps.push_back(0.5 + 0.5 * s.at(i, 0));
    out.lifts.assign(s.rows, lift);
    return out;
}

/// One labelling in one order, as the textbook has it.
std::vector<std::int32_t> plain(const PerceptronTask& t, const std::vector<double>& gram, std::size_t labelling,
                                std::size_t order, std::int64_t max_passes) {
    const std::size_t n = t.size();
    std::vector<std::int32_t> counts(n, 0);
    std::vector<double> outputs(n, 0.0);
    bool mistaken = true;
    for (std::int64_t pass = 0; pass < max_passes && mistaken; ++pass) {
        mistaken = false;
        for (std::size_t k = 0; k < n; ++k) {
            const auto i = static_cast<std::size_t>(t.orders[order * n + k]);
            const double sign = t.signs[labelling * n + i];
            if (sign * outputs[i] > 0.0) continue;
            for (std::size_t j = 0; j < n; ++j) outputs[j] += sign * t.steps[i] * gram[i * n + j];
            outputs[i] += sign * t.lifts[i];
            ++counts[i];
            mistaken = true;
        }
    }
    return counts;
}

void check_against_plain(const PerceptronTask& t, const std::vector<double>& gram, const Perceptrons& found,
                         std::int64_t max_passes) {
    EXPECT(found.runs.size() == labellings * orders);
    for (std::size_t r = 0; r < found.runs.size(); ++r) {
        const auto wanted = plain(t, gram, r / orders, r % orders, max_passes);
        std::vector<std::int32_t> counts(t.size(), 0);
        std::int64_t total = 0;
        for (std::size_t k = 0; k < found.runs[r].support.size(); ++k) {
            counts[static_cast<std::size_t>(found.runs[r].support[k])] = found.runs[r].counts[k];
            total += found.runs[r].counts[k];
        }
        EXPECT(counts == wanted);
        EXPECT(found.runs[r].mistakes == total);
    }
}

struct StopAfter final : Monitor {
    explicit StopAfter(int calls) : left(calls) {}
    bool go_on(double fraction) override {
        rising = rising && fraction >= last && fraction <= 1.0;
        last = fraction;
        return left-- > 0;
    }
    int left;
    double last = 0.0;
    bool rising = true;
};

}  // namespace

TEST_CASE("perceptrons on computed columns are the textbook's, with any memory and any threads") {
    const Sample<double> s(260, 5, 0.0, 51);
    const auto gram = quadratic_gram(s);
    const auto t = task(s, 0.1);
    const auto sample = s.seen_as({s.row_major()});
    const Program program = quadratic();
    std::vector<double> outputs(labellings * orders * s.rows);
    for (const std::size_t bytes : {std::size_t{0}, std::size_t{40} * s.rows * sizeof(double), std::size_t{1} << 24}) {
        for (const int threads : {1, 2, 3}) {
            const PerceptronOptions options{.max_passes = 500, .cache_bytes = bytes, .threads = threads};
            const auto found =
                train_perceptrons<double>(t, options, {Computed<double>{&program, sample, nullptr}}, outputs.data());
            check_against_plain(t, gram, found, 500);
            if (bytes == std::size_t{1} << 24) EXPECT(found.columns <= static_cast<std::int64_t>(s.rows));
        }
    }
}

TEST_CASE("outputs are those of the coefficients") {
    const Sample<double> s(150, 5, 0.0, 52);
    const auto gram = quadratic_gram(s);
    const auto t = task(s, 0.3);
    const RowSource<double> source{Stored<double>{gram.data(), s.rows}};
    std::vector<double> outputs(labellings * orders * s.rows);
    const auto found = train_perceptrons<double>(t, {.threads = 2}, source, outputs.data());
    check_against_plain(t, gram, found, 1000);
    EXPECT(found.columns == 0);
    for (std::size_t r = 0; r < found.runs.size(); ++r) {
        EXPECT(found.runs[r].stop == Stop::converged);
        for (std::size_t j = 0; j < s.rows; ++j) {
            double wanted = 0.0;
            for (std::size_t k = 0; k < found.runs[r].support.size(); ++k) {
                const auto i = static_cast<std::size_t>(found.runs[r].support[k]);
                const double weight = t.signs[r / orders * s.rows + i] * found.runs[r].counts[k];
                wanted += weight * (t.steps[i] * gram[i * s.rows + j] + (i == j ? t.lifts[i] : 0.0));
            }
            EXPECT_NEAR(outputs[r * s.rows + j], wanted, 1e-11);
            EXPECT(outputs[r * s.rows + j] * t.signs[r / orders * s.rows + j] > 0.0);
        }
    }
}

TEST_CASE("perceptrons that cannot end are given up, or end with as many mistakes as are borne") {
    const Sample<double> s(60, 4, 0.0, 53);
    std::vector<double> gram(s.rows * s.rows, 1.0);  // nothing can be told apart
    const auto t = task(s);
    const RowSource<double> source{Stored<double>{gram.data(), s.rows}};
    std::vector<double> outputs(labellings * orders * s.rows);
    const auto given_up = train_perceptrons<double>(t, {.max_passes = 7}, source, outputs.data());
    for (const auto& run : given_up.runs) EXPECT(run.stop == Stop::iterations && run.passes == 7);
    check_against_plain(t, gram, given_up, 7);
    const auto borne = train_perceptrons<double>(t, {.tolerated = 60}, source, outputs.data());
    for (const auto& run : borne.runs) EXPECT(run.stop == Stop::converged && run.passes == 1);
}

TEST_CASE("perceptrons stop when their monitor says so") {
    const Sample<double> s(3000, 12, 0.0, 54);
    const auto t = task(s);
    const Program program = quadratic();
    const RowSource<double> source{Computed<double>{&program, s.seen_as({s.row_major()}), nullptr}};
    std::vector<double> outputs(labellings * orders * s.rows);
    StopAfter monitor(2);
    const auto found =
        train_perceptrons<double>(t, {.max_passes = 100000, .threads = 2, .monitor = &monitor}, source, outputs.data());
    EXPECT(monitor.rising);
    EXPECT(std::any_of(found.runs.begin(), found.runs.end(),
                       [](const Perceptron& run) { return run.stop == Stop::interrupted; }));
}
