"""The hyperplane half-way between the nearest points of the convex hulls of two classes."""

import math
from typing import Annotated

import numpy as np

from drupe.estimators.declaration import constant, declared, learned, parameter
from drupe.estimators.margin.box_machine import BoxMachine
from drupe.estimators.margin.found_plane import FoundPlane
from drupe.estimators.margin.support_vector_machine import SHARE
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


@declared
class NearestHullsSVC(BoxMachine):
    """w = 2(p − q) / ‖p − q‖² with p and q the nearest points of the two hulls, where f is 1 and −1.

    Whole hulls give the maximal margin classifier. Reduced hulls, in which no example weighs more than the ceiling,
    come apart also where the classes overlap, and give the ν-machine of ν = 2 / (ceiling n), scaled.

    Parameters
    ----------
    ceiling
        Largest weight of an example, 1 for whole hulls, and at least one over the size of the smaller class. An
        example that counts w times may weigh w ceilings.

    Attributes
    ----------
    distance_
        ‖p − q‖; twice the margin, if the hulls are whole.
    hull_weights_
        Weights of the training examples in p and q; those of each class sum to 1.

    Examples
    --------
    >>> machine = NearestHullsSVC(kernel="linear").fit([[1, 1], [-1, -1]], [1, -1])
    >>> round(machine.distance_, 6), machine.coef_.round(6).tolist()
    (2.828427, [[0.5, 0.5]])

    References
    ----------
    [Cristianini00]_, exercise 5.2; [Mukherjee04]_, section 5.2.2 (method of portraits).
    """

    ceiling: float = parameter(SHARE, default=1.0, kw_only=False)
    fit_intercept: bool = constant(True)

    distance_: float = learned()
    hull_weights_: Annotated[Vector, Reals(None)] = learned()

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
