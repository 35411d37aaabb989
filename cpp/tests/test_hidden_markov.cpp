/// Hidden Markov models against sums over all paths.
#include "drupe/hidden_markov.hpp"

#include <cmath>
#include <numeric>
#include <random>

#include "check.hpp"
#include "drupe/memory.hpp"

using namespace drupe;

namespace {

/// A model drawn at random, and sequences of all lengths from 0 on; zeros where j < i if it goes from left to right.
struct Drawn {
    std::size_t states, symbols;
    std::vector<double> start, transitions, emissions;
    std::vector<std::int32_t> codes;
    std::vector<std::int64_t> offsets{0};

    Drawn(std::size_t s, std::size_t k, bool left_to_right, std::size_t sequences, std::size_t longest)
        : states(s), symbols(k), start(s), transitions(s * s), emissions(k * s) {
        std::mt19937 random(7);
        std::uniform_real_distribution<double> uniform(0.1, 1.0);
        for (double& value : start) value = uniform(random);
        const double all = std::accumulate(start.begin(), start.end(), 0.0);
        for (double& value : start) value /= all;
        for (std::size_t i = 0; i < s; ++i) {
            double sum = 0.0;
            for (std::size_t j = 0; j < s; ++j) {
                const bool near = j == i || j == i + 1;
                sum += transitions[i * s + j] = left_to_right && !near ? 0.0 : uniform(random);
            }
            for (std::size_t j = 0; j < s; ++j) transitions[i * s + j] /= sum;
            sum = 0.0;
            for (std::size_t c = 0; c < k; ++c) sum += emissions[c * s + i] = uniform(random);
            for (std::size_t c = 0; c < k; ++c) emissions[c * s + i] /= sum;
        }
        for (std::size_t n = 0; n < sequences; ++n) {
            const std::size_t length = n * longest / std::max<std::size_t>(1, sequences - 1);
            for (std::size_t t = 0; t < length; ++t)
                codes.push_back(static_cast<std::int32_t>(random() % (t % 5 == 4 ? k + 1 : k)));  // some say nothing
            offsets.push_back(static_cast<std::int64_t>(codes.size()));
        }
    }

    [[nodiscard]] HiddenMarkov model() const {
        return {states, symbols, start.data(), transitions.data(), emissions.data()};
    }
    [[nodiscard]] SequencesView sequences() const { return {codes.data(), offsets.data(), offsets.size() - 1}; }
};

/// P of a sequence, the states' paths gone through one by one from step t on.
double over_paths(const Drawn& drawn, std::size_t sequence, std::size_t t, std::size_t state) {
    const auto first = static_cast<std::size_t>(drawn.offsets[sequence]);
    const std::size_t length = static_cast<std::size_t>(drawn.offsets[sequence + 1]) - first;
    if (t == length) return 1.0;
    double sum = 0.0;
    for (std::size_t next = 0; next < drawn.states; ++next) {
        const auto code = static_cast<std::size_t>(drawn.codes[first + t]);
        const double emit = code == drawn.symbols ? 1.0 : drawn.emissions[code * drawn.states + next];
        const double step = t == 0 ? drawn.start[next] : drawn.transitions[state * drawn.states + next];
        if (step > 0.0) sum += step * emit * over_paths(drawn, sequence, t + 1, next);
    }
    return sum;
}

}  // namespace

TEST_CASE("likelihoods are sums over all paths, and counts of each sum to those of all") {
    for (const bool left_to_right : {false, true}) {
        const Drawn drawn(5, 3, left_to_right, 21, 7);
        const auto model = drawn.model();
        const auto sequences = drawn.sequences();
        const std::size_t width = count_width(model);
        EXPECT(width == 5 + (left_to_right ? 9 : 25) + 15);
        std::vector<double> logs(21), again(21), all(width), each(21 * width);
        expected_counts(model, sequences, {1, nullptr}, logs.data(), all.data());
        counts_of_each(model, sequences, {2, nullptr}, again.data(), each.data());
        for (std::size_t n = 0; n < 21; ++n) {
            EXPECT_NEAR(logs[n], std::log(over_paths(drawn, n, 0, 0)), 1e-12);
            EXPECT(logs[n] == again[n]);
        }
        for (std::size_t k = 0; k < width; ++k) {
            double sum = 0.0;
            for (std::size_t n = 0; n < 21; ++n) sum += each[n * width + k];
            EXPECT_NEAR(sum, all[k], 1e-12);
        }
    }
}

TEST_CASE("expected counts are derivatives of the likelihood") {
    for (const bool left_to_right : {false, true}) {
        Drawn drawn(4, 3, left_to_right, 9, 6);
        const std::size_t width = count_width(drawn.model());
        std::vector<double> logs(9), counts(width);
        expected_counts(drawn.model(), drawn.sequences(), {1, nullptr}, logs.data(), counts.data());
        std::size_t at = 0;
        for (auto* part : {&drawn.start, &drawn.transitions, &drawn.emissions}) {
            for (double& value : *part) {
                if (value == 0.0) continue;
                const double before = value, small = 1e-5 * before;
                double slope = 0.0;
                for (const double sign : {1.0, -1.0}) {
                    value = before + sign * small;
                    for (std::size_t n = 0; n < 9; ++n) slope += sign * std::log(over_paths(drawn, n, 0, 0));
                }
                value = before;
                EXPECT_NEAR(counts[at++], before * slope / (2.0 * small), 1e-7);
            }
        }
        EXPECT(at == width);
    }
}

TEST_CASE("long sequences are gone through in stretches, and sums do not depend on threads") {
    const Drawn drawn(9, 4, false, 40, 20000);  // longer than a stretch
    const std::size_t width = count_width(drawn.model());
    std::vector<double> one(width), three(width), logs(40), again(40);
    expected_counts(drawn.model(), drawn.sequences(), {1, nullptr}, logs.data(), one.data());
    expected_counts(drawn.model(), drawn.sequences(), {3, nullptr}, again.data(), three.data());
    EXPECT(one == three);
    EXPECT(logs == again);
    double starts = 0.0, steps = 0.0;
    for (std::size_t k = 0; k < 9; ++k) starts += one[k];
    for (std::size_t k = 9; k < 90; ++k) steps += one[k];
    EXPECT_NEAR(starts, 39.0, 1e-12);  // one is empty
    EXPECT_NEAR(steps, static_cast<double>(drawn.codes.size()) - 39.0, 1e-9);
}

TEST_CASE("what is impossible has likelihood zero and counts nothing") {
    const std::vector<double> start{1.0, 0.0}, transitions{0.5, 0.5, 0.0, 1.0}, emissions{1.0, 0.0, 0.0, 1.0};
    const HiddenMarkov model{2, 2, start.data(), transitions.data(), emissions.data()};
    const std::vector<std::int32_t> codes{1, 0, 0, 1, 1, 0};
    const std::vector<std::int64_t> offsets{0, 2, 4, 6, 6};
    const SequencesView sequences{codes.data(), offsets.data(), 4};
    std::vector<double> logs(4), counts(count_width(model));
    expected_counts(model, sequences, {1, nullptr}, logs.data(), counts.data());
    EXPECT(logs[0] == -INFINITY && logs[2] == -INFINITY && logs[3] == 0.0);
    EXPECT_NEAR(logs[1], std::log(0.5), 1e-15);
    const std::vector<double> wanted{1.0, 0.0, 0.0, 1.0, 0.0, 1.0, 0.0, 0.0, 1.0};
    for (std::size_t k = 0; k < wanted.size(); ++k) EXPECT_NEAR(counts[k], wanted[k], 1e-15);
}

TEST_CASE("a monitor stops a long sweep") {
    struct Stops final : Monitor {
        bool go_on(double) override { return false; }
    } stops;
    const Drawn drawn(30, 4, false, 64, 20000);
    std::vector<double> logs(64), counts(count_width(drawn.model()));
    bool interrupted = false;
    try {
        expected_counts(drawn.model(), drawn.sequences(), {2, &stops}, logs.data(), counts.data());
    } catch (const Interrupted&) {
        interrupted = true;
    }
    EXPECT(interrupted);
}
