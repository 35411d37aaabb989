"""How a run over the examples goes on and ends, in the words of an estimator's parameters."""

from drupe.estimators.base import Machine
from drupe.estimators.declaration import declared, parameter
from drupe.estimators.kernel_parameters import KernelFirst
from drupe.estimators.ranges import SECONDS, SEED, TRUTH
from drupe.estimators.run_parameters import RunParameters, WatchedParameters
from drupe.foundation.parameters import Interval
from drupe.foundation.progress import Progress, share
from drupe.foundation.randomness import RandomState, generator
from drupe.solvers.options import OnInterrupt
from drupe.solvers.perceptrons.limits import Limits
from drupe.solvers.perceptrons.orders import AsGiven, Order, Shuffled


@declared
class Passes(WatchedParameters, Machine):
    """A machine that goes through the examples pass by pass.

    Parameters
    ----------
    fit_intercept
        Whether there is an offset b.
    max_passes
        Passes after which it gives up.
    shuffle
        Whether each pass has a new random order; else examples come as they stand.
    random_state
        Seed for that.
    max_time
        Limit of the time in seconds; None for none.
    """

    fit_intercept: bool = parameter(TRUTH, default=True)
    max_passes: int = parameter(Interval(1, whole=True), default=1000)
    shuffle: bool = parameter(TRUTH, default=False)
    random_state: RandomState = parameter(SEED, default=None)
    max_time: float | None = parameter(SECONDS, default=None, before="on_interrupt", last=True)

    def _limits(self, progress: Progress | None = None, part: int = 0, parts: int = 1) -> Limits:
        """Limits of one of several equal parts of the work."""
        seconds = None if self.max_time is None else float(self.max_time) / parts
        return Limits(int(self.max_passes), seconds, OnInterrupt(self.on_interrupt), share(progress, part, parts))

    def _order(self) -> Order:
        """As the examples came, or shuffled anew in each pass; every run starts from the same seed."""
        return Shuffled(generator(self.random_state)) if self.shuffle else AsGiven()


@declared
class KernelPasses(RunParameters, Passes, KernelFirst):
    """The same, on kernel rows.

    Parameters
    ----------
    cache_size
        Memory for kernel rows in MB; 0 to compute each anew.
    """

    cache_size: float = parameter(Interval(0.0), default=200, before="verbose", last=True)
