/// The points of a square Go board, which of them are neighbors, and a random key for each of a point's two stones.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace drupe {

inline constexpr std::size_t go_largest = 25;
inline constexpr std::size_t go_most_points = go_largest * go_largest;

/// Points are counted row by row from the top left; the number behind the last stands for whatever lies off the board.
using GoPoint = std::uint16_t;

enum class GoStone : std::uint8_t { empty, black, white, off_board };

constexpr GoStone opponent(GoStone player) { return player == GoStone::black ? GoStone::white : GoStone::black; }

using GoCorners = std::array<GoPoint, 4>;

/// A set of points, a bit for each.
using GoPoints = std::array<std::uint64_t, (go_most_points + 63) / 64>;

constexpr void insert(GoPoints& points, std::size_t point) { points[point / 64] |= std::uint64_t{1} << (point % 64); }
constexpr void erase(GoPoints& points, std::size_t point) { points[point / 64] &= ~(std::uint64_t{1} << (point % 64)); }
constexpr bool contains(const GoPoints& points, std::size_t point) {
    return ((points[point / 64] >> (point % 64)) & 1) != 0;
}

/// Calls visit(point) for all points of a set, which rise.
template <class Visit>
void for_points(const GoPoints& points, Visit visit) {
    for (std::size_t word = 0; word < points.size(); ++word) {
        for (std::uint64_t left = points[word]; left != 0; left &= left - 1)
            visit(static_cast<GoPoint>(word * 64 + static_cast<std::size_t>(std::countr_zero(left))));
    }
}

/// Above, left, right, below: so that they rise.
struct GoGrid {
    explicit constexpr GoGrid(std::size_t side) : size(side), points(side * side) {
        const auto at = [side](std::size_t row, std::size_t column) {  // of rows and columns that count from 1
            const bool off = row == 0 || column == 0 || row > side || column > side;
            return static_cast<GoPoint>(off ? side * side : (row - 1) * side + column - 1);
        };
        for (std::size_t row = 1; row <= side; ++row) {
            for (std::size_t column = 1; column <= side; ++column) {
                const std::size_t here = at(row, column);
                if (column > 1) insert(not_first_column, here);
                if (column < side) insert(not_last_column, here);
                neighbors[here] = {at(row - 1, column), at(row, column - 1), at(row, column + 1), at(row + 1, column)};
                diagonals[here] = {at(row - 1, column - 1), at(row - 1, column + 1), at(row + 1, column - 1),
                                   at(row + 1, column + 1)};
            }
        }
    }

    std::size_t size;
    std::size_t points;
    GoPoints not_first_column{};
    GoPoints not_last_column{};
    std::array<GoCorners, go_most_points> neighbors{};
    std::array<GoCorners, go_most_points> diagonals{};
};

/// The one grid of this size, from 1 to 25.
const GoGrid& go_grid(std::size_t size);

/// Zobrist's keys: a position is known by the exclusive or of those of its stones.
struct GoKeys {
    constexpr GoKeys() {
        std::uint64_t seed = 0;
        for (auto& pair : of) {
            for (auto& key : pair) {
                seed += 0x9e3779b97f4a7c15ULL;
                std::uint64_t mixed = seed;
                mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9ULL;
                mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebULL;
                key = mixed ^ (mixed >> 31);
            }
        }
    }

    std::array<std::array<std::uint64_t, 2>, go_most_points> of{};
};

inline constexpr GoKeys go_keys;

inline std::uint64_t go_key(GoPoint point, GoStone stone) {
    return go_keys.of[point][static_cast<std::size_t>(stone) - 1];
}

}  // namespace drupe
