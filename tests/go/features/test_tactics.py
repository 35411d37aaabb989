"""Tactics, compared with what the rules say when a move is played out by their definition."""

import numpy as np
import pytest
from go import rules_by_definition as definition
from go.drawn_boards import drawn

from drupe.go import Board
from drupe.go.features.tactics import FACTS, NAMES, OFFSETS, Tactics


def told(board: Board, point: int) -> dict[str, str]:
    """The words of each fact of one move."""
    row = Tactics().matrix(board, np.array([point])).toarray()[0]
    places = np.flatnonzero(row)
    assert len(places) == len(FACTS)
    return dict(zip(FACTS, (NAMES[place] for place in places), strict=True))


def by_definition(board: Board, point: int) -> tuple[int, int, int]:
    """Stones captured, liberties of the chain after the move, and stones of the other's in atari after it."""
    size, color = board.size, int(board.to_play)
    before = tuple(board.stones.ravel().tolist())
    after = definition.after(before, point, color, size)
    captured = before.count(-color) - after.count(-color)

    def liberties(at: int) -> set[int]:
        chain = definition.connected(after, at, size)
        return {beside for each in chain for beside in definition.neighbors(each, size) if after[beside] == 0}

    attacked = {at for at in definition.neighbors(point, size) if after[at] == -color and len(liberties(at)) == 1}
    chains = {frozenset(definition.connected(after, at, size)) for at in attacked}
    return captured, len(liberties(point)), sum(map(len, chains))


@pytest.mark.spec("G.G-05")
def test_captures_liberties_and_threats_are_those_of_the_rules() -> None:
    rng, seen = np.random.default_rng(0), set()
    for turns in (10, 25, 40, 60):
        board = drawn(6, turns, rng)
        for point in board.legal_moves(suicide=False):
            captured, liberties, attacked = by_definition(board, point)
            facts = told(board, point)
            assert FACTS["captured"].index(facts["captured"]) == min(captured, 4)
            assert FACTS["liberties"].index(facts["liberties"]) == min(liberties, 6)
            assert FACTS["threatened"].index(facts["threatened"]) == min(attacked, 4)
            assert (facts["own atari"] != "no self-atari") == (liberties == 1 and captured == 0)
            seen |= {("captured", min(captured, 1)), ("threat", min(attacked, 1)), ("liberties", min(liberties, 2))}
    assert len(seen) >= 6  # captures, threats and self-ataris did occur


def test_a_capture_frees_and_an_atari_is_answered() -> None:
    board = Board.of("""
        . O X . .
        O X O . .
        X X . . .
        . . . . .
        . . . . .""")
    # Black A5 takes B5, and A4 with it: both have their last liberty there.
    assert told(board, 0)["captured"] == "captures 2 stones"
    saved = Board.of("""
        X O . . .
        . O . . .
        . . . . .
        . . . . .
        . . . . .""")
    assert told(saved, 5)["rescued"] == "atari answered, 1 liberties"
    assert told(saved, 12)["rescued"] == "no own chain in atari here"


def test_offsets_are_those_of_the_facts() -> None:
    assert [int(offset) for offset in OFFSETS] == [NAMES.index(words[0]) for words in FACTS.values()]
    assert Tactics().columns == len(set(NAMES)) == len(NAMES)
    assert Tactics().fact_of(np.arange(len(NAMES))).max() == len(FACTS) - 1
