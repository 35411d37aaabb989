/// Graphs of Go boards, and the chains of colors in them, as Python sees them.
#include "drupe/go_chains.hpp"
#include "go_stones.hpp"
#include "parts.hpp"

namespace drupe::border {

namespace {

nb::tuple graph(const GoBoard& board) {
    GoGraph found = common_fate_graph(board);
    std::vector<std::int8_t> colors;
    for (const GoStone color : found.colors) colors.push_back(static_cast<std::int8_t>(sign_of(color)));
    return nb::make_tuple(handed_over(std::move(found.node_of)), handed_over(std::move(colors)),
                          handed_over(std::move(found.starts)), handed_over(std::move(found.neighbors)));
}

nb::tuple chains(const GoBoard& board, int player, const Positions& points, std::size_t longest, bool any_root,
                 nb::handle progress) {
    if (longest > go_longest_chain) throw std::invalid_argument("a chain has at most 8 steps");
    const GoStone looks = player_of(player);
    std::vector<GoPoint> asked;
    for (std::size_t i = 0; i < points.size(); ++i) {
        asked.push_back(point_of(board, data_of(points)[i]));
        if (!any_root && board.at(asked.back()) != GoStone::empty) throw std::invalid_argument("a point is not empty");
    }
    const GoGraph graph = common_fate_graph(board);
    GoChainCounts found;
    run(1, progress, [&](const Run& how) {
        found =
            go_chain_counts(graph, looks, asked, GoTrie(longest), any_root ? GoRoots::any : GoRoots::empty_only, how);
    });
    return nb::make_tuple(handed_over(std::move(found.counts)), handed_over(std::move(found.columns)),
                          handed_over(std::move(found.starts)));
}

}  // namespace

void bind_go_features(nb::module_& m) {
    m.def("go_common_fate_graph", &graph, "board"_a,
          "The node of each point; colors of nodes, where their neighbors start, and these.");
    m.def("go_chain_counts", &chains, "board"_a, "player"_a, "points"_a.noconvert(), "longest"_a, "any_root"_a,
          "progress"_a.none(), "Counts, columns and starts: how often which sequence of colors starts at each point.");
}

}  // namespace drupe::border
