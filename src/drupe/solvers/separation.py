"""Can the classes be separated? The nearest points of their hulls tell, and prove the answer either way."""

import math
from dataclasses import dataclass, replace

import numpy as np

from drupe.foundation.arrays import Vector
from drupe.foundation.errors import InputError
from drupe.grams.base import Gram
from drupe.solvers.balance import Balance, Balanced, Free
from drupe.solvers.box import solve
from drupe.solvers.builders.nearest_hulls import nearest_hulls
from drupe.solvers.builders.nearest_to_origin import nearest_to_origin
from drupe.solvers.coincidence import contradiction
from drupe.solvers.options import Options, Precision
from drupe.solvers.problem import BoxProblem
from drupe.solvers.solution import Solution, Stop

COARSEST, FINER, FINEST = 1e-3, 1e-2, 1e-13
"""Tolerances of the search as shares of the largest Kᵢᵢ: the first, the factor to the next, and the last."""

STEPS_AT_LEAST, STEPS_EACH = 1_000_000, 1000
"""Steps of a search at each tolerance, in all and for each example, unless the options say otherwise."""

RESOLUTION = 1e-7
"""Hulls nearer than this share of the data's radius meet, as far as float64 kernel values can tell."""


@dataclass(frozen=True, eq=False)
class Separation:
    """w = Σᵢ aᵢ yᵢ φ(xᵢ) between the nearest points of two hulls, or from the origin to one hull.

    If the clearance is positive, w separates the classes. If the distance is zero, the weights a prove that no
    hyperplane does: one and the same point is an average of either class.

    Parameters
    ----------
    weights
        a: positive weights that sum to 1 (in each class, where there is an offset).
    distance
        ‖w‖. No hyperplane has a margin above distance / `sides`.
    clearance
        min yᵢ(⟨w, φ(xᵢ)⟩ + b) with the best b.
    sides
        2 where an offset splits the distance between the classes, 1 where hyperplanes pass through the origin.
    radius
        √ of the largest Kᵢᵢ, by which all lengths are judged.
    solution
        How the nearest points were found.

    References
    ----------
    [Cristianini00]_, exercise 5.2; [Mika02]_, section 2.2 (an infeasible primal has an unbounded dual).
    """

    weights: Vector
    distance: float
    clearance: float
    sides: int
    radius: float
    solution: Solution

    @property
    def separable(self) -> bool:
        """Whether w separates the classes."""
        return self.clearance > 0.0

    @property
    def meets(self) -> bool:
        """Whether the hulls share a point, to the resolution of float64."""
        return not self.separable and self.distance <= RESOLUTION * self.radius

    @property
    def margin_bounds(self) -> tuple[float, float]:
        """Between which numbers the largest geometric margin lies."""
        reached = self.clearance / self.distance if self.separable else 0.0
        return reached, self.distance / self.sides

    @property
    def heaviest(self) -> str:
        """The positions of the examples that weigh most, up to five, for messages."""
        heavy = np.argsort(-self.weights, kind="stable")[:5]
        return ", ".join(str(i) for i in heavy[self.weights[heavy] > 0])

    def multipliers(self) -> Vector:
        """α = sides · a / distance², the best multiple of a as a start for the hard margin."""
        return np.asarray(self.sides * self.weights / self.distance**2)


class NotSeparableError(InputError):
    """No hyperplane in feature space separates the classes; `separation` holds the proof."""

    def __init__(self, message: str, separation: Separation):
        super().__init__(message)
        self.separation = separation


def separate(gram: Gram, signs: Vector, balance: Balance | None = None, options: Options | None = None) -> Separation:
    """The nearest points of the two hulls (of the signed hull and the origin if Free), as exactly as the answer needs.

    The search stops as soon as either proof is there; an interrupted or limited run may end with neither.

    >>> from drupe.grams.dense import DenseGram
    >>> separate(DenseGram([[1.0, -1.0], [-1.0, 1.0]]), np.array([1.0, -1.0])).distance  # at 1 and -1
    2.0
    """
    free = isinstance(balance, Free)
    pair = contradiction(gram, signs, through_origin=free)
    if pair is not None:
        return _contradicted(gram, pair, free)
    problem = nearest_to_origin(gram, signs) if free else nearest_hulls(gram, signs)
    radius = math.sqrt(max(float(gram.diagonal().max()), 0.0))
    limits, share = _limited(options or Options(), len(gram)), COARSEST
    while True:
        tolerance = max(share * radius**2, np.finfo(np.float64).tiny)
        solution = solve(problem, replace(limits, tolerance=tolerance))
        found = _separation(problem, solution, signs, free, radius)
        undecided = not found.separable and not found.meets
        if not undecided or solution.stop is not Stop.CONVERGED or share <= FINEST:
            return found
        share *= FINER
        problem = replace(problem, start=solution.alpha)


def _limited(options: Options, n: int) -> Options:
    """Double precision, and an end to the search where hulls that just touch would have it go on and on."""
    limit = STEPS_AT_LEAST + STEPS_EACH * n
    return replace(
        options,
        refine=False,
        precision=Precision.DOUBLE,
        max_iterations=limit if options.max_iterations is None else options.max_iterations,
    )


def _contradicted(gram: Gram, pair: tuple[int, int], free: bool) -> Separation:
    """The proof that two examples give alone."""
    weights = np.zeros(len(gram))
    np.add.at(weights, list(pair), 0.5 if free else 1.0)
    nothing = Solution(weights, 0.0, 0.0, np.zeros(len(gram)), 0.0, 0.0, 0.0, 0, Stop.CONVERGED, 0.0)
    radius = math.sqrt(max(float(gram.diagonal().max()), 0.0))
    return Separation(weights, 0.0, 0.0, 1 if free else 2, radius, nothing)


def _separation(problem: BoxProblem, solution: Solution, signs: Vector, free: bool, radius: float) -> Separation:
    # With labels swallowed by the Gram the outputs already are yᵢ⟨w, φ(xᵢ)⟩.
    outputs = solution.outputs
    plus = signs > 0
    clearance = outputs.min() if free else 0.5 * (outputs[plus].min() - outputs[~plus].max())
    # What is left of a difference of nearly equal numbers is rounding, not a margin.
    certain = 4.0 * np.finfo(problem.gram.dtype).eps * radius**2
    return Separation(
        weights=solution.alpha,
        distance=math.sqrt(max(2.0 * solution.objective, 0.0)),
        clearance=float(clearance) if clearance > certain else min(float(clearance), 0.0),
        sides=1 if free else 2,
        radius=radius,
        solution=solution,
    )


def require_separable(found: Separation, balance: Balance | None = None) -> None:
    """Raise a NotSeparableError that names the proof, unless the classes are separable."""
    if found.separable:
        return
    through = " through the origin" if isinstance(balance or Balanced(), Free) else ""
    apart = f"averages of the two classes come within {found.distance:.1e} of each other (radius {found.radius:.3g})"
    if found.solution.stop is Stop.CONVERGED:
        because = (
            f"{apart}, most of all examples {found.heaviest}; allow slack (TwoNormSVC, SVC) or take a richer kernel"
        )
    else:
        because = f"the search {found.solution.stop.value} when {apart}; allow more iterations or time, or slack"
    raise NotSeparableError(f"no hyperplane{through} was found to separate the classes: {because}.", found)
