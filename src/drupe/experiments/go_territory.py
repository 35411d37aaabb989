"""Go, territory: whose is each point of a finished game, learned from scored positions, dead stones still on the board?

Sections 10.3.2 and 10.5 of [Graepel02] propose to judge every node of the common fate graph by the machine that ranks
moves; no experiment is printed. Owners of our positions were computed by another program and agree with the recorded
score; games on which it disagreed are missing, so that these positions are the easier ones. Positions are split by
games.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from rich.table import Table

from drupe.bounds.held_out.hold_out import HoldOut
from drupe.certification.certificate import Certificate
from drupe.certification.schemes.trust import trusted
from drupe.estimators.margin.svc import SVC
from drupe.estimators.perceptron.kernel_perceptron import KernelPerceptron
from drupe.experiments.claims import console, judged, show
from drupe.experiments.command import at_least, command
from drupe.experiments.go_records import GO_TERRITORY, ScoredPositions, scored_positions
from drupe.foundation.arrays import Index
from drupe.go.board import Board
from drupe.go.playouts import playouts
from drupe.go.territory import TerritoryModel
from drupe.kernels.gaussian import Gaussian
from drupe.witness.held_out import HeldOut

ARCHIVES = (GO_TERRITORY,)
SEED, TRAIN, TEST = 20, 900, 500
GAMES = 100
"""Random games of each position."""

Owners = Callable[[Board], Index]
"""1 for Black, −1 for White, 0 for nobody, row by row."""


@dataclass(frozen=True)
class Found:
    """What one way to tell owners came to, on positions of games that it has not seen.

    Parameters
    ----------
    name
        Of the way.
    right
        Share of points told right, of those that are somebody's.
    dead
        Share of dead stones told dead.
    alive
        Share of living stones told alive.
    error
        Mean absolute error of the score.
    winners
        In how many positions the sign of the score is right.
    tested
        How many positions there are.
    """

    name: str
    right: float
    dead: float
    alive: float
    error: float
    winners: int
    tested: int

    def certificate(self, delta: float) -> Certificate:
        """How often the wrong player is ahead, at most; positions are of different games."""
        return Certificate.of(HoldOut(), HeldOut(self.tested - self.winners, self.tested), delta, trusted(HoldOut()))


def main(arguments: Sequence[str] | None = None) -> None:
    """Learn, tell, print and judge."""
    parser = command("go_territory", __doc__, *ARCHIVES)
    parser.add_argument("--train", type=at_least(5), default=TRAIN, metavar="N", help="positions to learn from")
    parser.add_argument("--test", type=at_least(5), default=TEST, metavar="N", help="positions to tell")
    options = parser.parse_args(arguments)
    out = console()
    with out.status("reading positions ..."):
        data = scored_positions(options.data)
    order = np.random.default_rng(SEED).permutation(len(data))
    train, test = order[: options.train], order[options.train : options.train + options.test]
    svm = SVC(kernel=Gaussian(0.5), C=3.0)
    perceptron = KernelPerceptron(Gaussian(0.5), diagonal=0.2, fit_intercept=False, max_passes=200)
    models = {
        "chains, linear SVM": TerritoryModel(SVC(kernel="linear", C=1.0)),
        "chains, SVM": TerritoryModel(svm),
        "chains, perceptron": TerritoryModel(perceptron),
        "chains and random games, SVM": TerritoryModel(svm, games=GAMES),
    }
    ways: dict[str, Owners] = {"area: all stones live": _by_area, "random games": _by_games}
    found = [_tested(name, way, data, test) for name, way in ways.items()]
    for name, model in models.items():
        with out.status(f"{name} ..."):
            fitted = model.fit([data.boards[i] for i in train], data.owners[train])
            found.append(_tested(name, _by(fitted), data, test))
    area, games, *_, chains, _, both = found
    claims = [
        judged(
            chains.right > area.right,
            f"learning tells owners better than area does: {chains.right:.1%} against {area.right:.1%} of points",
        ),
        judged(
            both.right >= games.right,
            f"with random games as a column no worse than these alone: {both.right:.2%} against {games.right:.2%}",
        ),
        "certificates: one position of each game; games count as drawn independently, of the kind in the archive",
    ]
    show(out, [_table(found)], claims)


def _by(model: TerritoryModel) -> Owners:
    return lambda board: model.estimate(board).owners.ravel()


def _by_area(board: Board) -> Index:
    return board.owners().astype(np.int64).ravel()


def _by_games(board: Board) -> Index:
    return np.sign(playouts(board, GAMES, random_state=SEED).ownership).astype(np.int64).ravel()


def _tested(name: str, way: Owners, data: ScoredPositions, test: Index) -> Found:
    right, dead, alive, errors, winners = [], [], [], [], 0
    for i in test:
        told, owner, stones = way(data.boards[i]), data.owners[i], data.boards[i].stones.ravel()
        owned, stone = owner != 0, (stones != 0) & (owner != 0)
        right.append(np.mean(told[owned] == owner[owned]))
        dead.append(told[stone & (stones != owner)] == owner[stone & (stones != owner)])
        alive.append(told[stone & (stones == owner)] == owner[stone & (stones == owner)])
        errors.append(abs(int(told.sum()) - int(owner.sum())))
        winners += int(np.sign(told.sum()) == np.sign(owner.sum()))
    found, kept = (_share(np.concatenate(part)) for part in (dead, alive))
    return Found(name, float(np.mean(right)), found, kept, float(np.mean(errors)), winners, len(test))


def _share(right: Index) -> float:
    """NaN if there was nothing to tell: positions may have no dead stones."""
    return float(np.mean(right)) if len(right) else float("nan")


def _table(found: list[Found]) -> Table:
    out = Table(title="whose is each point", header_style="bold")
    heads = (
        "by",
        "points right",
        "dead stones found",
        "living stones kept",
        "error of the score",
        "winner right",
        "winner wrong, 95 %",
    )
    for head in heads:
        out.add_column(head, justify="left" if head == "by" else "right")
    for one in found:
        limit = one.certificate(0.05 / len(found)).value
        shares = (one.right, one.dead, one.alive)
        out.add_row(
            one.name,
            *(f"{share:.1%}" for share in shares),
            f"{one.error:.1f}",
            f"{one.winners / one.tested:.1%}",
            f"{limit:.3f}",
        )
    return out


if __name__ == "__main__":
    main()
