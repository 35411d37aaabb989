/// Words as whole numbers: equal words have equal numbers and different words different ones, however long they are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "drupe/ranked_keys.hpp"

namespace drupe {

/// Which letters of a window of `span` letters make the word: those at these places, which rise.
struct WordPattern {
    std::vector<std::size_t> places;
    std::size_t span = 0;
};

/// One sequence of letters, and at each place how many letters from there on belong to the alphabet.
struct Letters {
    const std::int32_t* letters = nullptr;
    std::size_t count = 0;
    const std::size_t* known = nullptr;
};

/// Numbers for the words of one pattern. As many letters as fit are the digits of a number; where more are to come, such
/// numbers are replaced by their ranks among those that occur, which are small enough to go on from. So the numbers of
/// long words are made step by step: whoever makes them tells, after each step, which numbers occurred.
class WordKeys {
public:
    /// What a window has that is no word: because a letter does not belong to the alphabet, or a step never met it.
    static constexpr std::uint64_t none = ~std::uint64_t{0};

    /// Words over `alphabet` letters; the same word at another place is another one if `positions` is not 0, and words at
    /// places from there on are none.
    WordKeys(WordPattern pattern, std::size_t alphabet, std::size_t positions);

    [[nodiscard]] std::size_t span() const { return pattern_.span; }

    /// Whether the numbers stand for whole words by now.
    [[nodiscard]] bool complete() const { return complete_; }

    /// No number is larger.
    [[nodiscard]] std::uint64_t largest() const { return bound_ - 1; }

    /// Goes one step on, from the ranks of the numbers of this one.
    void go_on(RankedKeys ranks);

    /// The number of the word in every window, in order.
    void of(const Letters& sequence, std::vector<std::uint64_t>& out) const;

private:
    struct Step {
        std::size_t first = 0;  // of the pattern's places
        std::size_t last = 0;
        RankedKeys ranks;  // of what it leads to; not for the last step
    };

    void take_letters();
    [[nodiscard]] std::uint64_t word(const std::int32_t* window) const;
    void roll(const Letters& sequence, std::vector<std::uint64_t>& out) const;

    WordPattern pattern_;
    std::uint64_t alphabet_;
    std::uint64_t positions_;
    std::vector<Step> steps_;
    std::uint64_t bound_ = 1;      // numbers of the current step lie below
    std::uint64_t per_place_ = 0;  // numbers that each position takes, once it is part of them
    std::uint64_t leading_ = 1;    // what the first letter of a word of one step counts
    bool contiguous_ = false;
    bool complete_ = false;
};

}  // namespace drupe
