"""A chess board learned without error: narrow bells need many support vectors, wide ones few, and both are right.

Figure 6.2 of [Cristianini00]: the hard margin with a Gaussian kernel of two widths. The source gives neither points nor
widths; ours are 500 points on a board of 4 × 4 squares of side 1, and 10 000 for the test.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from rich.table import Table

from drupe.estimators.margin.hard_margin_svc import HardMarginSVC
from drupe.experiments.claims import console, judged, show
from drupe.experiments.command import at_least, command
from drupe.foundation.arrays import Index, Matrix
from drupe.kernels.gaussian import Gaussian

WIDTHS = (0.15, 0.3, 0.6, 1.0)
SIDE, TESTED = 4, 10_000


def board(rng: np.random.Generator, n: int) -> tuple[Matrix, Index]:
    """Points all over the board, and whether each lies on white or black."""
    X = SIDE * rng.random((n, 2))
    return X, np.where(np.floor(X).sum(axis=1) % 2 == 0, 1, -1)


@dataclass(frozen=True)
class Fitted:
    """One width: support vectors, errors, the margin, and the share of the test with an output beyond ±1."""

    width: float
    support: int
    training: float
    test: float
    margin: float
    sure: float


def fitted(width: float, n: int, seed: int) -> Fitted:
    """The machine of one width."""
    rng = np.random.default_rng(seed)
    X, y = board(rng, n)
    X_test, y_test = board(rng, TESTED)
    machine = HardMarginSVC(Gaussian(width)).fit(X, y)
    outputs = np.asarray(machine.decision_function(X_test))
    return Fitted(
        width,
        len(machine.support_),
        float(np.mean(machine.predict(X) != y)),
        float(np.mean(np.where(outputs > 0, 1, -1) != y_test)),
        float(machine.margin_),
        float(np.mean(np.abs(outputs) >= 1.0)),
    )


def table(found: Sequence[Fitted]) -> Table:
    """A line for each width."""
    out = Table(header_style="bold", caption="sure: the share of the test whose output is beyond ±1, in percent")
    for heading in ("width", "support vectors", "training error, %", "test error, %", "margin", "sure"):
        out.add_column(heading, justify="right")
    for one in found:
        errors = (f"{100 * one.training:.1f}", f"{100 * one.test:.2f}")
        out.add_row(f"{one.width:g}", str(one.support), *errors, f"{one.margin:.4f}", f"{100 * one.sure:.0f}")
    return out


def claims(found: Sequence[Fitted]) -> list[str]:
    """What the book sees in its figure."""
    counts = [one.support for one in found]
    falls = all(more > fewer for more, fewer in pairwise(counts))
    widest, narrowest = found[-1], found[0]
    return [
        judged(all(one.training == 0.0 for one in found), "every machine classifies its training set without error"),
        judged(falls, f"the wider the bells, the fewer support vectors: {', '.join(map(str, counts))}"),
        judged(
            widest.sure > narrowest.sure,
            f"wide bells are sure in more of the board: {widest.sure:.0%} against {narrowest.sure:.0%}",
        ),
    ]


def main(arguments: Sequence[str] | None = None) -> None:
    """Fit, print and judge."""
    parser = command("chess_board", __doc__)
    parser.add_argument("--points", type=at_least(50), default=500, metavar="N", help="on the board")
    parser.add_argument("--seed", type=at_least(0), default=0, metavar="S", help="of the points")
    options = parser.parse_args(arguments)
    found = [fitted(width, options.points, options.seed) for width in WIDTHS]
    show(console(), [table(found)], claims(found))


if __name__ == "__main__":
    main()
