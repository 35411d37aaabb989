"""Problems without the turned, mirrored and recolored copies that would otherwise be learned from and tested on."""

from collections.abc import Iterable, Iterator

from drupe.go.board import Board
from drupe.go.records.problem import Problem
from drupe.go.symmetry import canonical_form


def distinct(problems: Iterable[Problem]) -> Iterator[Problem]:
    """The first of all problems whose stones have the same canonical form, whoever is to play.

    >>> corner, mirrored = Board.of(". X\\n. ."), Board.of("X .\\n. .")
    >>> len(list(distinct([Problem(corner, (0,)), Problem(mirrored, (1,))])))
    1
    """
    seen = set()
    for problem in problems:
        board = problem.board
        form = min(canonical_form(board), canonical_form(Board.of(board.stones, board.to_play.opponent)))
        if form not in seen:
            seen.add(form)
            yield problem
