"""From a word or a loss to what a row of outputs costs, and to what a minimizer must know of its curvature."""

from dataclasses import dataclass

import numpy as np

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.errors import ParameterError
from drupe.losses.base import Loss, ResidualLoss, Smoothness
from drupe.losses.hinge import SquaredHinge
from drupe.losses.huber import Huber
from drupe.losses.logistic import Logistic
from drupe.losses.output_rows import EachTarget, OneAgainstRest, RowLoss, Softmax
from drupe.losses.squared import Squared
from drupe.solvers.passes.conjugate_gradient import ConjugateGradient
from drupe.solvers.passes.quasi_newton import QuasiNewton

CLASS_LOSSES: dict[str, Loss] = {"logistic": Logistic(), "squared_hinge": SquaredHinge(), "squared": Squared(0.5)}
NUMBER_LOSSES = ("squared", "huber")

TRANSITION, NORMAL = 1.345, 0.6745
"""Standard deviations from which on Huber's loss is straight, as is the custom; median distance of a normal density."""

ACTIVE = 0.6
"""Share of its largest curvature that a loss is taken to have on the mean over rows, where it is not constant."""

OUTPUTS = np.linspace(-4.0, 4.0, 801)
"""Where the curvature of a loss is looked for."""


@dataclass(frozen=True)
class LossOfRows:
    """The loss of a machine.

    Parameters
    ----------
    one
        Of a single output.
    rows
        Of a row of outputs.
    """

    one: Loss
    rows: RowLoss

    @classmethod
    def of_classes(cls, loss: str | Loss, classes: int) -> "LossOfRows":
        """More than two classes compete by the softmax of their outputs for "logistic", else one against the rest."""
        if loss == "logistic" and classes > 2:
            return cls(Logistic(), Softmax())
        one = _smooth(CLASS_LOSSES[loss] if isinstance(loss, str) else loss)
        return cls(one, OneAgainstRest(one))

    @classmethod
    def of_numbers(cls, loss: str | Loss, spread: float) -> "LossOfRows":
        """Each target for itself; "huber" becomes straight in units of the targets' spread."""
        if isinstance(loss, str):
            loss = Squared(0.5) if loss == "squared" else Huber(TRANSITION * spread)
        one = _smooth(loss)
        if not isinstance(one, ResidualLoss):
            raise ParameterError(
                f"{one!r} is a loss of classes; for numbers take 'squared', 'huber' or a ResidualLoss."
            )
        return cls(one, EachTarget(one))

    @property
    def minimizer(self) -> type[QuasiNewton] | type[ConjugateGradient]:
        """Conjugate gradients where the gradient is linear."""
        return ConjugateGradient if isinstance(self.one, Squared) else QuasiNewton

    @property
    def curvature(self) -> float:
        """About the mean second derivative of the loss of one output over the rows."""
        if isinstance(self.one, Squared):
            return 2.0 * self.one.weight
        outputs = OUTPUTS * (self.one.transition if isinstance(self.one, Huber) else 1.0)
        slopes = self.one.derivative(outputs, np.ones_like(outputs))
        return ACTIVE * float((np.diff(slopes) / np.diff(outputs)).max())


def spread(targets: Matrix, weights: Vector) -> float:
    """The standard deviation of targets as the median tells it, whatever a few of them are; 1 where it is zero.

    >>> round(spread(np.random.default_rng(0).normal(scale=3.0, size=(10_000, 1)), np.ones(10_000)), 1)
    3.0
    """
    apart = [np.abs(column - _median(column, weights)) for column in targets.T]
    medians, means = np.mean([_median(one, weights) for one in apart]), np.mean([weights @ one for one in apart])
    return float(medians / NORMAL) or float(means / weights.sum()) or 1.0


def _median(numbers: Vector, weights: Vector) -> float:
    """The least number that half of the weight does not exceed."""
    order = np.argsort(numbers, kind="stable")
    sums = np.cumsum(weights[order])
    return float(numbers[order][np.searchsorted(sums, 0.5 * sums[-1])])


def _smooth(loss: Loss) -> Loss:
    if not loss.convex or loss.smoothness is not Smoothness.DIFFERENTIABLE:
        reason = "it is not convex" if not loss.convex else loss.smoothness.value
        raise ParameterError(
            f"{loss!r} cannot be minimized by passes: {reason}; take a smooth relative, such as SquaredHinge for "
            "Hinge, or up to 100,000 examples SVC."
        )
    return loss
