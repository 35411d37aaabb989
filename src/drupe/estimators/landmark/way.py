"""How a fit goes about its passes: where they are done, and who remembers them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from drupe.foundation.engine import Engine
from drupe.foundation.errors import ParameterError
from drupe.solvers.passes.descend import Forgetful, Keeper
from drupe.solvers.passes.run_state import RunState


class Checkpoint(Protocol):
    """A place where runs are remembered; `drupe.Checkpoint` is one, a folder."""

    def keeper(self, identity: Mapping[str, str], model: Callable[[RunState], Any]) -> Keeper:
        """Who remembers the run of this identity, and beside it the model that each state stands for."""


@dataclass(frozen=True, eq=False)
class Way:
    """The engine and the checkpoint of one fit.

    Parameters
    ----------
    engine
        Where sums over parts are made.
    checkpoint
        Where the run is remembered; None for nowhere.
    """

    engine: Engine
    checkpoint: Checkpoint | None

    @classmethod
    def of(cls, engine: Any, checkpoint: Any, here: Engine) -> "Way":
        """As a user says it: None for this process, the path of a folder for a checkpoint there."""
        if engine is not None and not isinstance(engine, Engine):
            raise ParameterError(f"engine must be an Engine, such as Here() or DaskEngine(client), got {engine!r}.")
        if checkpoint is not None and not hasattr(checkpoint, "keeper"):
            checkpoint = _folder(checkpoint)
        return cls(engine or here, checkpoint)

    def keeper(self, identity: Callable[[], Mapping[str, str]], model: Callable[[RunState], Any]) -> Keeper:
        """Who remembers the run; the identity, for which data are read, is asked for only if somebody does."""
        return Forgetful() if self.checkpoint is None else self.checkpoint.keeper(identity(), model)


def _folder(place: Any) -> Checkpoint:
    """The checkpoint in a folder, asked for by its flat name as a user would: files are no business of machines."""
    import drupe

    found: Checkpoint = drupe.Checkpoint(place)
    return found
