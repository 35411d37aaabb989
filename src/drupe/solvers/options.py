"""How a solver runs: how exact, how long, with how much memory, on how many threads."""

from dataclasses import dataclass
from enum import Enum
from typing import Any

from drupe.foundation.parameters import Checked, positive, whole
from drupe.foundation.progress import Progress


class Precision(Enum):
    """In which precision kernel values are held while solving; gradients are always float64."""

    AUTO = "auto"
    SINGLE = "single"
    DOUBLE = "double"


class OnInterrupt(Enum):
    """What becomes of a run that is stopped by Ctrl-C."""

    RAISE = "raise"
    KEEP = "keep"


@dataclass(frozen=True)
class Options(Checked):
    """Limits of a run.

    Parameters
    ----------
    tolerance
        Largest violation of the optimality conditions at which the run may end.
    enough
        Violation with which a run that met a limit is taken as it is; a larger one is compared with earlier rules.
    refine
        Whether small problems are solved far beyond the tolerance, so that their answer is unique.
    max_iterations
        Steps after which the run ends unconverged; None for ten million, or a hundred for each variable if more.
    max_seconds
        Wall time after which the run ends unconverged; None for no limit.
    cache_bytes
        Memory for kernel rows.
    threads
        Threads of the core, 0 for OpenMP's number.
    precision
        Precision of kernel values.
    on_interrupt
        Whether Ctrl-C raises or leaves the best so far.
    progress
        Told how far the run is: a number that rises to 1.
    """

    tolerance: float = positive(1e-3)
    enough: float = 0.0
    refine: bool = False
    max_iterations: int | None = None
    max_seconds: float | None = None
    cache_bytes: int = whole(0, 200 * 2**20)
    threads: int = whole(0, 0)
    precision: Precision = Precision.AUTO
    on_interrupt: OnInterrupt = OnInterrupt.RAISE
    progress: Progress | None = None

    def but(self, **others: Any) -> "Options":
        """The same options with some replaced by a solver; these are not checked again, as a fit does this often.

        >>> Options(threads=2).but(tolerance=0.1).threads
        2
        """
        options = object.__new__(Options)
        options.__dict__.update(self.__dict__, **others)
        return options
