"""One fit as its user meets it: shown on the terminal, told to callbacks, stopped by Ctrl-C."""

from dataclasses import dataclass

from drupe.estimators.callbacks import Told
from drupe.foundation.progress import Progress


@dataclass(frozen=True, eq=False)
class Watching:
    """Who is told, and what an interruption shall do.

    Parameters
    ----------
    progress
        Whoever there is to tell.
    keep
        Whether the user wants to keep what there is after Ctrl-C.
    told
        The callbacks, if there are any: they may end the fit, and then what there is is kept.
    """

    progress: Progress | None
    keep: bool
    told: Told | None

    @property
    def keeping(self) -> bool:
        """What a sampler or solver is told to do."""
        return self.keep or self.told is not None

    def end(self, complete: bool) -> None:
        """Raise Ctrl-C here, where the sampler was kept from it for the callbacks' sake."""
        enough = self.told is not None and self.told.enough
        if not complete and not self.keep and not enough:
            raise KeyboardInterrupt
