/// Which variables a block solver takes next: the worst violators, and the last block's free variables.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "drupe/optimality.hpp"

namespace drupe {

class BlockChoice {
public:
    /// Among so many variables.
    explicit BlockChoice(std::size_t variables) : taken_(variables, false) {}

    [[nodiscard]] const std::vector<std::size_t>& block() const { return block_; }

    /// Chooses among the active variables; `scored(v)` tells what the conditions see of variable v.
    template <class Scored>
    void choose(const std::vector<std::size_t>& active, const Thresholds& thresholds, Scored scored) {
        std::vector<std::size_t> last;
        std::swap(last, block_);
        for (const std::size_t v : last) taken_[v] = false;
        if (active.size() <= at_once) {
            block_ = active;
            return;
        }
        for (std::size_t g = 0; g < 2; ++g) {
            rising_[g].clear();
            falling_[g].clear();
        }
        for (const std::size_t v : active) {
            const ScoredVariable seen = scored(v);
            const std::size_t g = thresholds.group(seen.sign);
            if (thresholds.gains_by_rising(seen)) rising_[g].push_back(place(-seen.score, v));
            if (thresholds.gains_by_falling(seen)) falling_[g].push_back(place(seen.score, v));
        }
        // Half of the block for the worst violators; then the free variables of the last block, which are cheap to
        // keep right; then more violators. A pair moves within one group, so every group brings its own of both kinds.
        const std::size_t groups = thresholds.groups();
        for (std::size_t g = 0; g < groups; ++g) {
            take_worst(rising_[g], largest / 4 / groups);
            take_worst(falling_[g], largest / 4 / groups);
        }
        for (const std::size_t v : last) {
            if (block_.size() >= largest) break;
            const ScoredVariable seen = scored(v);
            if (seen.rises && seen.falls) take(v);
        }
        for (std::size_t g = 0; g < groups; ++g) {
            take_worst(rising_[g], (largest - block_.size()) / (2 * (groups - g)));
            take_worst(falling_[g], (largest - block_.size()) / (2 * (groups - g) - 1));
        }
    }

private:
    /// Variables in a block: large blocks mean few passes over the data, and one block's kernel still fits the caches.
    static constexpr std::size_t largest = 1536;

    /// Active variables up to which all of them are one block.
    static constexpr std::size_t at_once = 2048;

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

    std::vector<bool> taken_;
    std::vector<std::size_t> block_;
    std::vector<std::uint64_t> rising_[2], falling_[2];
};

}  // namespace drupe
