"""Perceptrons for classes that overlap: a few passes, and something steadier than the last hypothesis."""

from typing import Any, ClassVar

from drupe.estimators.perceptron.mistake_driven import MistakeDriven
from drupe.estimators.perceptron.running import KERNEL_PASS_RANGES
from drupe.foundation.randomness import RandomState
from drupe.solvers.perceptrons.cached import CachedPerceptron
from drupe.solvers.perceptrons.limits import Limits
from drupe.solvers.perceptrons.problem import PerceptronProblem
from drupe.solvers.perceptrons.run import MistakeRun


class FixedPasses(MistakeDriven):
    """A kernel perceptron that goes through the examples so often and no more; earlier only if a pass is clean."""

    _ranges: ClassVar[Any] = KERNEL_PASS_RANGES

    def __init__(
        self,
        kernel: Any = "rbf",
        *,
        degree: int = 3,
        gamma: Any = "scale",
        coef0: float = 0.0,
        fit_intercept: bool = True,
        max_passes: int = 10,
        shuffle: bool = False,
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
        self.fit_intercept = fit_intercept
        self.max_passes = max_passes
        self.shuffle = shuffle
        self.random_state = random_state
        self.cache_size = cache_size
        self.verbose = verbose
        self.max_time = max_time
        self.n_jobs = n_jobs
        self.on_interrupt = on_interrupt

    def _run(self, problem: PerceptronProblem, limits: Limits) -> MistakeRun:
        return CachedPerceptron(order=self._order(), limits=limits).solve(problem)
