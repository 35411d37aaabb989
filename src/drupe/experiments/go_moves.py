"""Go, moves of professionals: where does a learned ranking put the move that was played?

Section 10.4.2 of [Graepel02]: the played move against one drawn at random, 2500 of them, by chain features and a
support vector machine. The source shows two games that its machine lost. Ours are 19 x 19 games of professionals;
train and test are different games. Positions of one game are alike, so that certificates look at one position of each
test game.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from rich.table import Table

from drupe.estimators.margin.svc import SVC
from drupe.experiments.claims import Verdict, console, judged, show
from drupe.experiments.command import at_least, command
from drupe.experiments.go_records import GO_GAMES, games
from drupe.experiments.go_source import COUNTS, MACHINES, silence
from drupe.go.features import DampedChains, MoveFeatures, Surroundings, Tactics, Together
from drupe.go.play.default_ranker import game_features, save_ranker
from drupe.go.ranking import AsChoices, AsDifferences, Lessons, MoveRanker, Placings, placings
from drupe.go.ranking.played import PlayedMove, PlayedMoves, played_lessons
from drupe.go.records.game_record import GameRecord, replayed

ARCHIVES = (GO_GAMES,)
SEED, SHARE, POSITIONS, TEST = 19, 0.7, 30_000, 5_500
SOURCE = 1250
"""Positions, with one random move each, that make the 2500 examples of the source."""

CHAINS = DampedChains()
POSITION, GAME = Together.of(Tactics(), Surroundings()), game_features()


@dataclass(frozen=True)
class Entry:
    """A row of the table: features, machine, other moves of each position, and positions at most."""

    name: str
    features: MoveFeatures = field(repr=False)
    how: Any = field(repr=False)
    others: int
    positions: int


def entries(positions: int) -> tuple[Entry, ...]:
    """The rows; the first three are the source's setting, of which the machines are compared."""
    few = min(SOURCE, positions)
    return (
        *(Entry(name, COUNTS, how, 1, few) for name, how in MACHINES.items()),
        Entry(
            "log chains and tactics, differences, SVM",
            Together.of(CHAINS, Tactics()),
            _differences(0.1),
            6,
            min(8000, positions),
        ),
        Entry("tactics and surroundings, as choices", POSITION, AsChoices(), 30, positions),
        Entry("and last moves, differences, SVM", GAME, _differences(0.03), 12, min(20_000, positions)),
        Entry("and last moves, as choices", GAME, AsChoices(), 30, positions),
    )


def _differences(cost: float) -> AsDifferences:
    return AsDifferences(SVC(kernel="linear", C=cost, tol=1e-2), others=12)


@dataclass(frozen=True, eq=False)
class Found:
    """What one row came to: on all test positions, and on one of each game."""

    entry: Entry
    placings: Placings
    single: Placings
    pairs: Placings


def main(arguments: Sequence[str] | None = None) -> None:
    """Learn, rank, print and judge; or write the weights of the last row to a file."""
    parser = command("go_moves", __doc__, *ARCHIVES)
    parser.add_argument("--positions", type=at_least(50), default=POSITIONS, metavar="N", help="to learn from")
    parser.add_argument("--test", type=at_least(50), default=TEST, metavar="N", help="positions to rank")
    parser.add_argument("--games", type=at_least(10), metavar="N", help="games at most; all unless given")
    parser.add_argument(
        "--rows", nargs="+", choices=[one.name for one in entries(1)], metavar="NAME", help="of the table"
    )
    parser.add_argument(
        "--save", type=Path, metavar="FILE", help="learn the last row from all games, and write its weights"
    )
    options = parser.parse_args(arguments)
    out = console()
    with out.status("reading games ..."):
        read = games(options.data)
        records = read.records[: options.games]
        stopped = [replay.stopped for replay in map(replayed, records) if replay.stopped]
    out.print(f"{len(records)} even games; {read.handicap} with a handicap are left out")
    out.print(f"{len(stopped)} hold an illegal move, and count up to it")
    order = np.random.default_rng(SEED).permutation(len(records))
    if options.save is not None:
        with out.status("learning ..."):
            _save([records[i] for i in order], options.positions, options.save)
        out.print(f"written: {options.save}")
        return
    cut = round(SHARE * len(records))
    train, test = ([records[i] for i in part] for part in (order[:cut], order[cut:]))
    found = []
    for entry in entries(options.positions):
        if options.rows is None or entry.name in options.rows:
            with out.status(f"{entry.name} ..."):
                found.append(_run(entry, train, test, options.test))
    show(out, [_table(found), silence((one.entry.name, one.placings) for one in found)], _claims(found))


def _save(records: list[GameRecord], positions: int, path: Path) -> None:
    entry = entries(positions)[-1]
    save_ranker(MoveRanker(entry.features, entry.how.learn(_lessons(entry, records))), path)


def _lessons(entry: Entry, records: list[GameRecord]) -> Lessons:
    per_game = -(-entry.positions // len(records))
    drawn = list(PlayedMoves(per_game, entry.others, SEED).of(records))
    some = np.random.default_rng(SEED).permutation(len(drawn))[: entry.positions]
    return played_lessons([drawn[i] for i in np.sort(some)], entry.features)


def _run(entry: Entry, train: list[GameRecord], test: list[GameRecord], count: int) -> Found:
    scores = entry.how.learn(_lessons(entry, train))
    moves = list(PlayedMoves(-(-count // len(test)), None, SEED + 1).of(test))
    every = _ranked(scores, moves, entry.features)
    alone = list(PlayedMoves(1, None, SEED + 2).of(test))
    pairs = placings(scores, played_lessons(list(PlayedMoves(1, 1, SEED + 3).of(test)), entry.features))
    return Found(entry, every, _ranked(scores, alone, entry.features), pairs)


def _ranked(scores: Any, moves: list[PlayedMove], features: MoveFeatures) -> Placings:
    """In parts, since all features of all moves of all positions are many."""
    parts = [placings(scores, played_lessons(moves[i : i + 500], features)) for i in range(0, len(moves), 500)]
    sizes = np.array([len(part) for part in parts])
    return Placings(
        np.concatenate([part.places for part in parts]),
        np.concatenate([part.leads for part in parts]),
        float(np.average([part.beaten for part in parts], weights=sizes)),
        float(np.average([part.chance for part in parts], weights=sizes)),
        float(np.average([part.moves for part in parts], weights=sizes)),
    )


def _table(found: list[Found]) -> Table:
    out = Table(title="the move that was played, among all legal moves", header_style="bold")
    heads = (
        "features, machine",
        "positions",
        "top 1",
        "± ",
        "top 5",
        "top 10",
        "median",
        "beats others",
        "wrong of a pair, 95 %",
        "not first, 95 %",
    )
    for head in heads:
        out.add_column(head, justify="left" if head == heads[0] else "right")
    for one in found:
        # All statements hold together: each takes its share of δ.
        share = 0.05 / (2 * len(found))
        places = one.placings
        out.add_row(
            one.entry.name,
            str(one.entry.positions),
            *(f"{number:.3f}" for number in (places.top(1), places.error_bar(1), places.top(5), places.top(10))),
            f"{places.median:g}",
            f"{places.beaten:.3f}",
            f"{one.pairs.certificate(share).value:.3f}",
            f"{one.single.certificate(share).value:.3f}",
        )
    if found:
        out.add_row("a random move", "", f"{found[0].placings.chance:.3f}", *[""] * 4, ".5", "", "", style="dim")
    return out


def _claims(found: list[Found]) -> list[str]:
    lines = []
    for name, first, ten in (
        ("tactics and surroundings, as choices", 0.12, 0.45),
        ("and last moves, differences, SVM", 0.13, 0.52),
        ("and last moves, as choices", 0.25, 0.70),
    ):
        for one in found:
            if one.entry.name == name:
                places = one.placings
                wanted = f"first {first:.2f} and among ten {ten:.2f} or more"
                reached = f"found {places.top(1):.3f} and {places.top(10):.3f} on {len(places)} positions"
                said, holds = f"{name}: {wanted}, {reached}", places.top(1) >= first and places.top(10) >= ten
                lines.append(judged(holds, said) if len(places) >= 5000 else Verdict.OPEN.of(said))
    lines.append("certificates: one position of each test game, drawn at random; games count as drawn independently")
    lines.append(
        "last moves are no part of a position, nor of the source: rows with and without them are different questions"
    )
    return lines


if __name__ == "__main__":
    main()
