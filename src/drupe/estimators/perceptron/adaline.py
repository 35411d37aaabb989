"""Adaline: a linear neuron that corrects itself at every example by a share of its error."""

from typing import Annotated

from drupe.estimators.declaration import declared, learned
from drupe.estimators.fitted import Fitted
from drupe.estimators.kernel_choice import KernelChoice
from drupe.estimators.largest_output import class_signs
from drupe.estimators.perceptron.adaline_machine import AdalineMachine
from drupe.estimators.sample import Sample
from drupe.foundation.arrays import Matrix
from drupe.foundation.shapes import Outputs, Reals
from drupe.inputs.occupied import require_weights
from drupe.inputs.vectors import Vectors
from drupe.kernels.linear import Linear
from drupe.predictors.linear import LinearFunction
from drupe.solvers.perceptrons.least_mean_squares import PrimalLMS


@declared
class Adaline(AdalineMachine):
    """(w, b) ← (w, b) − η (⟨w, xᵢ⟩ + b − yᵢ) (xᵢ, 1) at every example, with targets yᵢ = ±1.

    Comes to rest near the least squares solution, and at it if the rate decays. All errors count, also of examples
    far on their right side: for two classes with targets ±1 that is a discriminant like Fisher's.

    Attributes
    ----------
    coef_, intercept_
        w and b, one row for each function: one for two classes, else one for each class against the rest.

    Examples
    --------
    >>> machine = Adaline(rate=1.0, fit_intercept=False).fit([[1.0, 0.0], [0.0, 1.0]], [1, 0])
    >>> machine.coef_.round(6).tolist()
    [[1.0, -1.0]]

    References
    ----------
    [Cristianini00]_, table 2.3.
    """

    predictor_: Annotated[LinearFunction, Outputs("scores")] = learned()
    coef_: Annotated[Matrix, Reals("scores", "columns")] = learned()

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
