/// How often each sequence of colors occurs on the paths that start at a node of a common fate graph.
///
/// Neighboring chains differ in color, so that of all sequences only those occur that have no two equal stones in a row.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "drupe/go_graph.hpp"
#include "drupe/run.hpp"

namespace drupe {

/// What a node is to the player who looks: sequences are over these.
enum GoSight : std::uint8_t { sees_empty, sees_own, sees_other };

inline constexpr std::size_t go_sights = 3;
inline constexpr std::size_t go_longest_chain = 8;

enum class GoRoots : bool { empty_only, any };

/// Sequences in the order of a dictionary in which empty comes before own and own before the other's: a trie, node after
/// node, where a sequence stands directly before those that begin with it.
class GoTrie {
public:
    /// Sequences of at most `longest` steps, so of one node more.
    explicit GoTrie(std::size_t longest);

    [[nodiscard]] std::size_t longest() const { return longest_; }

    /// How many sequences begin with one that ends with a color, and have at most so many steps more.
    [[nodiscard]] std::size_t below(GoSight color, std::size_t steps) const { return below_[color][steps]; }

    /// How far behind a sequence that ends with a color, and that so many steps may follow, its continuation stands.
    [[nodiscard]] std::size_t child(GoSight color, GoSight next, std::size_t steps) const {
        return child_[color][next][steps];
    }

    /// Where the sequence of the root alone stands.
    [[nodiscard]] std::size_t root(GoSight color) const { return root_[color]; }

    [[nodiscard]] std::size_t width(GoRoots roots) const {
        return roots == GoRoots::any ? root_[sees_other] + below_[sees_other][longest_] : below_[sees_empty][longest_];
    }

private:
    std::size_t longest_;
    std::array<std::array<std::size_t, go_longest_chain + 1>, go_sights> below_{};
    std::array<std::array<std::array<std::size_t, go_longest_chain + 1>, go_sights>, go_sights> child_{};
    std::array<std::size_t, go_sights> root_{};
};

/// Rows of a sparse matrix, one for each point that was asked for.
struct GoChainCounts {
    std::vector<double> counts;
    std::vector<std::int32_t> columns;  // which rise within a row
    std::vector<std::int64_t> starts;
};

/// Counts of simple paths from the nodes of some points, as `player` sees them.  [Graepel02], definition 72, for chains.
GoChainCounts go_chain_counts(const GoGraph& graph, GoStone player, const std::vector<GoPoint>& points,
                              const GoTrie& trie, GoRoots roots, const Run& run);

}  // namespace drupe
