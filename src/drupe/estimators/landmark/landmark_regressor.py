"""Regression on any number of rows around landmarks: kernel ridge regression, or Huber's robust one."""

from dataclasses import replace
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from drupe.estimators.declaration import declared, parameter
from drupe.estimators.kernel_parameters import KernelFirst
from drupe.estimators.landmark.landmark_machine import Task
from drupe.estimators.landmark.row_losses import NUMBER_LOSSES, LossOfRows, spread
from drupe.estimators.landmark.seen_once import SeenOnce
from drupe.estimators.many_targets import ManyTargets, as_columns
from drupe.estimators.ranges import Either, Instance, OneOf
from drupe.estimators.sample import Sample
from drupe.estimators.size_limits import LARGEST
from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.engine import Engine
from drupe.foundation.errors import InputError
from drupe.grams.cross import ALL_FOLDS
from drupe.inputs.base import Inputs
from drupe.losses.base import ResidualLoss
from drupe.losses.squared import Squared
from drupe.solvers.passes.best_constant import number_offsets
from drupe.solvers.passes.known_rows import Coding, KnownRows, Quantities
from drupe.solvers.passes.scan import Drawn, Scanned


@declared
class LandmarkRegressor(SeenOnce, ManyTargets, KernelFirst):
    """f = Σⱼ aⱼ k(·, zⱼ) + b with least (1/n) Σᵢ loss(f(xᵢ) − yᵢ) + (λ/2) ‖f − b‖², landmarks zⱼ.

    For more rows than an exact machine can take, in memory or in files: a few landmarks, and about six passes over the
    rows. With the squared loss and all rows as landmarks it is KernelRidge of y − b at alpha = λn. b is the mean of y,
    for other losses the constant that costs least on the rows that were drawn, and stays what it is.

    Parameters
    ----------
    loss
        "squared" for r²/2; "huber" for `Huber(transition)`, which is straight beyond 1.345 standard deviations of y,
        told robustly by the median of its distances from its median; or a smooth convex loss of a residual.
    tol
        Length of the gradient, in the metric and relative to that of the constant, at which the passes end.

    Attributes
    ----------
    dual_coef_
        a, one column for each target if y had columns.

    Examples
    --------
    >>> X = np.linspace(-3.0, 3.0, 500)[:, None]
    >>> machine = LandmarkRegressor("rbf", gamma=0.5, landmarks=20, random_state=0).fit(X, np.sin(X[:, 0]))
    >>> machine.predict([[1.0]]).round(2).tolist(), len(machine.predictor_.centers)
    ([0.84], 20)

    References
    ----------
    [Rudi17]_, section 3 (place not checked).
    """

    loss: str | ResidualLoss = parameter(Either(OneOf(*NUMBER_LOSSES), Instance(ResidualLoss)), default="squared")
    tol: float = 1e-3

    def fit(
        self, X: Any, y: Any = None, sample_weight: Any = None, *, engine: Engine | None = None, checkpoint: Any = None
    ) -> Self:
        """Learn from examples and their targets, or from rows, which hold both.

        Parameters
        ----------
        X
            Examples, or `Rows` wherever they are.
        y
            Their targets, one column or several; None with rows.
        sample_weight
            How often each example counts; None with rows.
        engine
            Where passes are done; None for this process.
        checkpoint
            A folder in which the run is remembered, so that it can go on after whatever ended it; a `Checkpoint` too.
        """
        return self._fit_on(X, y, sample_weight, engine, checkpoint)

    def predict(self, X: Any) -> Matrix:
        """f(x) for each example; one column for each target if y had columns."""
        return self._shaped(self._outputs(X))

    def _coding(self, targets: npt.NDArray[Any] | None) -> Coding:
        return Quantities()

    def _task(self, scanned: Scanned, known: KnownRows, drawn: Drawn) -> Task:
        if scanned.largest > LARGEST:
            raise InputError(f"targets may be up to {LARGEST:.0e} in size, got {scanned.largest:.1e}; scale y.")
        sums = scanned.totals[""]
        numbers = Quantities().coded(drawn.targets)
        width = spread(numbers, drawn.weights)
        loss = LossOfRows.of_numbers(self.loss, width)

        def offsets(leaves_out: int) -> Vector:
            if not isinstance(loss.one, Squared):
                return number_offsets(loss.one, numbers, drawn.weights)
            learned = sums[:-1].sum(axis=0) - (sums[leaves_out] if leaves_out != ALL_FOLDS else 0.0)
            return np.asarray(learned[1:] / learned[0])

        return Task(replace(known, coding=Quantities()), loss, sums[:, 0], offsets, width)

    def _shaped_attributes(self, coefficients: Matrix, flat: bool) -> dict[str, Any]:
        return {"dual_coef_": coefficients[:, 0] if flat else coefficients}

    def _numbers(self, sample: Sample) -> Matrix:
        return as_columns(sample.targets)

    def _partial_sample(self, X: Any, y: Any, sample_weight: Any, classes: Any) -> tuple[Inputs, Sample]:
        return self._checked(X, y, sample_weight)
