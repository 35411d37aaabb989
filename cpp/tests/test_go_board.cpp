/// Go boards: whatever is played can be taken back, and what a move would do is what it does.
#include "drupe/go_board.hpp"

#include <algorithm>
#include <set>
#include <stdexcept>
#include <vector>

#include "check.hpp"
#include "drupe/go_playouts.hpp"
#include "drupe/random.hpp"

using namespace drupe;

namespace {

using Colors = std::vector<GoStone>;

Colors colors(const GoBoard& board) {
    Colors out(board.grid().points);
    for (std::size_t point = 0; point < out.size(); ++point) out[point] = board.at(point);
    return out;
}

/// Points that are connected to a point through its color, and whether they have an empty neighbor.
std::pair<std::vector<GoPoint>, bool> group(const Colors& stones, const GoGrid& grid, GoPoint start) {
    std::vector<GoPoint> found{start};
    bool breathes = false;
    for (std::size_t i = 0; i < found.size(); ++i) {
        for (const GoPoint next : grid.neighbors[found[i]]) {
            if (next == grid.points) continue;
            breathes |= stones[next] == GoStone::empty;
            const bool known = std::find(found.begin(), found.end(), next) != found.end();
            if (stones[next] == stones[start] && !known) found.push_back(next);
        }
    }
    return {found, breathes};
}

void clear(Colors& stones, const GoGrid& grid, GoStone color) {
    const Colors before = stones;
    for (std::size_t point = 0; point < grid.points; ++point) {
        if (before[point] == color && !group(before, grid, static_cast<GoPoint>(point)).second)
            stones[point] = GoStone::empty;
    }
}

Colors after(Colors stones, const GoGrid& grid, GoPoint point, GoStone player) {
    stones[point] = player;
    clear(stones, grid, opponent(player));
    clear(stones, grid, player);
    return stones;
}

/// A random game beside the rules as they are written; then everything is taken back.
void play_and_take_back(std::size_t size, std::size_t turns, std::uint64_t seed) {
    Random random(seed);
    GoBoard board(size);
    const GoGrid& grid = board.grid();
    std::vector<Colors> positions{colors(board)};
    std::set<Colors> past{positions.front()};
    for (std::size_t turn = 0; turn < turns; ++turn) {
        const GoStone player = board.to_play();
        const GoPoints legal = board.legal_points(player, GoSuicide::allowed);
        std::vector<GoPoint> moves;
        for (std::size_t each = 0; each < grid.points; ++each) {
            const auto point = static_cast<GoPoint>(each);
            const bool may =
                board.at(point) == GoStone::empty && !past.contains(after(positions.back(), grid, point, player));
            EXPECT(contains(legal, point) == may);
            EXPECT(board.legal(point, player, GoSuicide::allowed) == may);
            if (may) moves.push_back(point);
        }
        if (moves.empty() || random.uniform() < 0.05) {
            board.pass(player);
            positions.push_back(positions.back());
            continue;
        }
        const GoPoint move = moves[random.bits() % moves.size()];
        board.play(move, player);
        positions.push_back(after(positions.back(), grid, move, player));
        past.insert(positions.back());
        EXPECT(colors(board) == positions.back());
    }
    const std::uint64_t nothing = 0;
    while (board.turns() > 0) {
        EXPECT(colors(board) == positions.back());
        board.undo();
        positions.pop_back();
    }
    EXPECT(board.key() == nothing && board.empties() == grid.points && board.to_play() == GoStone::black);
}

}  // namespace

TEST_CASE("games of all small sizes keep the rules, and can be taken back") {
    for (std::size_t size = 1; size <= 5; ++size) play_and_take_back(size, 60, size);
    play_and_take_back(9, 60, 9);
}

TEST_CASE("boards have 1 to 25 rows") {
    for (const std::size_t size : {std::size_t{0}, std::size_t{26}, std::size_t{1000}}) {
        bool refused = false;
        try {
            const GoBoard board(size);
        } catch (const std::invalid_argument&) {
            refused = true;
        }
        EXPECT(refused);
    }
    EXPECT(GoBoard(1).empties() == 1 && GoBoard(25).empties() == 625);
}

TEST_CASE("a position whose chains have no liberty is refused") {
    const Colors full(4, GoStone::black);
    bool refused = false;
    try {
        const GoBoard board(2, full.data(), GoStone::white);
    } catch (const std::invalid_argument&) {
        refused = true;
    }
    EXPECT(refused);
}

TEST_CASE("games to the end are the same on any number of threads, and end without liberties to fill") {
    const GoBoard start(7);
    const GoPlayouts one = go_playouts(start, 200, 5, 3 * 49, {1, nullptr});
    const GoPlayouts two = go_playouts(start, 200, 5, 3 * 49, {2, nullptr});
    EXPECT(one.black == two.black && one.white == two.white && one.turns == two.turns && one.owned == two.owned);
    for (std::size_t game = 0; game < 200; ++game) EXPECT(one.black[game] + one.white[game] <= 49);
    const GoPlayouts large = go_playouts(GoBoard(25), 2, 5, 3 * 625, {1, nullptr});
    EXPECT(large.turns[0] > 300);
    const GoPlayouts tiny = go_playouts(GoBoard(1), 3, 5, 3, {1, nullptr});
    EXPECT(tiny.turns == (std::vector<std::int32_t>{2, 2, 2}) && tiny.black[0] == 0);
}
