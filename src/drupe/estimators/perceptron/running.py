"""How a run over the examples goes on and ends, in the words of an estimator's parameters."""

from collections.abc import Iterator
from contextlib import contextmanager

from drupe.estimators.base import Machine
from drupe.estimators.interruptible import WATCHING_RANGES
from drupe.estimators.kernel_choice import KERNEL_RANGES
from drupe.estimators.progress_bar import progress_bar
from drupe.estimators.ranges import SECONDS, SEED, THREADS, TRUTH, Range
from drupe.foundation.parameters import Interval
from drupe.foundation.progress import Progress, both, share
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


class Passes(Machine):
    """A machine that goes through the examples pass by pass."""

    max_passes: int
    max_time: float | None
    on_interrupt: str
    verbose: bool | int
    shuffle: bool = False
    random_state: RandomState = None

    @contextmanager
    def _progress(self) -> Iterator[Progress | None]:
        """Who is told of the passes: a bar on the terminal if asked for, and scikit-learn's callbacks."""
        with progress_bar(type(self).__name__, bool(self.verbose)) as bar:
            yield both(bar, self._told())

    def _limits(self, bar: Progress | None = None, part: int = 0, parts: int = 1) -> Limits:
        """Limits of one of several equal parts of the work."""
        seconds = None if self.max_time is None else float(self.max_time) / parts
        return Limits(int(self.max_passes), seconds, OnInterrupt(self.on_interrupt), share(bar, part, parts))

    def _order(self) -> Order:
        """As the examples came, or shuffled anew in each pass; every run starts from the same seed."""
        return Shuffled(generator(self.random_state)) if self.shuffle else AsGiven()
