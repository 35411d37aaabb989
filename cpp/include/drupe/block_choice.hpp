/// Which variables a block solver takes next: the worst violators, and the last block's free variables.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "drupe/active_scores.hpp"

namespace drupe {

class BlockChoice {
public:
    /// Among so many variables.
    explicit BlockChoice(std::size_t variables) : taken_(variables, false) {}

    [[nodiscard]] const std::vector<std::size_t>& block() const { return block_; }

    /// Chooses among the active variables; `ways` are those of all variables.
    void choose(const std::vector<std::size_t>& active, const ActiveScores& seen, const std::vector<Ways>& ways,
                const Thresholds& thresholds) {
        std::vector<std::size_t> last;
        std::swap(last, block_);
        for (const std::size_t v : last) taken_[v] = false;
        if (active.size() <= at_once) {
            block_ = active;
            return;
        }
        const std::size_t groups = thresholds.groups();
        for (std::size_t g = 0; g < groups; ++g) collect(active, seen, thresholds, g);
        // Half of the block for the worst violators; then the free variables of the last block, which are cheap to
        // keep right; then more violators. A pair moves within one group, so every group brings its own of both kinds.
        for (std::size_t g = 0; g < groups; ++g) {
            take_worst(rising_[g], largest / 4 / groups);
            take_worst(falling_[g], largest / 4 / groups);
        }
        for (const std::size_t v : last) {
            if (block_.size() >= largest) break;
            if ((ways[v] & rises) != 0 && (ways[v] & falls) != 0) take(v);
        }
        for (std::size_t g = 0; g < groups; ++g) {
            take_worst(rising_[g], (largest - block_.size()) / (2 * (groups - g)));
            take_worst(falling_[g], (largest - block_.size()) / (2 * (groups - g) - 1));
        }
    }

private:
    /// Variables in a block: large blocks mean few passes over the data, and one block's kernel still fits the caches.
    static constexpr std::size_t largest = 1024;

    /// Active variables up to which all of them are one block.
    static constexpr std::size_t at_once = 2048;

    /// How finely scores are told apart before the worst are sorted.
    static constexpr std::size_t bins = 1024;

    /// Of a group, those that gain by rising and those that gain by falling, down to the bin of scores in which a whole
    /// block of them is complete: all that can be chosen.
    void collect(const std::vector<std::size_t>& active, const ActiveScores& seen, const Thresholds& thresholds,
                 std::size_t g) {
        rising_[g].clear();
        falling_[g].clear();
        const double least = thresholds.least_gaining(g);
        const double greatest = thresholds.greatest_gaining(g);
        if (!(greatest > least)) return;
        const double scale = static_cast<double>(bins) / (greatest - least);
        const double above = thresholds.rises_above(g);
        const double below = thresholds.falls_below(g);
        bin_.resize(active.size());
        std::array<std::uint32_t, bins> risers{};
        std::array<std::uint32_t, bins> fallers{};
        for (std::size_t k = 0; k < active.size(); ++k) {
            const double score = seen.score(k);
            const Ways open = seen.ways(k) >> group_bit == g ? seen.ways(k) : Ways{0};
            const bool rising = ((open & rises) != 0) & (score > above);
            const bool falling = ((open & falls) != 0) & (score < below);
            const double at = (score - least) * scale;
            const double last = static_cast<double>(bins - 1);
            const auto bin = static_cast<std::uint16_t>(at > 0.0 ? at < last ? at : last : 0.0);
            risers[bin] += rising ? 1U : 0U;
            fallers[bin] += falling ? 1U : 0U;
            bin_[k] = {bin, rising, falling};
        }
        std::size_t first_rising = bins - 1;
        for (std::size_t sum = risers[first_rising]; first_rising > 0 && sum < largest; sum += risers[first_rising])
            --first_rising;
        std::size_t last_falling = 0;
        for (std::size_t sum = fallers[0]; last_falling < bins - 1 && sum < largest; sum += fallers[last_falling])
            ++last_falling;
        for (std::size_t k = 0; k < active.size(); ++k) {
            if (bin_[k].rising && bin_[k].bin >= first_rising) rising_[g].push_back(place(-seen.score(k), active[k]));
            if (bin_[k].falling && bin_[k].bin <= last_falling) falling_[g].push_back(place(seen.score(k), active[k]));
        }
    }

    /// A number that orders variables by their key, smallest first, and equal ones by position.
    static std::uint64_t place(double key, std::size_t v) {
        const auto bits = std::bit_cast<std::uint32_t>(static_cast<float>(key));
        const std::uint32_t ordered = (bits & 0x80000000U) != 0 ? ~bits : bits | 0x80000000U;
        return std::uint64_t{ordered} << 32 | static_cast<std::uint64_t>(v);
    }

    void take(std::size_t v) {
        if (taken_[v]) return;
        taken_[v] = true;
        block_.push_back(v);
    }

    /// The first `count` of these places that are not taken yet.
    void take_worst(std::vector<std::uint64_t>& from, std::size_t count) {
        const std::size_t end = std::min(from.size(), count + block_.size());
        if (end < from.size())
            std::nth_element(from.begin(), from.begin() + static_cast<std::ptrdiff_t>(end), from.end());
        std::sort(from.begin(), from.begin() + static_cast<std::ptrdiff_t>(end));
        const std::size_t wanted = block_.size() + count;
        for (std::size_t k = 0; k < end && block_.size() < wanted; ++k)
            take(static_cast<std::size_t>(from[k] & 0xffffffffU));
    }

    struct Binned {
        std::uint16_t bin;
        bool rising, falling;
    };

    std::vector<bool> taken_;
    std::vector<Binned> bin_;
    std::vector<std::size_t> block_;
    std::vector<std::uint64_t> rising_[2], falling_[2];
};

}  // namespace drupe
