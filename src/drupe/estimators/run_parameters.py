"""The parameters of fits that take a while, as mix-ins: who watches, what Ctrl-C does, memory and threads."""

from drupe.estimators.declaration import declared, parameter
from drupe.estimators.ranges import POSITIVE, THREADS, TRUTH, Either, OneOf
from drupe.foundation.parameters import Interval


@declared
class WatchedParameters:
    """A fit that can be shown on the terminal and interrupted.

    Parameters
    ----------
    verbose
        Whether to show how far the fit is: a bar on a terminal, elsewhere lines on the standard error.
    on_interrupt
        Whether Ctrl-C raises, "raise", or keeps the best machine so far, "keep".
    """

    verbose: bool | int = parameter(Either(TRUTH, Interval(0, whole=True)), default=False, last=True)
    on_interrupt: str = parameter(OneOf("raise", "keep"), default="raise", last=True)


@declared
class ThreadParameters:
    """Work that is shared out among threads.

    Parameters
    ----------
    n_jobs
        Threads; None leaves the number to OpenMP, −1 takes all processors.
    """

    n_jobs: int | None = parameter(THREADS, default=None, before="on_interrupt", last=True)


@declared
class RunParameters(ThreadParameters, WatchedParameters):
    """A watched fit that takes memory and threads.

    Parameters
    ----------
    cache_size
        Memory for kernel values in MB.
    """

    cache_size: float = parameter(POSITIVE, default=200, before="verbose", last=True)
