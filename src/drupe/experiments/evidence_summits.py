"""Two ways to explain six numbers: the evidence of a Gaussian process has two summits, a function and mere noise.

Figure 3.2 of [Herbrich02]: the logarithm of the evidence over the variance of the noise and the width of the kernel,
for six observations that are not printed; ours are made so that both readings are possible. The source has one summit
at no noise and width 1.1, another at much noise and width 3.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from rich.table import Table

from drupe.experiments.claims import console, judged, show
from drupe.experiments.command import at_least, command
from drupe.foundation.arrays import Matrix, Vector
from drupe.kernels.gaussian import Gaussian

INPUTS = np.array([0.5, 1.7, 3.1, 4.4, 6.0, 7.4])
TARGETS = np.array([-1.6, -1.0, 0.3, -0.3, 1.1, 0.7])
WIDTHS, NOISES = (0.4, 12.0), (1e-4, 1.2)


def evidence(width: float, noise: float) -> float:
    """ln P(y) = −½ yᵀ(K + σ²I)⁻¹y − ½ ln|K + σ²I| − ½ n ln 2π."""
    covariance = Gaussian(width)(INPUTS[:, None], INPUTS[:, None]) + noise * np.eye(len(INPUTS))
    factor = np.linalg.cholesky(covariance)
    solved = np.linalg.solve(factor, TARGETS)
    return float(-0.5 * solved @ solved - np.log(np.diag(factor)).sum() - 0.5 * len(INPUTS) * np.log(2.0 * np.pi))


@dataclass(frozen=True)
class Summit:
    """A place of the grid that no neighbor exceeds."""

    width: float
    noise: float
    height: float


def surface(steps: int) -> tuple[Vector, Vector, Matrix]:
    """Widths, noises, and the evidence at all pairs of them."""
    widths, noises = np.linspace(*WIDTHS, steps), np.geomspace(*NOISES, steps)
    return widths, noises, np.array([[evidence(width, noise) for noise in noises] for width in widths])


def summits(widths: Vector, noises: Vector, heights: Matrix) -> list[Summit]:
    """All of the grid, the highest first."""
    around = np.pad(heights, 1, constant_values=-np.inf)
    shifts = [(i, j) for i in range(3) for j in range(3) if (i, j) != (1, 1)]
    rows, columns = heights.shape
    highest = np.max([around[i : i + rows, j : j + columns] for i, j in shifts], axis=0)
    found = [Summit(widths[i], noises[j], heights[i, j]) for i, j in np.argwhere(heights > highest)]
    return sorted(found, key=lambda summit: -summit.height)


def table(found: Sequence[Summit]) -> Table:
    """A line for each summit."""
    out = Table(header_style="bold", caption="printed: width 1.1 at no noise, width 3 at noise 0.5, for other numbers")
    for heading in ("width", "variance of the noise", "ln evidence"):
        out.add_column(heading, justify="right")
    for one in found:
        out.add_row(f"{one.width:.2f}", f"{one.noise:.4f}", f"{one.height:.3f}")
    return out


def claims(found: Sequence[Summit]) -> list[str]:
    """What the book sees in its figure."""
    quiet, loud = min(found, key=lambda summit: summit.noise), max(found, key=lambda summit: summit.noise)
    said = f"width {quiet.width:.2f} at noise {quiet.noise:.4f}, width {loud.width:.2f} at noise {loud.noise:.2f}"
    return [
        judged(len(found) == 2, f"the evidence has two summits: {len(found)}"),
        judged(
            quiet.noise < 0.01 < 0.1 < loud.noise and 2.0 * quiet.width < loud.width < WIDTHS[1],
            f"one is a narrow function without noise, the other a wide one with much: {said}",
        ),
    ]


def main(arguments: Sequence[str] | None = None) -> None:
    """Look, print and judge."""
    parser = command("evidence_summits", __doc__)
    parser.add_argument("--steps", type=at_least(10), default=120, metavar="N", help="of the grid in each direction")
    options = parser.parse_args(arguments)
    found = summits(*surface(options.steps))
    show(console(), [table(found)], claims(found))


if __name__ == "__main__":
    main()
