"""Adaline: a linear neuron that corrects itself at every example by a share of its error."""

from typing import Annotated, Any, ClassVar

from drupe.estimators.fitted import Fitted
from drupe.estimators.kernel_choice import KernelChoice
from drupe.estimators.largest_output import class_signs
from drupe.estimators.perceptron.adaline_machine import RATE_RANGES, AdalineMachine
from drupe.estimators.sample import Sample
from drupe.foundation.arrays import Matrix
from drupe.foundation.shapes import Outputs, Reals
from drupe.inputs.occupied import require_weights
from drupe.inputs.vectors import Vectors
from drupe.kernels.linear import Linear
from drupe.predictors.linear import LinearFunction
from drupe.solvers.perceptrons.least_mean_squares import PrimalLMS


class Adaline(AdalineMachine):
    """(w, b) ← (w, b) − η (⟨w, xᵢ⟩ + b − yᵢ) (xᵢ, 1) at every example, with targets yᵢ = ±1.

    Comes to rest near the least squares solution, and at it if the rate decays. All errors count, also of examples
    far on their right side: for two classes with targets ±1 that is a discriminant like Fisher's.

    Parameters
    ----------
    rate
        η times the squared length (R² + 1) of the longest example: 1 corrects its error at once.
    decay
        In pass p the rate is divided by 1 + decay p.
    fit_intercept
        Whether there is an offset b.
    tol
        Relative change of the mean squared error between two passes at which it is at rest; or the root mean square
        error at which nothing is left to correct.
    max_passes
        Passes after which it gives up.
    verbose
        Whether to show a bar on the terminal.
    max_time
        Limit of seconds, None for none.
    on_interrupt
        "raise", or "keep" for what has been learned so far.

    Attributes
    ----------
    coef_, intercept_
        w and b, one row for each function: one for two classes, else one for each class against the rest.
    errors_
        Mean squared error in each pass.
    solution_
        How the run went.

    Examples
    --------
    >>> machine = Adaline(rate=1.0, fit_intercept=False).fit([[1.0, 0.0], [0.0, 1.0]], [1, 0])
    >>> machine.coef_.round(6).tolist()
    [[1.0, -1.0]]

    References
    ----------
    [Cristianini00]_, table 2.3.
    """

    _ranges: ClassVar[Any] = RATE_RANGES

    predictor_: Annotated[LinearFunction, Outputs("scores")]
    coef_: Annotated[Matrix, Reals("scores", "columns")]

    def __init__(
        self,
        *,
        rate: float = 0.5,
        decay: float = 0.1,
        fit_intercept: bool = True,
        tol: float = 1e-5,
        max_passes: int = 1000,
        verbose: bool = False,
        max_time: float | None = None,
        on_interrupt: str = "raise",
    ):
        self.rate = rate
        self.decay = decay
        self.fit_intercept = fit_intercept
        self.tol = tol
        self.max_passes = max_passes
        self.verbose = verbose
        self.max_time = max_time
        self.on_interrupt = on_interrupt

    def _learn(self, sample: Sample) -> Fitted:
        vectors = Vectors.of(sample.inputs)
        eta = self._eta(float(vectors.squared_norms().max()))
        with self._watch() as watch:
            solver = PrimalLMS(eta, float(self.decay), float(self.tol), self._limits(watch.progress))
            targets = class_signs(sample.targets, len(self.classes_))
            require_weights(vectors, targets.shape[1])
            found = solver.solve(vectors.array, targets, self._offset_step())
        function = LinearFunction(found.coefficients, found.offset, vectors)
        return Fitted(function, found, {**self._account(found), "coef_": found.coefficients.T})

    def _kernel_choice(self) -> KernelChoice:
        return KernelChoice(Linear())
