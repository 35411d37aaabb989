"""The hyperplane half-way between the nearest points of the convex hulls of two classes."""

import math
from typing import Annotated, Any, ClassVar

import numpy as np

from drupe.estimators.margin.box_machine import BoxMachine
from drupe.estimators.margin.found_plane import FoundPlane
from drupe.estimators.margin.support_vector_machine import SHARE, SOLVER_RANGES
from drupe.foundation.arrays import Vector
from drupe.foundation.errors import InputError
from drupe.foundation.shapes import Reals
from drupe.grams.base import Gram
from drupe.solvers.builders.nearest_hulls import nearest_hulls
from drupe.solvers.objectives import Objectives
from drupe.solvers.solution import Solution

MEETING = 1e-7
"""Hulls nearer than this share of the data's radius are taken to meet."""

LEAST = 1e-290
"""Squared distances below it have no inverse in float64."""


class NearestHullsSVC(BoxMachine):
    """w = 2(p − q) / ‖p − q‖² with p and q the nearest points of the two hulls, where f is 1 and −1.

    Whole hulls give the maximal margin classifier. Reduced hulls, in which no example weighs more than the ceiling,
    come apart also where the classes overlap, and give the ν-machine of ν = 2 / (ceiling n), scaled.

    Parameters
    ----------
    ceiling
        Largest weight of an example, 1 for whole hulls, and at least one over the size of the smaller class. An
        example that counts w times may weigh w ceilings.
    kernel, degree, gamma, coef0
        As in scikit-learn's SVC; `kernel` also takes any Kernel.
    tol
        Largest violation of the optimality conditions at which the solver may stop.
    cache_size
        Megabytes for kernel rows.
    verbose
        Whether to show a bar on the terminal.
    max_iter
        Limit of steps, −1 for ten million, or a hundred for each example if that is more.
    max_time
        Limit of seconds, None for none.
    n_jobs
        Threads, None for OpenMP's number.
    on_interrupt
        "raise", or "keep" for the best machine so far.
    precision
        Of kernel values: "auto", "single" or "double".

    Attributes
    ----------
    distance_
        ‖p − q‖; twice the margin, if the hulls are whole.
    hull_weights_
        Weights of the training examples in p and q; those of each class sum to 1.
    margins_
        The margins of all training examples.

    Examples
    --------
    >>> machine = NearestHullsSVC(kernel="linear").fit([[1, 1], [-1, -1]], [1, -1])
    >>> round(machine.distance_, 6), machine.coef_.round(6).tolist()
    (2.828427, [[0.5, 0.5]])

    References
    ----------
    [Cristianini00]_, exercise 5.2; [Mukherjee04]_, section 5.2.2 (method of portraits).
    """

    _ranges: ClassVar[Any] = {**SOLVER_RANGES, "ceiling": SHARE}
    fit_intercept = True

    distance_: float
    hull_weights_: Annotated[Vector, Reals(None)]

    def __init__(
        self,
        ceiling: float = 1.0,
        *,
        kernel: Any = "rbf",
        degree: int = 3,
        gamma: Any = "scale",
        coef0: float = 0.0,
        tol: float = 1e-3,
        cache_size: float = 200,
        verbose: bool = False,
        max_iter: int = -1,
        max_time: float | None = None,
        n_jobs: int | None = None,
        on_interrupt: str = "raise",
        precision: str = "auto",
    ):
        self.ceiling = ceiling
        self.kernel = kernel
        self.degree = degree
        self.gamma = gamma
        self.coef0 = coef0
        self.tol = tol
        self.cache_size = cache_size
        self.verbose = verbose
        self.max_iter = max_iter
        self.max_time = max_time
        self.n_jobs = n_jobs
        self.on_interrupt = on_interrupt
        self.precision = precision

    def _plane(self, gram: Gram, signs: Vector, weights: Vector) -> FoundPlane:
        whole = self.ceiling == 1.0
        solution = self._solved(nearest_hulls(gram, signs, np.inf if whole else self.ceiling * weights))
        squared = max(2.0 * solution.objective, 0.0)
        if squared <= max(MEETING**2 * float(np.abs(gram.diagonal()).max()), LEAST):
            raise InputError(
                "the hulls of the two classes meet, so that there is no hyperplane between them; "
                f"reduce them with a ceiling below {self.ceiling:g}, or take a richer kernel."
            )
        signed = 2.0 / squared * signs * solution.alpha
        return self._found(
            solution,
            signed,
            2.0 / squared * solution.outputs,
            2.0 / squared * solution.offset,
            Objectives(solution.objective, _bound(solution, signs) if whole else solution.objective - solution.gap),
            distance_=math.sqrt(squared),
            hull_weights_=solution.alpha,
        )


def _bound(solution: Solution, signs: Vector) -> float:
    """A lower bound on half the squared distance: what the slab between the supporting hyperplanes proves."""
    outputs = solution.outputs
    return float(outputs[signs > 0].min() - outputs[signs < 0].max()) - solution.objective
