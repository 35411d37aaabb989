#include "drupe/go_chains.hpp"

#include <algorithm>
#include <bit>

namespace drupe {

GoTrie::GoTrie(std::size_t longest) : longest_(longest) {
    for (std::size_t steps = 0; steps <= longest; ++steps) {
        for (std::size_t color = 0; color < go_sights; ++color) {
            std::size_t behind = 1;
            for (std::size_t next = 0; next < go_sights && steps > 0; ++next) {
                if (next == color && color != sees_empty) continue;
                child_[color][next][steps] = behind;
                behind += below_[next][steps - 1];
            }
            below_[color][steps] = behind;
        }
    }
    root_[sees_own] = below_[sees_empty][longest];
    root_[sees_other] = root_[sees_own] + below_[sees_own][longest];
}

namespace {

using Node = std::int32_t;

/// All roots at once. A path from a root p is p, and then a path from a neighbor q that does not meet p: paths from q are
/// gone through once for all its neighbors, less, for each of them, those that meet it. At the other end the last step
/// is not taken: neighbors off the path are counted by color.
class ChainCounter {
public:
    ChainCounter(const GoGraph& graph, GoStone player, const GoTrie& trie, std::size_t width)
        : graph_(graph), trie_(trie), width_(width), words_((graph.nodes() + 63) / 64), row_(graph.nodes(), -1),
          base_(graph.nodes(), 0), on_path_(graph.nodes(), 0), near_(words_, 0), beside_root_(graph.nodes(), 0),
          adjacent_(graph.nodes() * words_, 0), neighbor_tally_(graph.nodes(), 0) {
        for (const GoStone color : graph.colors) {
            sight_.push_back(color == GoStone::empty ? sees_empty : color == player ? sees_own : sees_other);
            tally_.push_back(std::uint64_t{1} << (16 * sight_.back()));
        }
        for (std::size_t node = 0; node < graph.nodes(); ++node) {
            for (const Node next : neighbors(node)) {
                neighbor_tally_[node] += tally_[at(next)];
                adjacent_[node * words_ + at(next) / 64] |= std::uint64_t{1} << (next % 64);
            }
        }
    }

    /// Has the node counted as a root.
    void want(Node root) {
        if (row_[at(root)] >= 0) return;
        row_[at(root)] = static_cast<std::int32_t>(roots_.size());
        roots_.push_back(root);
    }

    void count(const Run& run) {
        table_.assign(roots_.size() * width_, 0);
        for (const Node root : roots_) ++row(root)[trie_.root(sight_[at(root)])];
        if (trie_.longest() == 0) return;
        std::vector<std::uint8_t> begins(graph_.nodes(), 0);
        for (const Node root : roots_) {
            for (const Node next : neighbors(at(root))) begins[at(next)] = 1;
        }
        Watch watch(run.monitor, static_cast<double>(graph_.nodes() + 1));
        for (std::size_t node = 0; node < graph_.nodes(); ++node) {
            if (begins[node] != 0) paths_from(static_cast<Node>(node));
            watch.finished(1.0);
            watch.poll();
            if (watch.stopped()) break;
        }
        watch.conclude();
    }

    [[nodiscard]] const std::int32_t* of(Node root) const {
        return table_.data() + static_cast<std::size_t>(row_[at(root)]) * width_;
    }

private:
    struct Span {
        const Node* first;
        const Node* last;
        [[nodiscard]] const Node* begin() const { return first; }
        [[nodiscard]] const Node* end() const { return last; }
    };

    static std::size_t at(Node node) { return static_cast<std::size_t>(node); }

    [[nodiscard]] Span neighbors(std::size_t node) const {
        return {graph_.neighbors.data() + graph_.starts[node], graph_.neighbors.data() + graph_.starts[node + 1]};
    }

    [[nodiscard]] std::int32_t* row(Node root) {
        return table_.data() + at(static_cast<Node>(row_[at(root)])) * width_;
    }

    /// Adds to all wanted neighbors of q the paths that go on from there.
    void paths_from(Node q) {
        const GoSight color = sight_[at(q)];
        const std::size_t steps = trie_.longest() - 1, length = trie_.below(color, steps);
        for (const Node root : neighbors(at(q))) {
            if (row_[at(root)] < 0) continue;
            near_[at(root) / 64] |= std::uint64_t{1} << (root % 64);
            for (const Node next : neighbors(at(root))) beside_root_[at(next)] = 1;
            const GoSight seen = sight_[at(root)];
            base_[at(root)] = trie_.root(seen) + trie_.child(seen, color, trie_.longest());
        }
        all_.assign(length, 0);
        all_[0] = 1;
        on_path_[at(q)] = 1;
        path_[0] = q;
        length_ = 1;
        for (const Node second : neighbors(at(q))) {
            if (steps == 0) break;
            some_.assign(length, 0);
            extend(second, trie_.child(color, sight_[at(second)], steps), steps - 1);
            for (std::size_t i = 0; i < length; ++i) all_[i] += some_[i];
            if (row_[at(second)] < 0) continue;
            std::int32_t* out = row(second) + base_[at(second)];
            for (std::size_t i = 0; i < length; ++i) out[i] -= some_[i];
        }
        on_path_[at(q)] = 0;
        for (const Node root : neighbors(at(q))) {
            if (row_[at(root)] < 0) continue;
            std::int32_t* out = row(root) + base_[at(root)];
            for (std::size_t i = 0; i < length; ++i) out[i] += all_[i];
            for (const Node next : neighbors(at(root))) beside_root_[at(next)] = 0;
        }
        std::fill(near_.begin(), near_.end(), 0);
    }

    /// A path that has come to a node, its place in the trie, and how many steps may follow.
    void extend(Node node, std::size_t place, std::size_t steps) {
        static_assert(go_longest_chain == 8);
        switch (steps) {
            case 0: return extend<0>(node, place);
            case 1: return extend<1>(node, place);
            case 2: return extend<2>(node, place);
            case 3: return extend<3>(node, place);
            case 4: return extend<4>(node, place);
            case 5: return extend<5>(node, place);
            default: return extend<6>(node, place);
        }
    }

    template <std::size_t Steps>
    void extend(Node node, std::size_t place) {
        if constexpr (Steps == 1) return end(node, place);
        add(place, std::array{1});
        if constexpr (Steps > 1) {
            on_path_[at(node)] = 1;
            path_[length_++] = node;
            for (const Node next : neighbors(at(node))) {
                if (on_path_[at(next)] != 0) continue;
                const bool meets_root = ((near_[at(next) / 64] >> (next % 64)) & 1) != 0;
                if (meets_root) met_.push_back(next);
                extend<Steps - 1>(next, place + trie_.child(sight_[at(node)], sight_[at(next)], Steps));
                if (meets_root) met_.pop_back();
            }
            --length_;
            on_path_[at(node)] = 0;
        }
    }

    /// The last node but one of the longest sequences: the continuations of its own stand directly behind it.
    void end(Node node, std::size_t place) {
        const std::uint64_t* there = adjacent_.data() + at(node) * words_;
        std::uint64_t free = neighbor_tally_[at(node)] - tally_[at(path_[length_ - 1])];
        for (std::size_t i = 0; i + 1 < length_; ++i) {
            const Node earlier = path_[i];
            free -= tally_[at(earlier)] * ((there[at(earlier) / 64] >> (earlier % 64)) & 1);
        }
        const auto count = [free](GoSight color) { return static_cast<std::int32_t>((free >> (16 * color)) & 0xffff); };
        switch (sight_[at(node)]) {
            case sees_empty: add(place, std::array{1, count(sees_empty), count(sees_own), count(sees_other)}); break;
            case sees_own: add(place, std::array{1, count(sees_empty), count(sees_other)}); break;
            case sees_other: add(place, std::array{1, count(sees_empty), count(sees_own)}); break;
        }
        for (std::size_t word = 0; word < words_ && beside_root_[at(node)] != 0; ++word) {
            for (std::uint64_t left = near_[word] & there[word]; left != 0; left &= left - 1) {
                const auto root = static_cast<Node>(word * 64 + static_cast<std::size_t>(std::countr_zero(left)));
                if (on_path_[at(root)] != 0) continue;  // all of it is left out already
                --row(root)[base_[at(root)] + place + trie_.child(sight_[at(node)], sight_[at(root)], 1)];
            }
        }
    }

    /// To the counts of all, but not of the roots that the path has met.
    template <std::size_t Count>
    void add(std::size_t place, const std::array<std::int32_t, Count>& amounts) {
        for (std::size_t i = 0; i < Count; ++i) some_[place + i] += amounts[i];
        for (const Node root : met_) {
            std::int32_t* out = row(root) + base_[at(root)] + place;
            for (std::size_t i = 0; i < Count; ++i) out[i] -= amounts[i];
        }
    }

    const GoGraph& graph_;
    const GoTrie& trie_;
    std::size_t width_;
    std::size_t words_;
    std::vector<GoSight> sight_;
    std::vector<std::int32_t> row_;  // of each node in the table; −1 if it is no root
    std::vector<std::size_t> base_;  // where, in its row, the sequences from q stand
    std::vector<std::uint8_t> on_path_;
    std::vector<std::uint64_t> near_;        // bits of the roots next to q
    std::vector<std::uint8_t> beside_root_;  // whether a node is next to a root that is next to q
    std::vector<std::uint64_t> adjacent_;
    std::vector<std::uint64_t> tally_;           // one node, in the 16 bits of its color
    std::vector<std::uint64_t> neighbor_tally_;  // neighbors by color
    std::vector<Node> roots_;
    std::array<Node, go_longest_chain> path_{};
    std::size_t length_ = 0;
    std::vector<Node> met_;  // roots next to q that the path has met after its second node
    std::vector<std::int32_t> all_;
    std::vector<std::int32_t> some_;  // of one second node
    std::vector<std::int32_t> table_;
};

}  // namespace

GoChainCounts go_chain_counts(const GoGraph& graph, GoStone player, const std::vector<GoPoint>& points,
                              const GoTrie& trie, GoRoots roots, const Run& run) {
    const std::size_t width = trie.width(roots);
    ChainCounter counter(graph, player, trie, width);
    for (const GoPoint point : points) counter.want(graph.node_of[point]);
    counter.count(run);
    GoChainCounts found;
    found.starts.assign(1, 0);
    for (const GoPoint point : points) {
        const std::int32_t* row = counter.of(graph.node_of[point]);
        const auto zeros = std::count(row, row + width, 0);
        found.starts.push_back(found.starts.back() + static_cast<std::int64_t>(width) - zeros);
    }
    found.counts.resize(static_cast<std::size_t>(found.starts.back()) + 1);  // one more, to write zeros to
    found.columns.resize(found.counts.size());
    std::size_t at = 0;
    for (const GoPoint point : points) {
        const std::int32_t* row = counter.of(graph.node_of[point]);
        for (std::size_t column = 0; column < width; ++column) {
            found.counts[at] = row[column];
            found.columns[at] = static_cast<std::int32_t>(column);
            at += row[column] != 0 ? 1 : 0;
        }
    }
    found.counts.pop_back();
    found.columns.pop_back();
    return found;
}

}  // namespace drupe
