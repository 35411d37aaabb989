#include "drupe/go_graph.hpp"

#include <algorithm>

namespace drupe {

GoGraph common_fate_graph(const GoBoard& board) {
    const GoGrid& grid = board.grid();
    GoGraph graph;
    graph.node_of.resize(grid.points);
    std::vector<std::vector<GoPoint>> members;
    std::array<std::int32_t, go_most_points> node_of_head;
    node_of_head.fill(-1);
    for (std::size_t each = 0; each < grid.points; ++each) {
        const auto point = static_cast<GoPoint>(each);
        const GoStone color = board.at(point);
        std::int32_t node = color == GoStone::empty ? -1 : node_of_head[board.head(point)];
        if (node < 0) {
            node = static_cast<std::int32_t>(members.size());
            members.emplace_back();
            graph.colors.push_back(color);
            if (color != GoStone::empty) node_of_head[board.head(point)] = node;
        }
        graph.node_of[point] = node;
        members[static_cast<std::size_t>(node)].push_back(point);
    }
    std::vector<std::int32_t> met(members.size(), -1);  // the last node that has met each
    graph.starts.assign(1, 0);
    for (std::size_t n = 0; n < members.size(); ++n) {
        const auto node = static_cast<std::int32_t>(n);
        const auto first = static_cast<std::ptrdiff_t>(graph.neighbors.size());
        met[n] = node;
        for (const GoPoint point : members[n]) {
            for (const GoPoint next : grid.neighbors[point]) {
                if (next == grid.points) continue;
                const std::int32_t other = graph.node_of[next];
                if (std::exchange(met[static_cast<std::size_t>(other)], node) != node) graph.neighbors.push_back(other);
            }
        }
        std::sort(graph.neighbors.begin() + first, graph.neighbors.end());
        graph.starts.push_back(static_cast<std::int64_t>(graph.neighbors.size()));
    }
    return graph;
}

}  // namespace drupe
