/// A Go board under the rules of Tromp and Taylor: chains, captures, positional superko, passes, undo, area.
///
/// Chains are rings of stones that know their number of pseudo-liberties (a liberty counts once for each stone that
/// touches it) and the exclusive or of their keys: what a move would lead to is known without playing it.
#pragma once

#include <array>
#include <utility>
#include <vector>

#include "drupe/go_grid.hpp"
#include "drupe/go_past.hpp"

namespace drupe {

/// Whether a move that takes away one's own stones counts as legal; by the rules it is, unless it repeats a position.
enum class GoSuicide : bool { forbidden, allowed };

struct GoArea {
    int black = 0;
    int white = 0;
};

class GoBoard {
public:
    /// Empty, Black to play.
    explicit GoBoard(std::size_t size);

    /// A position to start from, whose chains all have liberties; `stones` has one entry for each point.
    GoBoard(std::size_t size, const GoStone* stones, GoStone to_play);

    [[nodiscard]] const GoGrid& grid() const { return *grid_; }
    [[nodiscard]] GoStone at(std::size_t point) const { return stone_[point]; }
    [[nodiscard]] GoStone to_play() const { return to_play_; }
    [[nodiscard]] std::uint64_t key() const { return key_; }
    [[nodiscard]] std::size_t turns() const { return turns_.size(); }
    /// The point of a turn, grid().points for a pass, and whose it was.
    [[nodiscard]] std::pair<GoPoint, GoStone> turn(std::size_t number) const {
        return {turns_[number].point, turns_[number].player};
    }
    /// Whether the last two turns were passes.
    [[nodiscard]] bool over() const;

    /// Empty points in no particular order.
    [[nodiscard]] std::size_t empties() const { return empties_; }
    [[nodiscard]] GoPoint empty(std::size_t i) const { return empty_[i]; }

    /// In O(1): neither the board nor its past is gone through.
    [[nodiscard]] bool legal(GoPoint point, GoStone player, GoSuicide suicide) const;

    /// All legal points. Most are found 64 at a time: empty, next to another empty point, and never held by the player.
    [[nodiscard]] GoPoints legal_points(GoStone player, GoSuicide suicide) const;

    /// A legal move.
    void play(GoPoint point, GoStone player);
    void pass(GoStone player);
    /// Takes the last turn back, of which there is one.
    void undo();

    /// Stones, and empty points that reach one color only.  [Graepel02], section 10.1.
    [[nodiscard]] GoArea area() const;
    /// Whose area each point is; empty for nobody's.
    void owners(GoStone* out) const;

    /// The stones of the chain on a point that is not empty.
    [[nodiscard]] std::vector<GoPoint> chain(GoPoint point) const;
    /// Empty points next to a chain, which rise.
    [[nodiscard]] std::vector<GoPoint> liberties(GoPoint point) const;
    /// A number for each chain, the same on all its stones.
    [[nodiscard]] GoPoint head(GoPoint point) const { return head_[point]; }

    /// An empty point that only its owner's stones surround, and that no two enemies (one, at the edge) look into.
    [[nodiscard]] bool eye(GoPoint point, GoStone owner) const;

    /// A move of the player to play, drawn from all those that are legal, no suicide and fill no own eye; grid().points if
    /// there is none. The order of the empty points changes.
    template <class Draw>
    GoPoint sensible_move(Draw below) {
        for (std::size_t left = empties_; left > 0; --left) {
            const std::size_t drawn = below(left);
            const GoPoint point = empty_[drawn];
            if (!eye(point, to_play_) && legal(point, to_play_, GoSuicide::forbidden)) return point;
            swap_empties(drawn, left - 1);
        }
        return static_cast<GoPoint>(grid_->points);
    }

private:
    struct Turn {
        std::uint32_t first_taken;  // where its captures start
        GoPoint point;
        GoStone player;
        GoStone to_play;  // before
        bool new_position;
        bool suicide;
    };

    [[nodiscard]] std::uint64_t key_after(GoPoint point, GoStone player) const;
    [[nodiscard]] int touches(GoPoint point, GoPoint head) const;
    [[nodiscard]] bool legal_without_room(GoPoint point, GoStone player, GoSuicide suicide) const;
    void found(GoPoint point, GoStone player);
    void join(GoPoint into, GoPoint from);
    void take(GoPoint head);
    void set(GoPoint point, GoStone stone);
    void clear(GoPoint point);
    [[nodiscard]] bool once(GoPoint point, GoStone player) const {
        return contains(once_[static_cast<std::size_t>(player)], point);
    }
    void swap_empties(std::size_t i, std::size_t j);
    void chain_all();

    const GoGrid* grid_;
    std::array<GoStone, go_most_points + 1> stone_{};
    std::array<GoPoints, 3> once_{};  // by color: where it has ever stood, as nowhere else can it repeat a position
    std::array<GoPoint, go_most_points> head_{};
    std::array<GoPoint, go_most_points> next_{};
    std::array<std::uint16_t, go_most_points> stones_of_{};  // of chains, at their heads
    std::array<std::uint16_t, go_most_points> pseudo_liberties_{};
    std::array<std::uint64_t, go_most_points> key_of_{};
    std::array<GoPoint, go_most_points> empty_{};
    std::array<GoPoint, go_most_points> place_{};  // in empty_
    GoPoints is_empty_{};
    std::size_t empties_ = 0;
    std::uint64_t key_ = 0;
    GoStone to_play_ = GoStone::black;
    GoPast past_;
    std::vector<Turn> turns_;
    std::vector<GoPoint> taken_;
};

}  // namespace drupe
