"""Where Fisher's discriminant fails: classes that a line separates, and a few far examples that turn its direction.

[Mika02], section 3.2.3, cites that for every ε there is a separable distribution in the plane on which Fisher's
direction errs with probability above 1/2 − ε at every threshold, and above 1 − ε at that of least squares. Ours: almost
all of the class + lies at (−1, 1), of − at (1, −1). A share q = ε/2 lies far out, at (±6/q, ±1) and (∓1, ±10/q²): the
former turn the means around, the latter make the second coordinate, which tells the classes apart, scatter so much
that it does not count.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from rich.table import Table

from drupe.estimators.discriminant.fisher_discriminant import FisherDiscriminant
from drupe.experiments.claims import console, judged, show
from drupe.experiments.command import command
from drupe.foundation.arrays import Index, Matrix, Vector

LEAST = (0.1, 0.01, 0.001)


def distribution(far: float) -> tuple[Matrix, Index, Vector]:
    """Points, labels and probabilities; a share `far` of each class lies far out."""
    half = np.array([[-1.0, 1.0], [6.0 / far, 1.0], [-1.0, 10.0 / far**2]])
    chance = 0.5 * np.array([1.0 - far, far / 2.0, far / 2.0])
    return np.vstack([half, -half]), np.repeat([1, -1], 3), np.concatenate([chance, chance])


@dataclass(frozen=True)
class Failure:
    """Probabilities of a wrong answer.

    Parameters
    ----------
    least
        ε.
    fisher
        At Fisher's own threshold, which is that of least squares for classes of equal size.
    best
        At the best threshold along Fisher's direction.
    separating
        By the sign of the second coordinate.
    """

    least: float
    fisher: float
    best: float
    separating: float


def examine(least: float) -> Failure:
    """Fisher's discriminant of the distribution itself."""
    X, y, chance = distribution(least / 2.0)
    fitted = FisherDiscriminant().fit(X, y, sample_weight=chance * 1e6)
    outputs = fitted.decision_function(X)
    cuts = np.concatenate([[-np.inf], np.sort(outputs) + 1e-9 * np.ptp(outputs)])
    errors = [float(chance @ (np.where(outputs > cut, 1, -1) != y)) for cut in cuts]
    wrong = np.where(X[:, 1] > 0.0, 1, -1) != y
    return Failure(least, float(chance @ (fitted.predict(X) != y)), min(errors), float(chance @ wrong))


def claims(found: Sequence[Failure]) -> list[str]:
    """Both statements, at each ε."""
    lines = []
    for one in found:
        words = f"ε = {one.least:g}: above 1/2 − ε at every threshold ({one.best:.4f}), above 1 − ε at its own"
        holds = one.best > 0.5 - one.least and one.fisher > 1.0 - one.least and one.separating == 0.0
        lines.append(judged(holds, f"{words} ({one.fisher:.4f}), though a line separates the classes"))
    return lines


def table(found: Sequence[Failure]) -> Table:
    """Probabilities of a wrong answer."""
    out = Table(header_style="bold")
    for heading in ("ε", "Fisher, own threshold", "Fisher, best threshold", "a line that separates"):
        out.add_column(heading, justify="right")
    for one in found:
        out.add_row(f"{one.least:g}", f"{one.fisher:.4f}", f"{one.best:.4f}", f"{one.separating:.4f}")
    return out


def main(arguments: Sequence[str] | None = None) -> None:
    """Compute, print and judge."""
    command("fisher_failure", __doc__).parse_args(arguments)
    found = [examine(least) for least in LEAST]
    show(console(), [table(found)], claims(found))


if __name__ == "__main__":
    main()
