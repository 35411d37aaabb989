"""How a run over the examples goes on and ends, in the words of an estimator's parameters."""

from drupe.estimators.interruptible import WATCHING_RANGES, Interruptible
from drupe.estimators.kernel_choice import KERNEL_RANGES
from drupe.estimators.ranges import SECONDS, SEED, THREADS, TRUTH, Range
from drupe.foundation.parameters import Interval
from drupe.foundation.progress import Progress, share
from drupe.foundation.randomness import RandomState, generator
from drupe.solvers.options import OnInterrupt
from drupe.solvers.perceptrons.limits import Limits
from drupe.solvers.perceptrons.orders import AsGiven, Order, Shuffled

PASS_RANGES: dict[str, Range] = {
    **WATCHING_RANGES,
    "fit_intercept": TRUTH,
    "max_passes": Interval(1, whole=True),
    "shuffle": TRUTH,
    "random_state": SEED,
    "max_time": SECONDS,
}

KERNEL_PASS_RANGES: dict[str, Range] = {
    **KERNEL_RANGES,
    **PASS_RANGES,
    "cache_size": Interval(0.0),
    "n_jobs": THREADS,
}


class Passes(Interruptible):
    """A machine that goes through the examples pass by pass."""

    max_passes: int
    max_time: float | None
    shuffle: bool = False
    random_state: RandomState = None

    def _limits(self, progress: Progress | None = None, part: int = 0, parts: int = 1) -> Limits:
        """Limits of one of several equal parts of the work."""
        seconds = None if self.max_time is None else float(self.max_time) / parts
        return Limits(int(self.max_passes), seconds, OnInterrupt(self.on_interrupt), share(progress, part, parts))

    def _order(self) -> Order:
        """As the examples came, or shuffled anew in each pass; every run starts from the same seed."""
        return Shuffled(generator(self.random_state)) if self.shuffle else AsGiven()
