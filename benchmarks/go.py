"""Go: random games, boards asked and played on from Python beside open_spiel's, features of moves; processor time."""

import random
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.util import find_spec
from math import inf
from time import process_time
from typing import Any

from measure import Goal, Row, Settings

from drupe.go import PASS, Board, Boards, Roots, chain_features_of, common_fate_graph, playouts

# Nobody has to install the peer: without it, its columns are left out.
pyspiel = import_module("pyspiel") if find_spec("pyspiel") else None

SIZES = (9, 19)
MILLIONS = {9: 5.0, 19: 4.0}
"""Moves in a second of one processor, in millions, that random games shall make."""

STAGES = (30, 80, 150, 220)
JUDGED, MOST_MS = 150, 2.5
"""After how many moves there is a goal, and which."""


def spent(work: Callable[[], int], repeats: int) -> float:
    """Processor seconds for each of the things that a run did, in the best of several."""
    best = inf
    for _ in range(repeats):
        began = process_time()
        done = work()
        best = min(best, (process_time() - began) / done)
    return best


def random_games(size: int, settings: Settings) -> Row:
    """Games to their end in the core alone, with superko."""
    games = settings.size(2000 if size == 9 else 400)

    def play() -> int:
        return int(playouts(Board(size), games, random_state=0, n_jobs=1).turns.sum())

    numbers = {"million moves / s": 1e-6 / spent(play, settings.repeats)}
    goal = Goal("million moves / s", MILLIONS[size], at_most=False)
    return Row(f"random games, {size} × {size}", numbers, (goal,))


def drawn_by_us(size: int, games: int, draw: Callable[[], float]) -> int:
    """Ask for all legal moves, draw one, play it."""
    for _ in range(games):
        board = Board(size)
        for _ in range(size * size):
            moves = board.legal_moves()
            board.play(moves[int(draw() * len(moves))] if moves else PASS)
    return games * size * size


def drawn_by_open_spiel(game: Any, games: int, draw: Callable[[], float]) -> int:
    """The same with the peer, who counts a pass among the moves."""
    done = 0
    for _ in range(games):
        state = game.new_initial_state()
        for _ in range(game.num_distinct_actions() - 1):
            if state.is_terminal():
                break
            moves = state.legal_actions()
            state.apply_action(moves[int(draw() * len(moves))])
            done += 1
    return done


def drawn_on_many(size: int, count: int) -> int:
    """All boards in one call: the first legal points are played, so that what is timed is the border alone."""
    boards = Boards(count, Board(size))
    for _ in range(size * size):
        legal = boards.legal()
        moves = legal.argmax(axis=1)
        moves[~legal.any(axis=1)] = PASS
        boards.play(moves)
    return count * size * size


def from_python(size: int, settings: Settings) -> Row:
    """Microseconds for one turn."""
    games, draw = settings.size(400 if size == 9 else 80) or 1, random.Random(0).random
    seconds = {"drupe": spent(lambda: drawn_by_us(size, games, draw), settings.repeats)}
    seconds["many at once"] = spent(lambda: drawn_on_many(size, 2 * games), settings.repeats)
    if pyspiel is not None:
        game = pyspiel.load_game("go", {"board_size": size, "komi": 0.0})
        seconds["open_spiel"] = spent(lambda: drawn_by_open_spiel(game, games, draw), settings.repeats)
    numbers = {f"{name} us": 1e6 * taken for name, taken in seconds.items()}
    if pyspiel is None:
        return Row(f"legal moves and a move, {size} × {size}", numbers)
    numbers["open_spiel / drupe"] = seconds["open_spiel"] / seconds["drupe"]
    goal = Goal("open_spiel / drupe", 1.0, at_most=False)
    return Row(f"legal moves and a move, {size} × {size}", numbers, (goal,))


def features(turns: int, settings: Settings) -> Row:
    """Milliseconds for all legal moves of a board of 19 × 19 after random moves, for chains of 6 steps."""
    board, draw = Board(19), random.Random(turns)
    for _ in range(turns):
        board.play(draw.choice(board.legal_moves(suicide=False)))
    moves = board.legal_moves()

    def timed(work: Callable[[], object]) -> float:
        return 1e3 * spent(lambda: (work(), 1)[1], 5 * settings.repeats)

    numbers = {
        "moves": len(moves),
        "moves ms": timed(lambda: chain_features_of(board, moves)),
        "all points ms": timed(lambda: chain_features_of(board, range(361), roots=Roots.ANY)),
        "graph ms": timed(lambda: common_fate_graph(board)),
    }
    goals = (Goal("moves ms", MOST_MS, at_most=True),) if turns == JUDGED else ()
    return Row(f"features after {turns} moves", numbers, goals)


def rows(settings: Settings) -> Iterator[Row]:
    """Random games, turns from Python, features."""
    for size in SIZES:
        yield random_games(size, settings)
    for size in SIZES:
        yield from_python(size, settings)
    for turns in STAGES:
        yield features(turns, settings)
