"""Minover: learn only from the example that is worst off, again and again."""

from dataclasses import dataclass, field

from drupe.foundation.parameters import Checked, Interval, nonnegative, ranged
from drupe.foundation.randomness import RandomState, generator
from drupe.solvers.perceptrons.cached import CachedOutputs
from drupe.solvers.perceptrons.limits import Limits
from drupe.solvers.perceptrons.loop import Diary
from drupe.solvers.perceptrons.problem import PerceptronProblem
from drupe.solvers.perceptrons.rule import UpdateRule
from drupe.solvers.perceptrons.run import MistakeRun
from drupe.solvers.solution import Stop


@dataclass(frozen=True)
class Minover(Checked):
    """i = argmin yᵢ f(xᵢ); if yᵢ f(xᵢ) ≤ margin then αᵢ ← αᵢ + yᵢ, else stop.

    Begins with one example, drawn at random. There are no passes; as many mistakes as there are examples count as
    one pass where limits are concerned. The geometric margin reached is at least margin / (2 margin + R²) of the
    largest possible one, and comes close to all of it in practice as `margin` grows.

    Parameters
    ----------
    margin
        ρ², the functional margin that all examples are to exceed.
    cap
        The most often that one example is learned from.
    random_state
        Seed or generator that draws the first example.
    limits
        Where to stop if there is no end.

    Examples
    --------
    >>> from drupe.grams import DenseGram
    >>> run = Minover(margin=1.0).solve(PerceptronProblem(DenseGram([[1.0, 0.0], [0.0, 1.0]]), [1, -1]))
    >>> run.alpha.tolist()
    [2.0, -2.0]

    References
    ----------
    [Graepel02]_, sections 2.1.2 and 2.3.6, with theorem 2; [Herbrich02]_, section 2.6, for the name.
    """

    margin: float = nonnegative(0.0)
    cap: float = ranged(Interval(1.0, closed_high=True), float("inf"))
    random_state: RandomState = 0
    limits: Limits = field(default_factory=Limits)

    def solve(self, problem: PerceptronProblem) -> MistakeRun:
        """Learn until the worst example is well."""
        rule = UpdateRule(self.margin, self.cap)
        learner, diary = CachedOutputs(problem, rule), Diary(self.limits)
        try:
            stop = self._steps(problem, learner, diary)
        except KeyboardInterrupt as cause:
            stop = self.limits.stopped(cause)
        return diary.told(learner, problem.signs, problem.offset_step, stop)

    def _steps(self, problem: PerceptronProblem, learner: CachedOutputs, diary: Diary) -> Stop:
        n = len(problem.signs)
        worst: int | None = int(generator(self.random_state).integers(n))
        while worst is not None:
            if diary.mistakes and len(diary.mistakes) % n == 0:
                diary.passed()
                self.limits.tell(len(diary.pass_ends))
            if len(diary.mistakes) >= n * self.limits.max_passes:
                return Stop.ITERATIONS
            if diary.clock.out_of_time:
                return Stop.TIME
            learner.learn(worst)
            diary.learned(worst)
            worst = learner.worst()
        return Stop.CONVERGED
