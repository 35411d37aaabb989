/// A Go position as a graph whose nodes are empty points and whole chains: stones that live or die together.
#pragma once

#include <cstdint>
#include <vector>

#include "drupe/go_board.hpp"

namespace drupe {

/// Nodes are numbered in the order of their first points; the neighbors of each rise.
struct GoGraph {
    std::vector<std::int32_t> node_of;  // of each point
    std::vector<GoStone> colors;
    std::vector<std::int64_t> starts;
    std::vector<std::int32_t> neighbors;

    [[nodiscard]] std::size_t nodes() const { return colors.size(); }
};

/// The common fate graph.  [Graepel02], definition 71.
GoGraph common_fate_graph(const GoBoard& board);

}  // namespace drupe
