"""Discriminants over few centers, each the best of all examples: seconds, growth, and beside the full solution."""

from collections.abc import Iterator
from math import log
from time import perf_counter, process_time

import numpy as np
from data import BESIDE, noisy, usps
from measure import Goal, Row, Settings
from threadpoolctl import threadpool_limits

from drupe.grams import LazyGram
from drupe.inputs import Vectors
from drupe.kernels import Gaussian
from drupe.solvers.expansions.factorization import Factorization
from drupe.solvers.expansions.greedy import Greedy, Sharing
from drupe.solvers.expansions.interior_point import InteriorPoint
from drupe.solvers.expansions.penalties import CoefficientNorm
from drupe.solvers.expansions.program import ExpansionProgram

EXAMPLES, CENTERS, ALPHA = 7291, 500, 1e-3
GOALS = {Sharing.OWN: 4.0, Sharing.SHARED: 1.0}
"""Seconds by the clock, on two processors that do nothing else."""

SLOPE = 2.0
"""Of time over examples, in logarithms, for a fixed number of centers: each takes a product with K."""

FEW, PATTERNS, TIMES = 50, 3000, 10.0
"""Centers, examples, and how many times as fast as a quadratic program over all of them [Mika02]_ says it is."""


def program(settings: Settings, examples: int, functions: int | None = None) -> ExpansionProgram:
    """The digits of USPS against each other, or what is made in their shape where they are not at hand."""
    folder = settings.data or BESIDE
    if (folder / "usps.npz").exists():
        problem = usps(folder)
        x, y = problem.x, problem.y
    else:
        x, y = noisy(EXAMPLES, 256)
    size = settings.size(examples)
    x = np.ascontiguousarray(x[:size], dtype=np.float64)
    signs = np.where(y[:size, None] == np.unique(y), 1.0, -1.0)[:, :functions]
    gram = LazyGram(Gaussian.from_gamma(1.0 / (0.3 * 256)), Vectors.of(x), 1)
    return ExpansionProgram(gram, signs, np.ones(size), ALPHA, penalty=CoefficientNorm())


def greedy(settings: Settings, sharing: Sharing) -> Row:
    """Ten classes, by the clock and by the processors."""
    given, centers = program(settings, EXAMPLES), settings.size(CENTERS)
    solver = Greedy(max_centers=centers, tolerance=0.0, sharing=sharing)
    clock, spent = perf_counter(), process_time()
    found = solver.solve(given)
    clock, spent = perf_counter() - clock, process_time() - spent
    numbers = {"s": clock, "processor s": spent, "objective": float(found.objective.sum())}
    case = f"{len(given.gram)}, {centers} centers, {sharing.name.lower()}"
    return Row(case, numbers, (Goal("s", GOALS[sharing], at_most=True),))


def processor_seconds(solver: Greedy | InteriorPoint | Factorization, given: ExpansionProgram) -> float:
    """In one thread."""
    with threadpool_limits(1):
        began = process_time()
        solver.solve(given)
        return process_time() - began


def growth(settings: Settings) -> Row:
    """One class, 100 centers, three quarters of the examples and all of them."""
    few, many = (program(settings, examples, 1) for examples in (3 * EXAMPLES // 4, EXAMPLES))
    solver = Greedy(max_centers=settings.size(100), tolerance=0.0)
    times = [processor_seconds(solver, one) for one in (few, many)]
    slope = log(times[1] / times[0]) / log(len(many.gram) / len(few.gram))
    return Row("growth with examples", {"slope": slope}, (Goal("slope", SLOPE, at_most=True),))


def beside_all(settings: Settings) -> Row:
    """A few centers beside all examples as centers, by a general solver of quadratic programs and by one Cholesky."""
    given, few = program(settings, PATTERNS, 1), settings.size(40 * FEW) // 40
    ours = processor_seconds(Greedy(max_centers=few, tolerance=0.0), given)
    general, direct = (processor_seconds(solver, given) for solver in (InteriorPoint(), Factorization()))
    numbers = {"processor s": ours, "quadratic program / greedy": general / ours, "Cholesky / greedy": direct / ours}
    return Row(
        f"{len(given.gram)}, {few} centers", numbers, (Goal("quadratic program / greedy", TIMES, at_most=False),)
    )


def rows(settings: Settings) -> Iterator[Row]:
    """Both ways to share centers, then how time grows, then the full solution."""
    for sharing in Sharing:
        yield greedy(settings, sharing)
    yield growth(settings)
    yield beside_all(settings)
