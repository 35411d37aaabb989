"""How training time grows with the examples: greedy centers and coordinate descent against solving the whole program.

Figures 5.8 and 5.9 of [Mika02]: USPS, one digit against the rest, c = 0.3 · 256. The slope of the logarithm of the
time over that of the number of examples; CPU seconds, as others may use the machine. The thesis solved a quadratic
program, about n³, where ours factors a matrix once, about n³ too but much less of it.
"""

from collections.abc import Callable, Sequence
from time import process_time
from typing import Any

import numpy as np
from rich.table import Table

from drupe.experiments.archives import USPS
from drupe.experiments.claims import console, graded, show
from drupe.experiments.command import at_least, command
from drupe.experiments.fisher_protocol import Setting
from drupe.experiments.handwritten import usps
from drupe.experiments.split import Split
from drupe.foundation.arrays import Vector
from drupe.grams.lazy import LazyGram
from drupe.inputs.vectors import Vectors
from drupe.solvers.expansions.candidates import Sampled
from drupe.solvers.expansions.coordinate_descent import CoordinateDescent
from drupe.solvers.expansions.factorization import Factorization
from drupe.solvers.expansions.greedy import Greedy
from drupe.solvers.expansions.interior_point import InteriorPoint
from drupe.solvers.expansions.penalties import CoefficientNorm, FunctionNorm
from drupe.solvers.expansions.program import ExpansionProgram

ARCHIVES = (USPS,)
NORM, COEFFICIENTS = FunctionNorm(), CoefficientNorm()

SOLVERS: dict[str, tuple[Callable[[], Any], Any, float]] = {
    "interior point": (InteriorPoint, COEFFICIENTS, 1.0),
    "Cholesky": (lambda: Factorization(False), COEFFICIENTS, 1.0),
    "greedy, all, 0.01": (lambda: Greedy(tolerance=1e-2), COEFFICIENTS, 1.0),
    "greedy, 59, 0.1": (lambda: Greedy(tolerance=1e-1, candidates=Sampled()), COEFFICIENTS, 1.0),
    "greedy, 59, 0.01": (lambda: Greedy(tolerance=1e-2, candidates=Sampled()), COEFFICIENTS, 1.0),
    "coordinate descent, 1": (lambda: CoordinateDescent(figures=1.0), NORM, 1e-2),
    "coordinate descent, 2": (lambda: CoordinateDescent(figures=2.0), NORM, 1e-2),
}
"""Each solver with its penalty and alpha, those of the figure it belongs to."""

GROWTH = {"whole": 2.5, "greedy": 2.0}
"""Slopes: at least for solving all, at most for greedy centers, which print puts at 3 and 3/2."""


def seconds(name: str, data: Split, n: int, digits: Sequence[int]) -> float:
    """CPU seconds for one digit against the rest, mean over digits."""
    make, penalty, alpha = SOLVERS[name]
    kernel, inputs = Setting(0.3, 1.0).kernel(data.X.shape[1]), Vectors.of(data.X[:n])
    times = []
    for digit in digits:
        signs = np.where(data.y[:n, None] == digit, 1.0, -1.0)
        program = ExpansionProgram(LazyGram(kernel, inputs, 1), signs, np.ones(n), alpha, penalty=penalty)
        began = process_time()
        make().solve(program)
        times.append(process_time() - began)
    return float(np.mean(times))


def slope(sizes: Sequence[int], times: Vector) -> float:
    """Of the straight line through the logarithms.

    >>> round(slope([1, 10, 100], np.array([2.0, 200.0, 20000.0])), 12)
    2.0
    """
    return float(np.polyfit(np.log(sizes), np.log(np.maximum(times, 1e-9)), 1)[0])


def table(found: dict[str, Vector], sizes: Sequence[int]) -> Table:
    """Seconds and slopes."""
    out = Table(
        header_style="bold", caption="CPU seconds for one digit against the rest; the slope of their logarithms"
    )
    out.add_column("solver", no_wrap=True)
    for heading in (*(f"n = {n}" for n in sizes), "slope"):
        out.add_column(heading, justify="right")
    for name, times in found.items():
        out.add_row(name, *(f"{time:.3f}" for time in times), f"{slope(sizes, times):.2f}")
    return out


def claims(found: dict[str, Vector], sizes: Sequence[int]) -> list[str]:
    """What the thesis reads off its two figures; its words for slopes, our bounds."""
    slopes = {name: slope(sizes, times) for name, times in found.items()}
    lines = []
    if "interior point" in found:
        whole = slopes["interior point"]
        words = f"the whole program grows like n³: slope {whole:.2f} up to n = {sizes[-1]}"
        lines.append(graded(whole >= GROWTH["whole"], whole >= 2.0, words))
    for name in (one for one in found if one.startswith("greedy")):
        words = f"{name} grows like n^(3/2): slope {slopes[name]:.2f}"
        lines.append(graded(slopes[name] <= GROWTH["greedy"], slopes[name] < GROWTH["whole"], words))
    for name in (one for one in found if one.startswith("coordinate")):
        for other in (one for one in ("interior point", "Cholesky") if one in found):
            ratio = float(found[other][-1] / max(found[name][-1], 1e-9))
            words = f"{name} figure(s) is faster than {other} at n = {sizes[-1]}: {ratio:.1f} times"
            lines.append(graded(ratio > 1.0, slopes[name] < slopes[other], words))
    return lines


def main(arguments: Sequence[str] | None = None) -> None:
    """Time, print and judge."""
    parser = command("fisher_run_time", __doc__, *ARCHIVES)
    parser.add_argument("--sizes", nargs="+", type=at_least(20), default=[500, 1000, 2000, 4000], metavar="N")
    parser.add_argument("--digits", nargs="+", type=at_least(0), default=list(range(10)), metavar="DIGIT")
    parser.add_argument("--solvers", nargs="+", choices=list(SOLVERS), default=list(SOLVERS), metavar="NAME")
    options = parser.parse_args(arguments)
    out, data = console(), usps(options.data)
    found = {}
    for name in options.solvers:
        with out.status(f"{name} ..."):
            found[name] = np.array([seconds(name, data, n, options.digits) for n in options.sizes])
    show(out, [table(found, options.sizes)], claims(found, options.sizes))


if __name__ == "__main__":
    main()
