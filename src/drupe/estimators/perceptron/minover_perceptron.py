"""The minover perceptron: it learns only from the example that is worst off, and so toward a large margin."""

from typing import ClassVar

from drupe.estimators.declaration import constant, declared, parameter
from drupe.estimators.perceptron.mistake_driven import MistakeDriven
from drupe.foundation.parameters import Interval
from drupe.foundation.randomness import generator
from drupe.grams.base import Gram
from drupe.grams.shifted import ShiftedGram
from drupe.solvers.perceptrons.limits import Limits
from drupe.solvers.perceptrons.minover import Minover
from drupe.solvers.perceptrons.problem import PerceptronProblem
from drupe.solvers.perceptrons.run import MistakeRun


@declared
class MinoverPerceptron(MistakeDriven):
    """αᵢ ← αᵢ + yᵢ at i = argmin yⱼ f(xⱼ), until yᵢ f(xᵢ) > margin.

    Never meets an example that is well already, and needs fewer mistakes than KernelPerceptron for the same margin.

    Parameters
    ----------
    margin
        ρ²: functional margin that all examples are to exceed. The geometric margin reached is at least
        ρ² / (2ρ² + R²) of the largest possible, with R the radius of the data.
    diagonal
        What is added to k(xᵢ, xᵢ) while learning, never in predictions: the 2-norm soft margin with 1/C = diagonal.
    max_passes
        Mistakes after which it gives up, divided by the number of examples.
    random_state
        Seed that draws the first example.

    Examples
    --------
    >>> X, y = [[2.0, 2.0], [1.0, 3.0], [0.0, 0.0], [1.0, 0.0]], [1, 1, -1, -1]
    >>> machine = MinoverPerceptron("linear", margin=1000.0, random_state=0).fit(X, y)
    >>> bool(machine.margins_[0].geometric.min() > 0.95 * 5**0.5 / 2)  # the largest possible
    True

    References
    ----------
    [Graepel02]_, sections 2.1.2 and 2.3.6.
    """

    margin: float = parameter(Interval(0.0), default=1.0, before="fit_intercept")
    diagonal: float = parameter(Interval(0.0), default=0.0, before="fit_intercept")
    shuffle: bool = constant(False)
    _remedies: ClassVar[str] = (
        "Allow slack with diagonal > 0, take a richer kernel or, if the classes are separable, more max_passes."
    )

    def _run(self, problem: PerceptronProblem, limits: Limits) -> MistakeRun:
        draw = generator(self.random_state)
        return Minover(float(self.margin), random_state=draw, limits=limits).solve(problem)

    def _softened(self, gram: Gram) -> Gram:
        return ShiftedGram(gram, float(self.diagonal)) if self.diagonal > 0 else gram
