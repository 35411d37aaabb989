/// The active variables as the optimality conditions see them, one after the other, for loops over all of them.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "drupe/optimality.hpp"

namespace drupe {

/// Which ways are open to a variable, and its group, in the bits of a byte.
using Ways = std::uint8_t;
inline constexpr Ways rises = 1;
inline constexpr Ways falls = 2;
inline constexpr int group_bit = 2;

/// Loops without branches: which way a score leads cannot be foretold.
class ActiveScores {
public:
    /// Sees these variables, `score(v)` and the ways of each, and returns their thresholds.
    template <class ScoreOf>
    Thresholds see(const std::vector<std::size_t>& variables, const std::vector<Ways>& ways, Balance balance,
                   ScoreOf score_of) {
        constexpr double infinity = std::numeric_limits<double>::infinity();
        double highest[2] = {-infinity, -infinity};
        double lowest[2] = {infinity, infinity};
        scores_.resize(variables.size());
        ways_.resize(variables.size());
        for (std::size_t k = 0; k < variables.size(); ++k) {
            const double score = score_of(variables[k]);
            const Ways open = ways[variables[k]];
            scores_[k] = score;
            ways_[k] = open;
            const std::size_t g = open >> group_bit;
            const double up = (open & rises) != 0 ? score : -infinity;
            const double down = (open & falls) != 0 ? score : infinity;
            highest[g] = up > highest[g] ? up : highest[g];
            lowest[g] = down < lowest[g] ? down : lowest[g];
        }
        return {balance, {highest[0], lowest[0]}, {highest[1], lowest[1]}};
    }

    [[nodiscard]] std::size_t size() const { return scores_.size(); }
    [[nodiscard]] double score(std::size_t k) const { return scores_[k]; }
    [[nodiscard]] Ways ways(std::size_t k) const { return ways_[k]; }

    /// Whether the k-th stands at an end of its box, with a score that no partner could move it from; and how many do.
    [[nodiscard]] bool idle(std::size_t k, const Thresholds& t) const {
        const std::size_t g = ways_[k] >> group_bit;
        const bool only_rises = (ways_[k] & falls) == 0;
        const bool only_falls = (ways_[k] & (rises | falls)) == falls;
        return (only_rises & (scores_[k] < t.idle_below(g))) | (only_falls & (scores_[k] > t.idle_above(g)));
    }
    [[nodiscard]] std::size_t count_idle(const Thresholds& t) const {
        std::size_t count = 0;
        for (std::size_t k = 0; k < size(); ++k) count += idle(k, t) ? 1U : 0U;
        return count;
    }

private:
    std::vector<double> scores_;
    std::vector<Ways> ways_;
};

}  // namespace drupe
