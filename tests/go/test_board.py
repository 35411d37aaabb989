"""The board plays by the rules of Tromp and Taylor, compared with an engine that is their definition."""

import copy
import pickle
from itertools import islice, product

import numpy as np
import pytest
from go import rules_by_definition as definition
from go.public_games import DATA, RECORDS, games

from drupe.foundation.errors import DrupeError, InputError, InputTypeError
from drupe.go import PASS, Board, Color, Turn, point_of
from drupe.native import GoBoard

needs_records = pytest.mark.skipif(
    not RECORDS.is_file(), reason=f"there is no {RECORDS.name} in {DATA}; DRUPE_DATA names another"
)


def stones_of(board: Board) -> definition.Position:
    return tuple(board.stones.ravel().tolist())


def play_beside_the_definition(size: int, turns: int, rng: np.random.Generator) -> int:
    """A random game in which all is compared; how often superko forbids what ko does not."""
    board, color, long_cycles = Board(size), 1, 0
    history: list[definition.Position] = [(0,) * size**2]
    for _ in range(turns):
        position, past = history[-1], set(history)
        moves = definition.legal_moves(position, past, color, size)
        assert board.legal_moves() == moves
        assert board.to_play == color
        kos = set(history[-2:])
        long_cycles += len(definition.legal_moves(position, kos, color, size)) > len(moves)
        if not moves or rng.random() < 0.02:
            board.play(PASS)
        else:
            move = int(rng.choice(moves))
            board.play(move)
            if rng.random() < 0.2:
                board.undo()
                assert stones_of(board) == position
                assert board.legal_moves() == moves
                board.play(move)
            history.append(definition.after(position, move, color, size))
        assert stones_of(board) == history[-1]
        color = -color
    assert board.area() == definition.area(history[-1], size)
    return long_cycles


@pytest.mark.spec("G.G-01")
@pytest.mark.parametrize(
    ("size", "played", "turns"), [(1, 3, 5), (2, 40, 40), (3, 15, 60), (4, 5, 70), (5, 3, 80), (9, 1, 30)]
)
def test_games_agree_with_the_definition(size: int, played: int, turns: int) -> None:
    rng = np.random.default_rng(size)
    long_cycles = sum(play_beside_the_definition(size, turns, rng) for _ in range(played))
    assert long_cycles > 0 or size not in (2, 3), "superko was never more than ko: the games show nothing of it"


@pytest.mark.slow
@pytest.mark.long
def test_many_positions_agree_with_the_definition() -> None:
    rng = np.random.default_rng(0)
    for size, played, turns in ((2, 500, 60), (3, 250, 100), (4, 100, 150), (5, 50, 200), (6, 20, 200), (9, 5, 250)):
        for _ in range(played):
            play_beside_the_definition(size, turns, rng)


@pytest.mark.spec("G.G-01")
@pytest.mark.parametrize(("size", "possible"), [(1, 1), (2, 57), (3, 12675)])
def test_as_many_positions_are_possible_as_the_literature_says(size: int, possible: int) -> None:
    """Tromp and Farnebäck's numbers of legal positions."""
    count = 0
    for stones in product((-1, 0, 1), repeat=size * size):
        try:
            GoBoard._set_up(np.array(stones, dtype=np.int8).reshape(size, size), 1)
            count += 1
        except ValueError:
            pass
    assert count == possible


@needs_records
def test_professional_games_move_by_move() -> None:
    for moves in islice(games(), 3):
        board, position, color = Board(19), (0,) * 361, 1
        for move in moves:
            assert board.is_legal(move, suicide=False)
            board.play(move)
            if move != PASS:
                position = definition.after(position, move, color, 19)
            assert stones_of(board) == position
            color = -color
        assert board.area() == definition.area(position, 19)
        for _ in moves:
            board.undo()
        assert not board.stones.any()


@pytest.mark.slow
@needs_records
def test_all_professional_games_are_legal_but_nine() -> None:
    """The nine that break off at an illegal move are those that the data's description counts."""
    broken = legal = count = 0
    for moves in games():
        board, count = Board(19), count + 1
        try:
            for move in moves:
                board.play(move)
        except InputError:
            broken += 1
        legal += len(board.turns)
    assert (count, broken) == (3673, 9)
    assert legal > 730_000


def board_of(diagram: str, to_play: Color = Color.BLACK) -> Board:
    return Board.of(diagram, to_play)


@pytest.mark.spec("G.G-01")
def test_the_last_liberty_of_a_stone_takes_it() -> None:
    board = board_of(". X .\nX O .\n. X .")
    board.play("C2")
    assert str(board) == ". X .\nX . X\n. X ."


def test_a_stone_that_takes_another_needs_no_liberty_of_its_own() -> None:
    board = board_of("""
        . X O .
        X O . O
        . X O .
        . . . .""")
    board.play("C3")
    assert board.stones[1].tolist() == [1, 0, 1, -1]


@pytest.mark.spec("G.G-01")
def test_a_ko_is_not_taken_back_at_once() -> None:
    board = board_of("""
        . X O .
        X O . O
        . X O .
        . . . .""")
    board.play("C3")
    assert not board.is_legal("B3")
    with pytest.raises(InputError, match=r"White may not play B3: .* was before"):
        board.play("B3")
    board.play("D1")
    board.play("A1")
    assert board.is_legal("B3")


@pytest.mark.spec("G.G-01")
def test_a_snapback_takes_more_than_was_given() -> None:
    board = board_of("""
        . . . . .
        . . . . .
        X X . . .
        O O X . .
        . . O X .""")
    for move in ("A1", "B1", "A1"):
        board.play(move)
    assert str(board).splitlines()[2:] == ["X X . . .", ". . X . .", "X . . X ."]


@pytest.mark.spec("G.G-01")
def test_suicide_of_several_stones_is_legal_and_of_one_is_not() -> None:
    board = board_of(". X O\nX O .\nO . .", Color.BLACK)
    assert board.is_legal("A3")
    assert not board.is_legal("A3", suicide=False)
    assert 0 in board.legal_moves()
    assert 0 not in board.legal_moves(suicide=False)
    board.play("A3")
    assert board.stones.tolist() == [[0, 0, -1], [0, -1, 0], [-1, 0, 0]]
    assert not board_of(". O\nO .").is_legal("A2")
    board.undo()
    assert board.stones.tolist() == [[0, 1, -1], [1, -1, 0], [-1, 0, 0]]


@pytest.mark.spec("G.G-01")
def test_areas() -> None:
    assert Board(9).area() == (0, 0)
    shared = board_of(". X . O\n. X . O\n. X . O\n. X . O")
    assert shared.area() == (8, 4)
    assert shared.owners().tolist() == [[1, 1, 0, -1]] * 4
    seki = board_of("""
        . X O . X
        X X O O X
        O O O X X
        X X X X .
        . X . X X""")
    assert seki.area() == definition.area(stones_of(seki), 5)


def test_two_passes_end_a_game_that_may_go_on() -> None:
    board = Board(5)
    board.play("pass")
    assert not board.over
    board.play(PASS)
    assert board.over
    board.play("C3")
    assert not board.over
    assert board.turns == (Turn(Color.BLACK, PASS), Turn(Color.WHITE, PASS), Turn(Color.BLACK, 12))


def test_a_pass_repeats_no_position() -> None:
    board = Board(3)
    for _ in range(10):
        board.play("pass")
    assert board.legal_moves() == list(range(9))


def test_a_player_may_move_twice() -> None:
    board = Board(5)
    board.play("C3", Color.WHITE)
    board.play("D3", Color.WHITE)
    assert board.to_play is Color.BLACK
    assert board.stones.sum() == -2
    board.undo()
    board.undo()
    assert board.to_play is Color.BLACK


@pytest.mark.parametrize("size", [1, 25])
def test_the_smallest_and_the_largest_board(size: int) -> None:
    board = Board(size)
    if size == 1:
        assert board.legal_moves() == []
        assert board.area() == (0, 0)
        board.play("pass")
        return
    board.play("Z25")
    board.play("A1")
    assert board.stones[0, 24] == 1
    assert board.stones[24, 0] == -1
    rng = np.random.default_rng(0)
    for _ in range(900):
        moves = board.legal_moves()
        board.play(int(rng.choice(moves)) if moves else PASS)
    assert board.area() == definition.area(stones_of(board), 25)


def test_copies_share_nothing_but_the_past_until_then() -> None:
    board = board_of(". X O .\nX O . O\n. X O .\n. . . .")
    board.play("C3")
    for other in (board.copy(), copy.copy(board), copy.deepcopy(board), pickle.loads(pickle.dumps(board))):
        assert not other.is_legal("B3")
        assert other.legal_moves() == board.legal_moves()
        other.play("A1")
        assert board.stones[3, 0] == 0
        assert other.turns == (Turn(Color.BLACK, 6), Turn(Color.WHITE, 12))
        other.undo()
        other.undo()
        assert other.is_legal("C3")


def test_set_up_positions() -> None:
    board = Board.with_stones(["C3", 13], ["D4"], size=5, to_play=Color.WHITE)
    assert str(board) == ". . . . .\n. . . O .\n. . X X .\n. . . . .\n. . . . ."
    assert board.to_play is Color.WHITE
    assert np.array_equal(Board.of(str(board)).stones, board.stones)
    assert np.array_equal(Board.of(board.stones.astype(float)).stones, board.stones)
    assert board.chain("C3") == [12, 13]
    assert board.liberties("C3") == [7, 11, 14, 17, 18]
    with pytest.raises(InputError, match="no turn to take back"):
        board.undo()


def test_the_position_that_was_set_up_must_not_come_back() -> None:
    board = board_of(". X O .\nX O . O\n. X O .\n. . . .")
    before = board.stones
    board.play("C3")
    board.play("pass")
    board.play("pass")
    assert not board.is_legal("B3", Color.WHITE)
    assert not np.array_equal(before, board.stones)


@pytest.mark.parametrize(
    ("stones", "complaint"),
    [
        ("X X\nX X", "Black on A2 has no liberty"),
        ("X .\n. .\n. .", "as many points in each line"),
        ("X ?\n. .", "X for Black, O for White"),
        ("", "as many points"),
        ([[0, 2], [0, 0]], "1 for Black"),
        ([[0, 0.5], [0, 0]], "1 for Black"),
        ([[0, float("nan")], [0, 0]], "1 for Black"),
        (np.zeros((26, 26)), "1 to 25 rows"),
        (np.zeros((0, 0)), "1 to 25 rows"),
        (np.zeros((2, 3)), "square"),
        (np.zeros(4), "square"),
        (None, "square array"),
        ([["a"]], "square array"),
        (". X O\n. . X\n. . .", "White on C3 has no liberty"),
    ],
)
def test_impossible_positions_are_refused(stones: object, complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        Board.of(stones)


@pytest.mark.parametrize("size", [0, 26, -1, 10**30, 2.0, "9", None, True])
def test_impossible_sizes_are_refused(size: object) -> None:
    with pytest.raises(InputError, match="1 to 25"):
        Board(size)  # type: ignore[arg-type]


def test_stones_that_meet_are_refused() -> None:
    with pytest.raises(InputError, match="C3 has a stone already"):
        Board.with_stones(["C3"], ["C3"], size=5)
    with pytest.raises(InputError, match="a stone needs"):
        Board.with_stones(["pass"], size=5)
    with pytest.raises(InputError, match="a player is"):
        Board(5).play("C3", 0)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="there is no stone on C3"):
        Board(5).liberties("C3")


def test_an_occupied_point_is_named() -> None:
    board = Board(9)
    board.play("E5")
    for move in ("E5", "e5", 40, np.int64(40)):
        with pytest.raises(InputError, match="E5 has a black stone"):
            board.play(move)
    assert board.turns == (Turn(Color.BLACK, 40),)


@pytest.mark.parametrize(
    "move", [-2, 81, 10**30, 1.0, None, True, "I5", "A10", "A0", "", "passs", "A-1", "Å1", "A１", b"A1"]
)
def test_bad_moves_are_refused_and_nothing_happens(move: object) -> None:
    board = Board(9)
    for ask in (board.play, board.is_legal, board.chain, board.liberties):
        with pytest.raises(InputError):
            ask(move)  # type: ignore[operator]
    assert board.turns == ()


def test_random_nonsense_neither_crashes_nor_loops() -> None:
    """Every move either is played, and then the definition agrees, or is refused and changes nothing."""
    rng = np.random.default_rng(3)
    nonsense = [None, "", "pass", -1, -7, 1 << 40, 3.5, "Z99", [], {}, np.nan, "i1"]
    for _ in range(60):
        size = int(rng.integers(1, 5))
        board, past = Board(size), [(0,) * size**2]
        for _ in range(60):
            move = nonsense[rng.integers(len(nonsense))] if rng.random() < 0.3 else int(rng.integers(size * size))
            player = Color(int(rng.choice([-1, 1]))) if rng.random() < 0.3 else None
            color = board.to_play if player is None else player
            try:
                if rng.random() < 0.15:
                    undone = board.turns[-1].move if board.turns else PASS
                    board.undo()
                    del past[len(past) - (undone != PASS) :]
                    continue
                board.play(move, player)  # type: ignore[arg-type]
            except DrupeError:
                pass
            else:
                point = point_of(move, size)
                if point != PASS:
                    past.append(definition.after(past[-1], point, color, size))
                    assert past[-1] not in past[:-1]
            assert stones_of(board) == past[-1]


def test_a_board_that_was_never_made_is_refused() -> None:
    with pytest.raises((TypeError, RuntimeError)), pytest.warns(RuntimeWarning, match="uninitialized"):
        Board.__new__(Board).legal_moves()


def test_numbers_of_strange_types_are_no_moves() -> None:
    with pytest.raises(InputTypeError, match="vertex such as"):
        Board(9).play(2.0)  # type: ignore[arg-type]


def test_words() -> None:
    board = Board(2)
    board.play("A1")
    assert repr(board) == "<Board 2 × 2, 1 stones, White to play>"
    assert str(board) == ". .\nX ."
