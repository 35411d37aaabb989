"""Kernel Adaline: least mean squares in dual variables, ridge regression of the labels where it comes to rest."""

from typing import Annotated, Any, ClassVar

import numpy as np

from drupe.estimators.fitted import Fitted
from drupe.estimators.largest_output import class_signs
from drupe.estimators.perceptron.adaline_machine import RATE_RANGES, AdalineMachine
from drupe.estimators.perceptron.running import KERNEL_PASS_RANGES
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


class KernelAdaline(AdalineMachine):
    """αᵢ ← αᵢ − η (Σⱼ αⱼ k(xⱼ, xᵢ) + noise αᵢ + b − yᵢ) at every example, with targets yᵢ = ±1.

    Makes Adaline's steps in feature space. With `noise`, and without an offset, it comes to rest at
    α = (K + noise I)⁻¹ y, kernel ridge regression of the labels, of which it never holds more than a stripe of K. The
    way there is long where `noise` is small; to stop early, at a `tol` that is not small, regularizes as well.

    Parameters
    ----------
    kernel, degree, gamma, coef0
        As in scikit-learn's SVC; `kernel` also takes any Kernel.
    noise
        What is added to k(xᵢ, xᵢ) while learning, never in predictions.
    rate
        η times the largest k(xᵢ, xᵢ) + noise + 1: 1 corrects the error of that example at once.
    decay
        In pass p the rate is divided by 1 + decay p.
    fit_intercept
        Whether there is an offset b.
    tol
        Relative change of the mean squared error between two passes at which it is at rest; or the root mean square
        error at which nothing is left to correct.
    max_passes
        Passes after which it gives up.
    cache_size
        Megabytes for kernel rows.
    verbose
        Whether to show a bar on the terminal.
    max_time
        Limit of seconds, None for none.
    n_jobs
        Threads, None for OpenMP's number.
    on_interrupt
        "raise", or "keep" for what has been learned so far.

    Attributes
    ----------
    dual_coef_, intercept_
        α and b, one row for each function: one for two classes, else one for each class against the rest.
    errors_
        Mean squared error in each pass.
    solution_
        How the run went.

    Examples
    --------
    >>> machine = KernelAdaline("linear", noise=1.0, fit_intercept=False, decay=0.0, tol=1e-12)
    >>> machine.fit([[1.0, 0.0], [0.0, 1.0]], [1, 0]).dual_coef_.round(4).tolist()  # (I + I)⁻¹ y
    [[0.5, -0.5]]

    References
    ----------
    [Cristianini00]_, exercise 2.1 and section 7.6.
    """

    _ranges: ClassVar[Any] = {**RATE_RANGES, **KERNEL_PASS_RANGES, "noise": Interval(0.0)}

    predictor_: Annotated[Expansion, Outputs("scores", "support")]
    dual_coef_: Annotated[Matrix, Reals("scores", "support")]
    support_: Annotated[Index, Wholes("support", below="examples")]

    def __init__(
        self,
        kernel: Any = "rbf",
        *,
        degree: int = 3,
        gamma: Any = "scale",
        coef0: float = 0.0,
        noise: float = 0.1,
        rate: float = 1.0,
        decay: float = 0.0,
        fit_intercept: bool = True,
        tol: float = 5e-3,
        max_passes: int = 1000,
        cache_size: float = 200,
        verbose: bool = False,
        max_time: float | None = None,
        n_jobs: int | None = None,
        on_interrupt: str = "raise",
    ):
        self.kernel = kernel
        self.degree = degree
        self.gamma = gamma
        self.coef0 = coef0
        self.noise = noise
        self.rate = rate
        self.decay = decay
        self.fit_intercept = fit_intercept
        self.tol = tol
        self.max_passes = max_passes
        self.cache_size = cache_size
        self.verbose = verbose
        self.max_time = max_time
        self.n_jobs = n_jobs
        self.on_interrupt = on_interrupt

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
