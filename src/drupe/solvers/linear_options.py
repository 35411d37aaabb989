"""How a linear problem is solved: to which gap, how long, on how many threads, told to whom."""

from dataclasses import dataclass

from drupe.foundation.progress import Progress


@dataclass(frozen=True)
class LinearOptions:
    """Limits of a run.

    Parameters
    ----------
    gap
        Duality gap at which the run ends, as a share of the objective.
    max_steps
        Steps of Newton's method, or passes, at most; None for no limit.
    max_seconds
        Wall time after which the run ends; None for no limit.
    threads
        Threads of the core, 0 for OpenMP's number.
    seed
        Of the order in which coordinate descent visits the examples.
    keep
        Whether Ctrl-C leaves the best so far, and does not raise.
    progress
        Told how far the run is: a number that rises to 1.
    """

    gap: float = 1e-4
    max_steps: int | None = None
    max_seconds: float | None = None
    threads: int = 0
    seed: int = 0
    keep: bool = False
    progress: Progress | None = None

    @property
    def steps(self) -> int:
        """The limit of steps as the core takes it."""
        return -1 if self.max_steps is None else self.max_steps

    @property
    def seconds(self) -> float:
        """The limit of time as the core takes it."""
        return -1.0 if self.max_seconds is None else self.max_seconds
