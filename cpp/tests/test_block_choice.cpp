/// The block that a block solver takes next: the very worst violators, as a plain sort finds them.
#include <algorithm>
#include <random>
#include <set>

#include "check.hpp"
#include "drupe/block_choice.hpp"
#include "drupe/inner_share.hpp"

using namespace drupe;

namespace {

struct Variables {
    std::vector<std::size_t> active;
    std::vector<double> scores;
    std::vector<Ways> ways;
};

/// Scores of a few sizes, many of them equal, or all different; some variables are not active.
Variables random_variables(std::size_t count, bool coarse, bool by_sign, unsigned seed) {
    std::mt19937 random(seed);
    std::normal_distribution<double> score;
    Variables v;
    for (std::size_t i = 0; i < count; ++i) {
        const double exact = score(random) * (random() % 50 == 0 ? 100.0 : 1.0);
        v.scores.push_back(coarse ? std::round(4.0 * exact) : exact);
        const auto open = static_cast<unsigned>(1 + random() % 3);
        v.ways.push_back(static_cast<Ways>(open | (by_sign ? random() % 2 : 0U) << group_bit));
        if (random() % 8 != 0) v.active.push_back(i);
    }
    return v;
}

/// The first of those of one kind that gain, as a sort has them: by score in single precision, then by position.
std::vector<std::size_t> worst(const Variables& v, const Thresholds& t, std::size_t group, bool rising,
                               std::size_t count) {
    std::vector<std::pair<float, std::size_t>> found;
    for (const std::size_t i : v.active) {
        if (static_cast<std::size_t>(v.ways[i] >> group_bit) != group) continue;
        const bool gains = rising ? (v.ways[i] & rises) != 0 && v.scores[i] > t.rises_above(group)
                                  : (v.ways[i] & falls) != 0 && v.scores[i] < t.falls_below(group);
        if (gains) found.emplace_back(static_cast<float>(rising ? -v.scores[i] : v.scores[i]), i);
    }
    std::sort(found.begin(), found.end());
    found.resize(std::min(found.size(), count));
    std::vector<std::size_t> out;
    for (const auto& [score, i] : found) out.push_back(i);
    return out;
}

void check_choice(const Variables& v, Balance balance) {
    ActiveScores seen;
    const Thresholds thresholds = seen.see(v.active, v.ways, balance, [&](std::size_t i) { return v.scores[i]; });
    Thresholds plain(balance);
    std::size_t idle = 0;
    const auto scored = [&](std::size_t i) {
        return ScoredVariable{v.ways[i] >> group_bit == 0 ? 1.0 : -1.0, v.scores[i], (v.ways[i] & rises) != 0,
                              (v.ways[i] & falls) != 0};
    };
    for (const std::size_t i : v.active) plain.add(scored(i));
    for (const std::size_t i : v.active) idle += plain.idle(scored(i)) ? 1U : 0U;
    EXPECT(thresholds.violation() == plain.violation() && thresholds.middle(1.0) == plain.middle(1.0));
    EXPECT(seen.count_idle(thresholds) == idle);
    BlockChoice choice(v.scores.size());
    for (int round = 0; round < 2; ++round) {
        choice.choose(v.active, seen, v.ways, thresholds);
        const auto& block = choice.block();
        const std::set<std::size_t> chosen(block.begin(), block.end());
        EXPECT(chosen.size() == block.size() && block.size() <= 1024);
        for (std::size_t g = 0; g < thresholds.groups(); ++g) {
            for (const bool rising : {true, false}) {
                for (const std::size_t i : worst(v, thresholds, g, rising, 256 / thresholds.groups()))
                    EXPECT(chosen.contains(i));
            }
        }
        for (const std::size_t i : block) EXPECT(std::binary_search(v.active.begin(), v.active.end(), i));
    }
}

}  // namespace

TEST_CASE("a block holds the worst violators of every kind and group") {
    for (unsigned seed = 0; seed < 6; ++seed) {
        for (const bool coarse : {false, true}) {
            check_choice(random_variables(9000, coarse, false, seed), Balance::joint);
            check_choice(random_variables(9000, coarse, true, seed), Balance::by_sign);
            check_choice(random_variables(9000, coarse, false, seed), Balance::free);
        }
    }
}

TEST_CASE("a block fills also where few gain, all scores are one, or some are no numbers") {
    Variables few = random_variables(5000, false, false, 9);
    for (std::size_t i = 0; i < few.ways.size(); ++i) few.ways[i] = i % 100 == 0 ? falls : rises;
    check_choice(few, Balance::joint);
    Variables equal = few;
    std::fill(equal.scores.begin(), equal.scores.end(), 1.0);
    check_choice(equal, Balance::joint);
    Variables odd = random_variables(5000, false, false, 10);
    odd.scores[odd.active[7]] = std::nan("");
    odd.scores[odd.active[11]] = std::numeric_limits<double>::infinity();
    check_choice(odd, Balance::joint);
}

TEST_CASE("blocks of which little changes are solved further, up to an end") {
    InnerShare share;
    const double before = share.value();
    share.hear(400, 1000);
    EXPECT(share.value() == before);
    for (int k = 0; k < 30; ++k) share.hear(100, 1000);
    EXPECT(share.value() == 0.03);
    for (int k = 0; k < 30; ++k) share.hear(900, 1000);
    EXPECT(share.value() == 0.3);
}
