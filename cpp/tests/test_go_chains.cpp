/// Chains of colors on paths, all roots at once, beside every path gone along by itself.
#include "drupe/go_chains.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "check.hpp"
#include "drupe/random.hpp"

using namespace drupe;

namespace {

GoBoard drawn(std::size_t size, std::size_t turns, std::uint64_t seed) {
    Random random(seed);
    GoBoard board(size);
    for (std::size_t turn = 0; turn < turns; ++turn) {
        const GoPoint move = board.sensible_move([&](std::size_t count) { return random.bits() % count; });
        if (move == board.grid().points) break;
        board.play(move, board.to_play());
    }
    return board;
}

using Words = std::map<std::string, double>;

void walk(const GoGraph& graph, GoStone player, std::vector<std::int32_t>& path, std::string word, std::size_t steps,
          Words& found) {
    const GoStone color = graph.colors[static_cast<std::size_t>(path.back())];
    word += color == GoStone::empty ? '0' : color == player ? '1' : '2';
    found[word] += 1.0;
    if (steps == 0) return;
    const auto here = static_cast<std::size_t>(path.back());
    for (std::int64_t e = graph.starts[here]; e < graph.starts[here + 1]; ++e) {
        const std::int32_t next = graph.neighbors[static_cast<std::size_t>(e)];
        if (std::find(path.begin(), path.end(), next) != path.end()) continue;
        path.push_back(next);
        walk(graph, player, path, word, steps - 1, found);
        path.pop_back();
    }
}

/// All words of the trie in the order of its places.
void spell(GoSight color, std::size_t steps, std::string word, std::vector<std::string>& words) {
    word += static_cast<char>('0' + color);
    words.push_back(word);
    if (steps == 0) return;
    for (const GoSight next : {sees_empty, sees_own, sees_other}) {
        if (next == sees_empty || next != color) spell(next, steps - 1, word, words);
    }
}

void compare(const GoBoard& board, GoStone player, std::size_t longest) {
    const GoGraph graph = common_fate_graph(board);
    const GoTrie trie(longest);
    std::vector<std::string> words;
    for (const GoSight color : {sees_empty, sees_own, sees_other}) {
        EXPECT(words.size() == trie.root(color));
        spell(color, longest, "", words);
    }
    EXPECT(words.size() == trie.width(GoRoots::any));
    std::vector<GoPoint> points;
    for (std::size_t point = 0; point < board.grid().points; point += 2) points.push_back(static_cast<GoPoint>(point));
    const GoChainCounts found = go_chain_counts(graph, player, points, trie, GoRoots::any, {1, nullptr});
    for (std::size_t i = 0; i < points.size(); ++i) {
        Words wanted, got;
        std::vector<std::int32_t> path{graph.node_of[points[i]]};
        walk(graph, player, path, "", longest, wanted);
        for (std::int64_t e = found.starts[i]; e < found.starts[i + 1]; ++e) {
            const auto at = static_cast<std::size_t>(e);
            got[words[static_cast<std::size_t>(found.columns[at])]] = found.counts[at];
        }
        EXPECT(got == wanted);
    }
}

}  // namespace

TEST_CASE("chains are counted as all paths have them") {
    for (std::size_t longest = 0; longest <= go_longest_chain; ++longest) {
        for (const std::size_t size : {std::size_t{1}, std::size_t{2}, std::size_t{4}, std::size_t{5}})
            compare(drawn(size, 2 * size * size / 3, longest), GoStone::white, longest);
    }
    compare(drawn(9, 50, 3), GoStone::black, 5);
    compare(drawn(25, 300, 3), GoStone::black, 3);
}

TEST_CASE("there are 407 sequences of at most 6 steps from an empty point") {
    EXPECT(GoTrie(6).width(GoRoots::empty_only) == 407);
    EXPECT(GoTrie(5).width(GoRoots::empty_only) == 168);
}
