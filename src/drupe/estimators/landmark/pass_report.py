"""How far the passes are, in words: for a bar or lines on the terminal."""

import contextlib
import resource
import sys

import numpy as np

from drupe.foundation.progress import Listener, Progress, Speaker
from drupe.solvers.passes.descend import PassLimits
from drupe.solvers.passes.run_state import RunState


class PassReport:
    """Tells a progress what is left to do: "pass 3 of at most 10, 41 %, watched error 0.198, gradient 3e-2, ...".

    Parameters
    ----------
    progress
        The bar, or None.
    limits
        When the run ends.
    memory
        Bytes that it may take.
    """

    def __init__(self, progress: Progress | None, limits: PassLimits, memory: float):
        self._progress, self._limits, self._memory = progress, limits, memory

    def __call__(self, state: RunState, fraction: float) -> None:
        if self._progress is None:
            return
        if isinstance(self._progress, Speaker):
            self._progress.says(self.words(state, fraction))
        if len(state.trace) and isinstance(self._progress, Listener):
            self._progress.reached(float(state.trace.lengths[-1].max()))
        self._progress(self.share(state, fraction))

    def words(self, state: RunState, fraction: float) -> str:
        """One line."""
        said = [f"pass {state.passes + 1} of at most {self._limits.passes}", f"{int(100 * fraction)} %"]
        if len(state.trace):
            watched = state.trace.watched[-1, :, 1]
            if not np.isnan(watched).all():
                said.append(f"watched error {np.nanmin(watched):.3g}")
            said.append(f"gradient {state.trace.lengths[-1].max():.0e}")
        said.append(f"{peak_memory() / 1e9:.1f} of {self._memory / 1e9:.1f} GB")
        return ", ".join(said)

    def share(self, state: RunState, fraction: float) -> float:
        """Of the work: gradients fall by about the same factor in every pass, and passes are limited."""
        by_count = (state.passes + fraction) / self._limits.passes
        if not len(state.trace):
            return by_count
        left = float(np.clip(state.trace.lengths[-1].max(), 1e-300, 1.0))
        by_length = np.log(left) / np.log(min(self._limits.tolerance, 0.5))
        return float(np.clip(max(by_count, 0.9 * by_length), 0.0, 1.0))


def peak_memory() -> float:
    """Bytes that this process has held at most."""
    # Linux counts what the process that started this one had held into the number that all systems have.
    with contextlib.suppress(OSError), open("/proc/self/status") as status:
        for line in status:
            if line.startswith("VmHWM:"):
                return float(line.split()[1]) * 1024
    unit = 1 if sys.platform == "darwin" else 1024
    return float(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit)
