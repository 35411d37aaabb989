#include "drupe/word_keys.hpp"

#include <algorithm>
#include <utility>

namespace drupe {

namespace {

constexpr std::uint64_t most = std::uint64_t{1} << 62;

}  // namespace

WordKeys::WordKeys(WordPattern pattern, std::size_t alphabet, std::size_t positions)
    : pattern_(std::move(pattern)), alphabet_(std::max<std::size_t>(alphabet, 1)), positions_(positions) {
    contiguous_ = pattern_.places.size() == pattern_.span && pattern_.span > 0;
    steps_.emplace_back();
    take_letters();
}

void WordKeys::take_letters() {
    Step& step = steps_.back();
    while (step.last < pattern_.places.size() && bound_ <= most / alphabet_) {
        bound_ *= alphabet_;
        ++step.last;
    }
    if (step.last < pattern_.places.size()) return;
    if (positions_ > 0) {
        if (bound_ > most / positions_) return;
        per_place_ = bound_;
        bound_ *= positions_;
    }
    leading_ = (per_place_ > 0 ? per_place_ : bound_) / alphabet_;
    complete_ = true;
}

void WordKeys::go_on(RankedKeys ranks) {
    bound_ = std::max<std::uint64_t>(ranks.size(), 1);
    const std::size_t reached = steps_.back().last;
    steps_.back().ranks = std::move(ranks);
    steps_.push_back({reached, reached, {}});
    take_letters();
}

std::uint64_t WordKeys::word(const std::int32_t* window) const {
    std::uint64_t number = 0;
    for (std::size_t s = 0;; ++s) {
        const Step& step = steps_[s];
        for (std::size_t p = step.first; p < step.last; ++p)
            number = number * alphabet_ + static_cast<std::uint32_t>(window[pattern_.places[p]]);
        if (s + 1 == steps_.size()) return number;
        const std::int32_t rank = step.ranks.rank(number);
        if (rank == RankedKeys::absent) return none;
        number = static_cast<std::uint64_t>(rank);
    }
}

/// Contiguous words of one step: each number from the one before, without its first letter and with one more at the end.
void WordKeys::roll(const Letters& sequence, std::vector<std::uint64_t>& out) const {
    const std::int32_t* letters = sequence.letters;
    std::uint64_t number = word(letters);
    out[0] = number;
    for (std::size_t i = 1; i < out.size(); ++i) {
        number = (number - leading_ * static_cast<std::uint32_t>(letters[i - 1])) * alphabet_ +
                 static_cast<std::uint32_t>(letters[i + pattern_.span - 1]);
        out[i] = number;
    }
}

void WordKeys::of(const Letters& sequence, std::vector<std::uint64_t>& out) const {
    const std::size_t span = pattern_.span;
    out.resize(sequence.count >= span ? sequence.count - span + 1 : 0);
    if (out.empty()) return;
    const bool all_known = sequence.known[0] >= sequence.count;
    if (contiguous_ && all_known && complete_ && steps_.size() == 1) {
        roll(sequence, out);
    } else {
        for (std::size_t i = 0; i < out.size(); ++i)
            out[i] = sequence.known[i] >= span ? word(sequence.letters + i) : none;
    }
    if (per_place_ == 0) return;
    for (std::size_t i = 0; i < out.size(); ++i)
        out[i] = i >= positions_ || out[i] == none ? none : i * per_place_ + out[i];
}

}  // namespace drupe
