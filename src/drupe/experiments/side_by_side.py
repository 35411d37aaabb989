"""Experiments side by side on the workers of a Dask cluster, printed in their order."""

import io
from collections.abc import Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass
from pathlib import Path

from drupe.experiments.experiment import Experiment


@dataclass(frozen=True)
class Printed:
    """What an experiment prints, run with the data of a folder that every worker sees; one at a time in a process."""

    folder: Path

    def __call__(self, name: str) -> str:
        with redirect_stdout(io.StringIO()) as printed:
            Experiment.named(name).run(self.folder)
        return printed.getvalue()


def side_by_side(chosen: Sequence[Experiment], folder: Path, address: str) -> list[str]:
    """What each of the experiments prints."""
    from distributed import Client  # only who has a cluster needs Dask

    from drupe.distributed import DaskEngine

    with Client(address) as client:
        return DaskEngine(client).map(Printed(folder.resolve()), [one.name for one in chosen])
