/// Go boards, one or many, as Python sees them.
#include <algorithm>
#include <optional>

#include <nanobind/stl/optional.h>
#include "drupe/go_playouts.hpp"
#include "go_stones.hpp"
#include "parts.hpp"

namespace drupe::border {

namespace {

using Signs = nb::ndarray<const std::int8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

GoSuicide allowed(bool suicide) { return suicide ? GoSuicide::allowed : GoSuicide::forbidden; }

GoBoard set_up(const Signs& stones, int to_play) {
    if (stones.shape(0) != stones.shape(1)) throw std::invalid_argument("a board is square");
    std::vector<GoStone> colors(stones.size());
    std::transform(stones.data(), stones.data() + stones.size(), colors.begin(), stone_of);
    return {stones.shape(0), colors.data(), player_of(to_play)};
}

/// Points as Python's numbers, which are made once: there are as many lists of them as there are turns.
nb::object list_of(const GoPoints& points) {
    static const std::array<PyObject*, go_most_points> numbers = [] {
        std::array<PyObject*, go_most_points> made;
        for (std::size_t i = 0; i < made.size(); ++i) made[i] = PyLong_FromSize_t(i);
        return made;
    }();
    Py_ssize_t count = 0;
    for (const std::uint64_t word : points) count += std::popcount(word);
    PyObject* list = PyList_New(count);
    if (list == nullptr) throw nb::python_error();
    Py_ssize_t at = 0;
    for_points(points, [&](GoPoint point) {
        Py_INCREF(numbers[point]);
#if defined(Py_LIMITED_API)
        PyList_SetItem(list, at++, numbers[point]);
#else
        PyList_SET_ITEM(list, at++, numbers[point]);
#endif
    });
    return nb::steal(list);
}

nb::object legal_moves(const GoBoard& board, bool suicide) {
    return list_of(board.legal_points(board.to_play(), allowed(suicide)));
}

bool legal(const GoBoard& board, std::int64_t point, int player, bool suicide) {
    return point >= 0 && point < static_cast<std::int64_t>(board.grid().points) &&
           board.legal(static_cast<GoPoint>(point), player_of(player), allowed(suicide));
}

/// Whether the move is a whole number and legal; if it is, it is played.
bool attempt(GoBoard& board, nb::handle move) {
    if (!PyLong_CheckExact(move.ptr())) return false;
    int overflow = 0;
    const long point = PyLong_AsLongAndOverflow(move.ptr(), &overflow);
    if (point < 0 || point >= static_cast<long>(board.grid().points)) return false;
    const auto there = static_cast<GoPoint>(point);
    if (!board.legal(there, board.to_play(), GoSuicide::allowed)) return false;
    board.play(there, board.to_play());
    return true;
}

bool attempt_as(GoBoard& board, std::int64_t point, int player) {
    if (!legal(board, point, player, true)) return false;
    board.play(static_cast<GoPoint>(point), player_of(player));
    return true;
}

template <class Fill>
auto signs(const GoBoard& board, Fill fill) {
    const GoGrid& grid = board.grid();
    std::vector<std::int8_t> out(grid.points);
    for (std::size_t point = 0; point < out.size(); ++point)
        out[point] = static_cast<std::int8_t>(sign_of(fill(point)));
    return handed_over(std::move(out), std::array{grid.size, grid.size});
}

auto stones(const GoBoard& board) {
    return signs(board, [&](std::size_t point) { return board.at(point); });
}

auto owners(const GoBoard& board) {
    std::vector<GoStone> owner(board.grid().points);
    board.owners(owner.data());
    return signs(board, [&](std::size_t point) { return owner[point]; });
}

nb::list numbers_of(const std::vector<GoPoint>& points) {
    nb::list out;
    for (const GoPoint point : points) out.append(static_cast<int>(point));
    return out;
}

GoPoint stone_at(const GoBoard& board, std::int64_t point) {
    const GoPoint there = point_of(board, point);
    if (board.at(there) == GoStone::empty) throw std::invalid_argument("there is no stone on this point");
    return there;
}

nb::tuple playouts(const GoBoard& board, std::size_t games, std::uint64_t seed, std::size_t most_turns, int threads,
                   nb::handle progress) {
    const GoBoard start = board;  // which another thread may go on with
    GoPlayouts found;
    run(threads, progress, [&](const Run& how) { found = go_playouts(start, games, seed, most_turns, how); });
    return nb::make_tuple(handed_over(std::move(found.black)), handed_over(std::move(found.white)),
                          handed_over(std::move(found.turns)), handed_over(std::move(found.owned)));
}

/// Boards of one size that are asked, and played on, all at once.
struct GoBoards {
    std::vector<GoBoard> boards;
    std::size_t points;

    GoBoards(const GoBoard& start, std::size_t count) : boards(count, start), points(start.grid().points) {}

    [[nodiscard]] auto legal(bool suicide) const {
        std::vector<std::uint8_t> mask(boards.size() * points, 0);
        for (std::size_t b = 0; b < boards.size(); ++b) {
            std::uint8_t* row = mask.data() + b * points;
            for_points(boards[b].legal_points(boards[b].to_play(), allowed(suicide)),
                       [row](GoPoint point) { row[point] = 1; });
        }
        return handed_over(std::move(mask), std::array{boards.size(), points});
    }

    /// Plays one move on each board (−1 to pass) if all of them are legal; else says which is the first that is not.
    std::optional<std::size_t> play(const Positions& moves) {
        if (moves.size() != boards.size()) throw std::invalid_argument("there is not one move for each board");
        const std::int64_t* move = data_of(moves);
        for (std::size_t b = 0; b < boards.size(); ++b) {
            if (move[b] != -1 && !border::legal(boards[b], move[b], sign_of(boards[b].to_play()), true)) return b;
        }
        for (std::size_t b = 0; b < boards.size(); ++b) {
            if (move[b] == -1) {
                boards[b].pass(boards[b].to_play());
            } else {
                boards[b].play(static_cast<GoPoint>(move[b]), boards[b].to_play());
            }
        }
        return std::nullopt;
    }

    [[nodiscard]] auto stones() const {
        std::vector<std::int8_t> out;
        out.reserve(boards.size() * points);
        for (const GoBoard& board : boards) {
            for (std::size_t point = 0; point < points; ++point)
                out.push_back(static_cast<std::int8_t>(sign_of(board.at(point))));
        }
        return handed_over(std::move(out), std::array{boards.size(), points});
    }

    [[nodiscard]] auto areas() const {
        std::vector<std::int64_t> out;
        for (const GoBoard& board : boards) {
            const GoArea area = board.area();
            out.insert(out.end(), {area.black, area.white});
        }
        return handed_over(std::move(out));
    }

    template <class Ask>
    [[nodiscard]] auto each(Ask ask) const {
        std::vector<std::int64_t> out;
        out.reserve(boards.size());
        for (const GoBoard& board : boards) out.push_back(ask(board));
        return handed_over(std::move(out));
    }

    [[nodiscard]] const GoBoard& at(std::size_t i) const {
        if (i >= boards.size()) throw std::out_of_range("there is no such board");
        return boards[i];
    }
};

}  // namespace

void bind_go_boards(nb::module_& m) {
    nb::class_<GoBoard>(m, "GoBoard", "A Go board; points are counted row by row from the top left.")
        .def(nb::init<std::size_t>(), "start"_a)
        .def(nb::init<const GoBoard&>(), "start"_a)
        .def_static("_set_up", &set_up, "stones"_a.noconvert(), "to_play"_a)
        .def_prop_ro("size", [](const GoBoard& board) { return board.grid().size; })
        .def_prop_ro("_player", [](const GoBoard& board) { return sign_of(board.to_play()); })
        .def_prop_ro("key", &GoBoard::key)
        .def_prop_ro("over", &GoBoard::over, "Whether the last two turns were passes.")
        .def_prop_ro("stones", &stones, nb::rv_policy::move,
                     "1 for a black stone, -1 for a white one, 0 for none; row by row from the top.")
        .def("owners", &owners, "1 where a point is Black's area, -1 where it is White's, 0 where it is nobody's.")
        .def("legal_moves", &legal_moves, "suicide"_a = true, "Points where the player to play may put a stone.")
        .def("_legal", &legal, "point"_a, "player"_a, "suicide"_a)
        .def("_attempt", &attempt, "move"_a.none())
        .def("_attempt_as", &attempt_as, "point"_a, "player"_a)
        .def(
            "_pass", [](GoBoard& board, int player) { board.pass(player_of(player)); }, "player"_a)
        .def("_undo",
             [](GoBoard& board) {
                 if (board.turns() == 0) return false;
                 board.undo();
                 return true;
             })
        .def("_turn_count", &GoBoard::turns)
        .def(
            "_turn",
            [](const GoBoard& board, std::size_t number) {
                if (number >= board.turns()) throw std::out_of_range("there is no such turn");
                const auto [point, player] = board.turn(number);
                return nb::make_tuple(point == board.grid().points ? -1 : static_cast<int>(point), sign_of(player));
            },
            "number"_a)
        .def(
            "area",
            [](const GoBoard& board) {
                const GoArea area = board.area();
                return nb::make_tuple(area.black, area.white);
            },
            "Black's points and White's: stones, and empty points that reach one color only.")
        .def(
            "_chain",
            [](const GoBoard& board, std::int64_t point) { return numbers_of(board.chain(stone_at(board, point))); },
            "point"_a)
        .def(
            "_liberties",
            [](const GoBoard& board, std::int64_t point) {
                return numbers_of(board.liberties(stone_at(board, point)));
            },
            "point"_a);
    nb::class_<GoBoards>(m, "GoBoards", "Many Go boards of one size.")
        .def(nb::init<const GoBoard&, std::size_t>(), "start"_a, "count"_a)
        .def("copy", [](const GoBoards& all) { return GoBoards(all); })
        .def("__len__", [](const GoBoards& all) { return all.boards.size(); })
        .def("legal", &GoBoards::legal, "suicide"_a)
        .def("first_refused", &GoBoards::play, "moves"_a.noconvert())
        .def("stones", &GoBoards::stones)
        .def("players",
             [](const GoBoards& all) { return all.each([](const GoBoard& b) { return sign_of(b.to_play()); }); })
        .def("over", [](const GoBoards& all) { return all.each([](const GoBoard& b) { return b.over() ? 1 : 0; }); })
        .def("areas", &GoBoards::areas)
        .def("at", &GoBoards::at, "i"_a, nb::rv_policy::copy);
    m.def("go_playouts", &playouts, "board"_a, "games"_a, "seed"_a, "most_turns"_a, "threads"_a, "progress"_a.none(),
          "Black's areas, White's areas, turns, and how often each point was Black's less how often White's.");
}

}  // namespace drupe::border
