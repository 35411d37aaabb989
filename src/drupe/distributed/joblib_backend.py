"""Any loop of joblib's, such as a grid search, on the workers of a Dask cluster, whichever of them are lost."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from distributed import Future
from joblib.parallel import ParallelBackendBase, SequentialBackend

if TYPE_CHECKING:
    from drupe.distributed.dask_engine import DaskEngine


class EngineBackend(ParallelBackendBase):  # type: ignore[misc]
    """Calls of joblib as tasks of a `DaskEngine`.

    joblib's own backend for Dask scatters large arguments, and what was scattered to a worker that dies is gone. Here
    they are results of tasks, which are made again.

    Parameters
    ----------
    engine
        Where the calls are sent.
    """

    supports_retrieve_callback = True
    default_n_jobs = -1

    def __init__(self, engine: "DaskEngine"):
        super().__init__(nesting_level=0)
        self._engine = engine
        self._open: set[Future] = set()

    def effective_n_jobs(self, n_jobs: int) -> int:
        """As many as there are threads on all workers, whatever was asked for."""
        threads: int = sum(self._engine.client.ncores().values())
        return max(1, threads)

    def submit(self, func: Callable[[], Any], callback: Callable[[Future], None] | None = None) -> Future:
        """A call on its way; joblib hears when it is done."""
        future = self._engine.submit(func)
        self._open.add(future)

        def done(ended: Future) -> None:
            self._open.discard(ended)
            if callback is not None and not ended.cancelled():
                callback(ended)

        future.add_done_callback(done)
        return future

    def retrieve_result_callback(self, out: Future) -> Any:
        """What the call gave or raised."""
        return self._engine.result(out)

    def abort_everything(self, ensure_ready: bool = True) -> None:
        """Nobody waits for what is still on its way."""
        self._engine.client.cancel(list(self._open), force=True)
        self._open.clear()

    def get_nested_backend(self) -> tuple[ParallelBackendBase, None]:
        """Loops inside a task run where the task runs."""
        return SequentialBackend(nesting_level=1), None
