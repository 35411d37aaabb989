/// Strings, or other sequences of numbered letters, as the core sees them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace drupe {

/// The letters of one sequence.
using Sequence = std::span<const std::int32_t>;

/// Sequences one after the other: sequence i is letters[offsets[i]], ..., letters[offsets[i + 1] − 1].
struct SequencesView {
    const std::int32_t* letters = nullptr;
    const std::int64_t* offsets = nullptr;  // count + 1 of them
    std::size_t count = 0;

    [[nodiscard]] std::size_t length(std::size_t i) const {
        return static_cast<std::size_t>(offsets[i + 1] - offsets[i]);
    }
    [[nodiscard]] Sequence operator[](std::size_t i) const { return {letters + offsets[i], length(i)}; }
};

}  // namespace drupe
