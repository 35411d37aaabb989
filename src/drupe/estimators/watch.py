"""One fit as its user meets it: shown on the terminal, told to callbacks, limited in time, stopped by Ctrl-C."""

import time
from dataclasses import dataclass, field

from drupe.estimators.callbacks import Told
from drupe.foundation.progress import Progress
from drupe.solvers.options import OnInterrupt


@dataclass(frozen=True, eq=False)
class Watch:
    """The bar and the callbacks that follow a fit, and what Ctrl-C does to it.

    Parameters
    ----------
    progress
        Hears how far the fit is: the bar, the callbacks, or both.
    keep
        Whether the user wants to keep what there is after Ctrl-C.
    told
        The callbacks, if there are any: they may end the fit, and then what there is is kept.
    began
        When the fit began.
    """

    progress: Progress | None
    keep: bool
    told: Told | None
    began: float = field(default_factory=time.perf_counter)

    @property
    def keeping(self) -> bool:
        """Whether a solver or sampler shall return what it has when it is interrupted."""
        return self.keep or self.told is not None

    @property
    def on_interrupt(self) -> OnInterrupt:
        """The same in the words of the solvers."""
        return OnInterrupt.KEEP if self.keeping else OnInterrupt.RAISE

    @property
    def seconds(self) -> float:
        """Wall time since the fit began."""
        return time.perf_counter() - self.began

    def left(self, limit: float | None) -> float | None:
        """What is left of a limit in seconds."""
        return None if limit is None else max(limit - self.seconds, 0.0)

    def end(self, complete: bool) -> None:
        """Raise the KeyboardInterrupt that a solver kept back for the callbacks' sake."""
        enough = self.told is not None and self.told.enough
        if not complete and not self.keep and not enough:
            raise KeyboardInterrupt
