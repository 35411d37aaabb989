"""The parameters that all linear machines have in common, in scikit-learn's words, and the limits they stand for."""

from typing import Any

from drupe.estimators.declaration import declared, parameter
from drupe.estimators.ranges import SECONDS, SEED, TRUTH, Either, OneOf
from drupe.estimators.run_parameters import ThreadParameters, WatchedParameters
from drupe.estimators.watch import Watch
from drupe.foundation.parameters import Interval
from drupe.foundation.randomness import generator
from drupe.foundation.threads import thread_count
from drupe.solvers.linear_options import LinearOptions

PRICE = Interval(0.0, closed_low=False, closed_high=True)

EXACT = 1e-12
"""Relative gap beyond which float64 has little more to say."""

SMALL = 100_000
"""Numbers in the data up to which a fit goes far beyond `tol`: nothing but the data then decides about its answer."""


@declared
class LinearParameters(ThreadParameters, WatchedParameters):
    """How exact, and how long.

    Parameters
    ----------
    tol
        Duality gap, as a share of the objective, at which the solver may stop: the objective is then no more than that
        above its minimum. Where it is not reached, a ConvergenceWarning says so. Small problems are solved far beyond.
    fit_intercept
        Whether there is an offset b.
    intercept_scaling
        The number in the column whose weight, times this number, is b, where b is penalized as that weight is.
    random_state
        Seed of the order in which coordinate descent visits the examples, where it is used; None for one that is
        always the same.
    max_iter
        Steps of Newton's method, or passes of coordinate descent, at most.
    max_time
        Limit of the solver's time in seconds; None for none.

    Attributes
    ----------
    coef_, intercept_
        w and b.
    gap_
        How far the objective may lie above its minimum, as a share of it: the largest of all problems that were solved.
    solution_
        Objective, gap, steps and why the solver stopped, for each problem.
    n_iter_
        Steps, or passes.
    """

    tol: float = parameter(Interval(0.0), default=1e-4)
    fit_intercept: bool = parameter(TRUTH, default=True)
    intercept_scaling: float = parameter(Interval(0.0, closed_low=False), default=1.0)
    random_state: Any = parameter(SEED, default=None)
    max_iter: int = parameter(Interval(0, whole=True), default=1000)
    max_time: float | None = parameter(SECONDS, default=None, last=True)

    def _options(self, watch: Watch, entries: int) -> LinearOptions:
        """The limits of a fit on so many numbers."""
        wanted = max(float(self.tol), EXACT)
        seed = 0 if self.random_state is None else int(generator(self.random_state).integers(2**62))
        return LinearOptions(
            gap=min(wanted, EXACT) if entries <= SMALL else wanted,
            max_steps=int(self.max_iter),
            max_seconds=None if self.max_time is None else float(self.max_time),
            threads=thread_count(self.n_jobs),
            seed=seed,
            keep=watch.keeping,
            progress=watch.progress,
        )


DUAL = Either(TRUTH, OneOf("auto"))
"""What scikit-learn takes for the problem that is solved; here the solver sees to it."""
