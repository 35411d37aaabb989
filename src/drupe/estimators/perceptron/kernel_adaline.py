"""Kernel Adaline: least mean squares in dual variables, ridge regression of the labels where it comes to rest."""

from typing import Annotated

import numpy as np

from drupe.estimators.declaration import declared, learned, parameter
from drupe.estimators.fitted import Fitted
from drupe.estimators.largest_output import class_signs
from drupe.estimators.perceptron.adaline_machine import AdalineMachine
from drupe.estimators.perceptron.running import KernelPasses
from drupe.estimators.sample import Sample
from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.foundation.budget import MEGABYTE
from drupe.foundation.parameters import Interval
from drupe.foundation.shapes import Outputs, Reals, Wholes
from drupe.grams.cached import CachedGram
from drupe.grams.lazy import LazyGram
from drupe.grams.shifted import ShiftedGram
from drupe.predictors.expansion import Expansion
from drupe.solvers.perceptrons.least_mean_squares import DualLMS
from drupe.solvers.perceptrons.problem import squared_radius


@declared
class KernelAdaline(AdalineMachine, KernelPasses):
    """αᵢ ← αᵢ − η (Σⱼ αⱼ k(xⱼ, xᵢ) + noise αᵢ + b − yᵢ) at every example, with targets yᵢ = ±1.

    Makes Adaline's steps in feature space. With `noise`, and without an offset, it comes to rest at
    α = (K + noise I)⁻¹ y, kernel ridge regression of the labels, of which it never holds more than a stripe of K. The
    way there is long where `noise` is small; to stop early, at a `tol` that is not small, regularizes as well.

    Parameters
    ----------
    noise
        What is added to k(xᵢ, xᵢ) while learning, never in predictions.
    rate
        η times the largest k(xᵢ, xᵢ) + noise + 1: 1 corrects the error of that example at once.

    Attributes
    ----------
    dual_coef_, intercept_
        α and b, one row for each function: one for two classes, else one for each class against the rest.
    support_
        Positions of the examples, all of which have a coefficient.

    Examples
    --------
    >>> machine = KernelAdaline("linear", noise=1.0, fit_intercept=False, decay=0.0, tol=1e-12)
    >>> machine.fit([[1.0, 0.0], [0.0, 1.0]], [1, 0]).dual_coef_.round(4).tolist()  # (I + I)⁻¹ y
    [[0.5, -0.5]]

    References
    ----------
    [Cristianini00]_, exercise 2.1 and section 7.6.
    """

    noise: float = parameter(Interval(0.0), default=0.1, before="rate")
    rate: float = 1.0
    decay: float = 0.0
    tol: float = 5e-3

    predictor_: Annotated[Expansion, Outputs("scores", "support")] = learned()
    dual_coef_: Annotated[Matrix, Reals("scores", "support")] = learned()
    support_: Annotated[Index, Wholes("support", below="examples")] = learned()

    def _learn(self, sample: Sample) -> Fitted:
        kernel = self._kernel(sample)
        lazy = LazyGram(kernel, sample.inputs, self.n_jobs)
        budget = int(self.cache_size * MEGABYTE)
        fits = len(sample) * lazy.dtype.itemsize <= budget
        gram = ShiftedGram(CachedGram(lazy, budget) if fits else lazy, float(self.noise))
        with self._watch() as watch:
            solver = DualLMS(
                self._eta(squared_radius(gram)), float(self.decay), float(self.tol), self._limits(watch.progress)
            )
            found = solver.solve(gram, class_signs(sample.targets, len(self.classes_)), self._offset_step())
        function = Expansion(kernel, sample.inputs, found.coefficients, found.offset, self.n_jobs)
        attributes = {"dual_coef_": np.ascontiguousarray(found.coefficients.T), "support_": sample.positions}
        return Fitted(function, found, {**self._account(found), **attributes})

    def _check_labels(self, signs: Vector) -> None:
        """Coefficients may have either sign here, and tell nothing of the labels."""
