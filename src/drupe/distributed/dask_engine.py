"""The engine on dask.distributed: one task for each worker and sum, the same bits for any number of them."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import partial, reduce
from itertools import pairwise
from threading import Lock
from typing import Any, TypeVar

import dask
import joblib
from distributed import Client, Future, as_completed
from distributed.scheduler import KilledWorker

from drupe.distributed.joblib_backend import EngineBackend
from drupe.distributed.parcel import Parcel, packed
from drupe.distributed.same_version import require_same, versions
from drupe.foundation.engine import Engine, Work
from drupe.foundation.errors import ConvergenceError, InputTypeError, ParameterError
from drupe.foundation.ordered_sum import OrderedSum, Summand
from drupe.foundation.progress import Progress

Total = TypeVar("Total", bound=Summand)
Result = TypeVar("Result")

PATIENCE = 60.0
"""Seconds for which the first worker is waited for."""


class DaskEngine(Engine):
    """Sums over parts on the workers of a Dask cluster.

    Each worker is sent one run of neighboring parts and gives back the totals of a fixed tree over them, so that the
    sum has the bits that one process alone would get. If a worker is lost, another one does its run again; one that
    joins gets its share of the next sum. Nothing is scattered: what work needs is the result of a task, which the
    scheduler can have made again, and large arrays that stay the same from sum to sum travel once.

    Parameters
    ----------
    client
        A `distributed.Client`; its workers must run the same drupe, which is checked here.

    Notes
    -----
    Dask starts its workers with OMP_NUM_THREADS=1. A worker that has a machine for itself uses all of it if the machine
    that is fitted says `n_jobs=-1`.

    Examples
    --------
    >>> from distributed import Client
    >>> with Client(processes=False, n_workers=1, dashboard_address=":0") as client:
    ...     DaskEngine(client).sum(len, ["ab", "c", "def"])
    6
    """

    def __init__(self, client: Client):
        if not isinstance(client, Client):
            raise InputTypeError(
                f"DaskEngine needs a distributed.Client, got {type(client).__name__}; make one of the address of a "
                "scheduler: Client('tcp://host:8786')."
            )
        self.client = client
        self._sent: dict[str, Future] = {}
        self._sending = Lock()
        require_same(versions(), client.run(versions) if self._workers() else {})

    def sum(
        self,
        work: Work[Total],
        parts: Sequence[Any],
        *,
        begun: OrderedSum[Total] | None = None,
        reached: Callable[[OrderedSum[Total]], None] | None = None,
        progress: Progress | None = None,
    ) -> Total:
        """Σ work(part)."""
        so_far = OrderedSum[Total].beginning() if begun is None else begun
        runs = [partial(_sum_of_run, first, parts[first:last]) for first, last in self._runs(so_far.last, len(parts))]
        waiting: dict[int, OrderedSum[Total]] = {}
        done = so_far.last
        with self._sent_out(runs, work) as futures:
            for future in as_completed(futures):
                run = self.result(future)
                waiting[run.first] = run
                done += len(run)
                while so_far.last in waiting:
                    so_far = so_far.joined(waiting.pop(so_far.last))
                    if reached is not None:
                        reached(so_far)
                if progress is not None:
                    progress(done / len(parts))
        return so_far.total()

    def map(self, work: Work[Result], parts: Sequence[Any], *, progress: Progress | None = None) -> list[Result]:
        """work(part) for every part, a task each."""
        results: dict[str, Result] = {}
        with self._sent_out([partial(_result_of_part, part) for part in parts], work) as futures:
            for future in as_completed(futures):
                results[future.key] = self.result(future)
                if progress is not None:
                    progress(len(results) / len(parts))
            return [results[future.key] for future in futures]

    def submit(self, call: Callable[[], Any]) -> Future:
        """One call on some worker; large arrays that the last call had, too, do not travel again."""
        return self.client.submit(_called, *self._parcel(call), pure=False)

    def result(self, future: Future) -> Any:
        """What a task gave or raised; workers that die of it again and again are told of in drupe's words."""
        try:
            return future.result()
        except KilledWorker as lost:
            raise ConvergenceError(
                f"the workers that were given part of the work died again and again ({lost}); their logs tell why, "
                "most often too little memory: give them more, or take fewer landmarks."
            ) from lost

    def behind_joblib(self) -> AbstractContextManager[Any]:
        """Inside, every loop of joblib's runs on the workers, and goes on when some are lost.

        That is scikit-learn's searches and ensembles, and those of this library: `with engine.behind_joblib():
        GridSearchCV(SVC(), grid).fit(X, y)`.
        """
        context: AbstractContextManager[Any] = joblib.parallel_config(backend=EngineBackend(self), n_jobs=-1)
        return context

    @contextmanager
    def _sent_out(self, tasks: Sequence[Callable[..., Any]], work: Work[Any]) -> Iterator[list[Future]]:
        """The tasks on their way, in turn to each worker; whatever ends this early takes them back."""
        head, buffers = self._parcel(work)
        workers = self._workers()
        futures = [
            self.client.submit(
                task, head, buffers, pure=False, workers=[workers[place % len(workers)]], allow_other_workers=True
            )
            for place, task in enumerate(tasks)
        ]
        try:
            yield futures
        except BaseException:
            self.client.cancel(futures, force=True)
            raise

    def _parcel(self, work: Callable[..., Any]) -> tuple[Future, list[Future]]:
        """The work as the result of a task, and its large arrays, of which those of the last work are there already."""
        parcel, buffers = packed(work)
        with self._sending, dask.config.set({"distributed.admin.large-graph-warning-threshold": "1TB"}):
            sent = {
                digest: self._sent.get(digest) or self.client.submit(_itself, buffer, pure=False)
                for digest, buffer in buffers.items()
            }
            head = self.client.submit(_itself, parcel, pure=False)
            self._sent = sent  # arrays that this work does not need are let go
        return head, [sent[digest] for digest in parcel.digests]

    def _runs(self, first: int, last: int) -> list[tuple[int, int]]:
        """Neighboring parts, nearly as many for each worker; no run is empty."""
        workers = len(self._workers())
        borders = [first + (last - first) * worker // workers for worker in range(workers + 1)]
        return [(begin, end) for begin, end in pairwise(borders) if begin < end]

    def _workers(self) -> list[str]:
        """The addresses of those who are there, at least one."""
        found = self.client.scheduler_info(n_workers=-1)["workers"]
        if not found:
            address = self.client.scheduler.address
            try:
                self.client.wait_for_workers(1, timeout=PATIENCE)
            except TimeoutError as cause:
                raise ParameterError(
                    f"the scheduler at {address} has no workers; start some: dask worker {address}."
                ) from cause
            found = self.client.scheduler_info(n_workers=-1)["workers"]
        return sorted(found)


def _itself(value: Result) -> Result:
    return value


def _sum_of_run(first: int, parts: Sequence[Any], parcel: Parcel, buffers: Sequence[bytes]) -> OrderedSum[Any]:
    work = parcel.opened(buffers)
    return reduce(lambda so_far, part: so_far.then(work(part)), parts, OrderedSum[Any].beginning(first))


def _result_of_part(part: Any, parcel: Parcel, buffers: Sequence[bytes]) -> Any:
    return parcel.opened(buffers)(part)


def _called(parcel: Parcel, buffers: Sequence[bytes]) -> Any:
    return parcel.opened(buffers)()
