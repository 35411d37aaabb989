"""Go: collections of games, problems and scored positions, read from files of tables and arrays."""

import lzma
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from drupe.experiments.archives import Archive
from drupe.foundation.arrays import Index
from drupe.foundation.errors import InputError
from drupe.go.board import Board, Turn
from drupe.go.color import Color
from drupe.go.records.game_record import GameRecord
from drupe.go.records.problem import Problem
from drupe.go.vertices import PASS

GO_GAMES = Archive(
    "go_pro_games.tsv.xz",
    "columns handicap, result and moves (a color, a colon, two SGF letters for each move, -- for a pass): 3859 games",
    "the professional games of github.com/featurecat/go-dataset",
)
GO_PROBLEMS = Archive(
    "go_life_death.tsv.xz",
    "columns level, size, black, white (stones, two SGF letters each) and solutions (a color and two letters each)",
    "github.com/sanderland/tsumego, problems 1a to 1d",
)
GO_TERRITORY = Archive(
    "go_territory.npz",
    "board and owner, rows of 361 points of 1 (black), -1 (white) and 0, and score, black minus white",
    "github.com/godmoves/Standard_Computer_Go_Dataset; owners by GNU Go where its score is the recorded one",
)

PLAYERS = {"B": Color.BLACK, "W": Color.WHITE}
SIZE = 19


@dataclass(frozen=True)
class Games:
    """Even games, and how many others there were.

    Parameters
    ----------
    records
        The games.
    handicap
        Games with a handicap, whose stones were not written down: they cannot be played again and are left out.
    """

    records: tuple[GameRecord, ...] = field(repr=False)
    handicap: int


def games(folder: Path) -> Games:
    """All games of the archive but those with a handicap."""
    rows = list(_rows(folder, GO_GAMES, "handicap", "result", "moves"))
    even = tuple(GameRecord(SIZE, _turns(moves), result=result) for handicap, result, moves in rows if handicap == "0")
    return Games(even, len(rows) - len(even))


def problems(folder: Path) -> tuple[Problem, ...]:
    """All problems of the archive, copies too."""
    columns = ("level", "size", "black", "white", "solutions")
    return tuple(
        _problem(level, int(size), black, white, solutions)
        for level, size, black, white, solutions in _rows(folder, GO_PROBLEMS, *columns)
    )


@dataclass(frozen=True, eq=False)
class ScoredPositions:
    """Final positions of games, dead stones still on the board, and whose each point is.

    Parameters
    ----------
    boards
        The positions.
    owners
        1 for Black, −1 for White, 0 for nobody: a row for each position.
    """

    boards: tuple[Board, ...] = field(repr=False)
    owners: Index = field(repr=False)

    def __len__(self) -> int:
        return len(self.boards)


def scored_positions(folder: Path, count: int | None = None) -> ScoredPositions:
    """The first so many positions of the archive; all unless a number is given."""
    stones, owners = GO_TERRITORY.load(folder, "board", "owner")
    boards = tuple(Board.of(rows.reshape(SIZE, SIZE)) for rows in stones[:count])
    return ScoredPositions(boards, owners[:count].astype(np.int64))


def _rows(folder: Path, archive: Archive, *columns: str) -> Iterator[tuple[str, ...]]:
    absence = archive.absence(folder)
    if absence is not None:
        raise InputError(absence)
    with lzma.open(folder / archive.file, "rt", encoding="utf-8") as file:
        heading = file.readline().rstrip("\n").split("\t")
        if missing := [column for column in columns if column not in heading]:
            raise InputError(f"{folder / archive.file} has no column {missing[0]}; it should hold {archive.holds}.")
        places = [heading.index(column) for column in columns]
        for line in file:
            cells = line.rstrip("\n").split("\t")
            yield tuple(cells[place] for place in places)


def _turns(moves: str) -> tuple[Turn, ...]:
    color, _, letters = moves.partition(":")
    first = PLAYERS[color]
    points = [_point(letters[i : i + 2]) for i in range(0, len(letters), 2)]
    return tuple(Turn(first if number % 2 == 0 else first.opponent, point) for number, point in enumerate(points))


def _point(letters: str, size: int = SIZE) -> int:
    """The point of a column and a row from the top left.

    >>> _point("ba"), _point("--")
    (1, -1)
    """
    return PASS if letters == "--" else (ord(letters[1]) - ord("a")) * size + ord(letters[0]) - ord("a")


def _problem(level: str, size: int, black: str, white: str, solutions: str) -> Problem:
    stones = [[_point(side[i : i + 2], size) for i in range(0, len(side), 2)] for side in (black, white)]
    moves = solutions.split(",")
    board = Board.with_stones(*stones, size=size, to_play=PLAYERS[moves[0][0]])
    return Problem(board, tuple(_point(move[1:], size) for move in moves if move[0] == moves[0][0]), level)
