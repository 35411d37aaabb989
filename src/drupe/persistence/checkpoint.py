"""A folder that remembers a long fit: killed at any moment, it goes on from there to the same bits."""

import os
import time
import warnings
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from drupe.foundation.callers import stacklevel_outside
from drupe.foundation.errors import DrupeError, FileError, InputError, ParameterError
from drupe.foundation.ordered_sum import OrderedSum
from drupe.grams.cross import Swept
from drupe.persistence.archive import FORMAT, MODEL, save
from drupe.persistence.container import Container, write_container
from drupe.persistence.json_values import JSON, corrupt
from drupe.persistence.reading import Reader
from drupe.persistence.writing import Writer
from drupe.solvers.passes.run_state import RunState

STATE, SUM = "state.drupe", "sum.drupe"
"""The run after its last whole pass, and the part of a pass that was summed since."""

CHECKPOINT_FORMAT = 1
"""The version of what is remembered of a run; a run of another version begins anew elsewhere."""


class Checkpoint:
    """A folder with the state of one fit: `machine.fit(rows, checkpoint=Checkpoint("run"))`, or just its name.

    After every pass the state and the best model so far are written, inside a pass the sum over its first parts every
    half a minute: beside their places, flushed to the disk, then moved, so that there is always a whole one. A fit of
    the same machine on the same data goes on from there. Another one is refused, and told what differs. If the disk is
    full, the fit warns and goes on, and what was written before stays.

    Parameters
    ----------
    folder
        Where; it is made if it is not there.
    every
        Seconds between two writings inside a pass.

    Examples
    --------
    >>> import tempfile
    >>> from drupe import LandmarkRegressor, load
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     machine = LandmarkRegressor("linear").fit([[0.0], [1.0], [2.0]], [0.0, 1.0, 2.0], checkpoint=folder)
    ...     bool((load(folder).predict([[3.0]]) == machine.predict([[3.0]])).all())
    True
    """

    def __init__(self, folder: str | os.PathLike[str], every: float = 30.0):
        if not isinstance(folder, str | os.PathLike):
            raise ParameterError(f"a checkpoint needs the path of a folder, got {folder!r}.")
        if not every >= 0.0:
            raise ParameterError(f"every must be seconds, zero or more, got {every!r}.")
        self.folder, self.every = Path(folder), float(every)

    def keeper(self, identity: Mapping[str, str], model: Callable[[RunState], Any]) -> "FolderKeeper":
        """Who remembers the run of this identity."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as cause:
            raise FileError(f"{self.folder} cannot be the folder of a checkpoint: {cause.strerror}.") from cause
        return FolderKeeper(self, {"checkpoint format": str(CHECKPOINT_FORMAT), **identity}, model)


class FolderKeeper:
    """Reads and writes the files of one run.

    Parameters
    ----------
    place
        The folder, and how often it is written to.
    identity
        What the run must be to go on with it, by name.
    model
        The machine that a state stands for.
    """

    def __init__(self, place: Checkpoint, identity: Mapping[str, str], model: Callable[[RunState], Any]):
        self._place, self._identity, self._model = place, dict(identity), model
        self._last = time.monotonic()

    def begun(self) -> tuple[RunState | None, OrderedSum[Swept] | None]:
        """Where the run was left; a run that is another one is refused."""
        state: RunState | None = self._read(STATE)
        found = self._read(SUM)
        passes = 0 if state is None else state.passes
        return state, found["sum"] if found is not None and found["passes"] == passes else None

    def summed(self, passes: int, so_far: OrderedSum[Swept]) -> None:
        """Written now and then."""
        if time.monotonic() - self._last >= self._place.every:
            self._write(SUM, {"passes": passes, "sum": so_far})

    def passed(self, state: RunState) -> None:
        """Written each time, and the model with it."""
        self._write(STATE, state)
        self._trying(lambda: save(self._model(state), self._place.folder / MODEL))

    def _write(self, name: str, value: Any) -> None:
        writer = Writer()
        document: dict[str, JSON] = {"format": FORMAT, "identity": self._identity, "value": writer.written(value, name)}
        self._trying(lambda: write_container(self._place.folder / name, document, writer.arrays))
        self._last = time.monotonic()

    def _trying(self, write: Callable[[], None]) -> None:
        """A disk that is full ends no fit: what was remembered before is still there."""
        try:
            write()
        except FileError as error:
            warnings.warn(
                f"the checkpoint could not be written, and the fit goes on: {error}",
                RuntimeWarning,
                stacklevel=stacklevel_outside(),
            )

    def _read(self, name: str) -> Any:
        path = self._place.folder / name
        if not path.exists():
            return None
        try:
            container = Container(path)
            self._compare(container.document.get("identity"))
            with container.arrays() as array:
                return Reader(array, container.size, FORMAT, trusted=False).read(container.document.get("value"))
        except DrupeError as error:
            raise type(error)(f"{path}: {error}", remedies=error.remedies) from error.__cause__

    def _compare(self, there: Any) -> None:
        if not isinstance(there, dict):
            raise corrupt("it says of no run that it is its checkpoint")
        names = [*self._identity, *(name for name in there if name not in self._identity)]
        unlike = [name for name in names if there.get(name) != self._identity.get(name)]
        if unlike:
            told = "; ".join(
                f"{name} was {_short(there.get(name))}, now {_short(self._identity.get(name))}" for name in unlike
            )
            raise InputError(
                f"the checkpoint is of another run: {told}. Choose another folder, or delete this one to begin anew."
            )


def _short(value: Any) -> str:
    text = "not there" if value is None else str(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
