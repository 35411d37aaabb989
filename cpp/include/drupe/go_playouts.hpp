/// Games that are played to their end by drawing moves: how they end, from one position.
#pragma once

#include <cstdint>
#include <vector>

#include "drupe/go_board.hpp"
#include "drupe/run.hpp"

namespace drupe {

struct GoPlayouts {
    std::vector<std::int32_t> black;  // area of each game
    std::vector<std::int32_t> white;
    std::vector<std::int32_t> turns;  // passes included
    std::vector<std::int64_t> owned;  // how often each point was Black's at the end, less how often White's
};

/// Moves are legal, no suicide, and fill no own eye; who has none passes. A game ends after two passes, or `most_turns`.
/// Every game has a seed of its own: they do not depend on the number of threads.
GoPlayouts go_playouts(const GoBoard& start, std::size_t games, std::uint64_t seed, std::size_t most_turns,
                       const Run& run);

}  // namespace drupe
