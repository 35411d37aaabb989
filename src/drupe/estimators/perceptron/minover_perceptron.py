"""The minover perceptron: it learns only from the example that is worst off, and so toward a large margin."""

from typing import Any, ClassVar

from drupe.estimators.perceptron.mistake_driven import MistakeDriven
from drupe.estimators.perceptron.running import KERNEL_PASS_RANGES
from drupe.foundation.parameters import Interval
from drupe.foundation.randomness import RandomState, generator
from drupe.grams.base import Gram
from drupe.grams.shifted import ShiftedGram
from drupe.solvers.perceptrons.limits import Limits
from drupe.solvers.perceptrons.minover import Minover
from drupe.solvers.perceptrons.problem import PerceptronProblem
from drupe.solvers.perceptrons.run import MistakeRun


class MinoverPerceptron(MistakeDriven):
    """αᵢ ← αᵢ + yᵢ at i = argmin yⱼ f(xⱼ), until yᵢ f(xᵢ) > margin.

    Never meets an example that is well already, and needs fewer mistakes than KernelPerceptron for the same margin.

    Parameters
    ----------
    kernel, degree, gamma, coef0
        As in scikit-learn's SVC; `kernel` also takes any Kernel.
    margin
        ρ²: functional margin that all examples are to exceed. The geometric margin reached is at least
        ρ² / (2ρ² + R²) of the largest possible, with R the radius of the data.
    diagonal
        What is added to k(xᵢ, xᵢ) while learning, never in predictions: the 2-norm soft margin with 1/C = diagonal.
    fit_intercept
        Whether b moves by yᵢR² at each mistake; without, hyperplanes pass through the origin.
    max_passes
        Mistakes after which it gives up, divided by the number of examples.
    random_state
        Seed that draws the first example.
    cache_size
        Megabytes for kernel rows, 0 to compute each anew.
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
    mistakes_, n_mistakes_, margins_, radius_, solution_, support_, dual_coef_, intercept_, coef_
        As those of KernelPerceptron.

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

    _ranges: ClassVar[Any] = {**KERNEL_PASS_RANGES, "margin": Interval(0.0), "diagonal": Interval(0.0)}
    _remedies: ClassVar[str] = (
        "Allow slack with diagonal > 0, take a richer kernel or, if the classes are separable, more max_passes."
    )

    def __init__(
        self,
        kernel: Any = "rbf",
        *,
        degree: int = 3,
        gamma: Any = "scale",
        coef0: float = 0.0,
        margin: float = 1.0,
        diagonal: float = 0.0,
        fit_intercept: bool = True,
        max_passes: int = 1000,
        random_state: RandomState = None,
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
        self.margin = margin
        self.diagonal = diagonal
        self.fit_intercept = fit_intercept
        self.max_passes = max_passes
        self.random_state = random_state
        self.cache_size = cache_size
        self.verbose = verbose
        self.max_time = max_time
        self.n_jobs = n_jobs
        self.on_interrupt = on_interrupt

    def _run(self, problem: PerceptronProblem, limits: Limits) -> MistakeRun:
        draw = generator(self.random_state)
        return Minover(float(self.margin), random_state=draw, limits=limits).solve(problem)

    def _softened(self, gram: Gram) -> Gram:
        return ShiftedGram(gram, float(self.diagonal)) if self.diagonal > 0 else gram
