"""Time, memory and error of machines from ten thousand to ten million rows: landmarks beside exact machines.

In a world whose P(y | x) is known, so that the true error at fresh rows can be held against the least there is. Rows
are made again in every pass and never lie in memory together; exact machines are asked as far as they go in fair time.
"""

import csv
import resource
import sys
import time
from collections.abc import Sequence
from dataclasses import astuple, dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np
from rich.table import Table

from drupe.estimators.landmark.landmark_classifier import LandmarkClassifier
from drupe.estimators.margin.svc import SVC
from drupe.experiments.claims import console, judged, show
from drupe.experiments.command import at_least, command
from drupe.experiments.worlds import Susy, WorldRows
from drupe.kernels import Gaussian

CHUNK = 10_000
FRESH = 900_000
"""Number of the first chunk that is tested on; those learned from have smaller ones."""

EXACT = 40_000
"""Rows up to which the exact machine is fitted."""

MOST_EXPONENT, MOST_MORE = 1.05, 1.5
"""What growth in time, and in memory over the whole range, is still linear, and still none."""


@dataclass(frozen=True)
class Run:
    """One fit: seconds of CPU, the peak of the process so far, and the true error at fresh rows."""

    machine: str
    rows: int
    seconds: float
    peak_megabytes: float
    error: float


def landmark_run(rows: int, landmarks: int, fresh: Any) -> Run:
    """Landmarks, in passes over rows that are made when they are read."""
    machine = LandmarkClassifier(Gaussian(width=4.0), landmarks=landmarks, random_state=0)
    began = time.process_time()
    machine.fit(WorldRows(Susy(size=CHUNK), parts=rows // CHUNK))
    return _run(f"{landmarks} landmarks", rows, time.process_time() - began, machine, fresh)


def exact_run(rows: int, fresh: Any) -> Run:
    """A support vector machine on rows in memory."""
    chunk = Susy(size=rows).chunk(0)
    machine = SVC(kernel=Gaussian(width=4.0), C=1.0)
    began = time.process_time()
    machine.fit(chunk.X, chunk.y)
    return _run("exact SVC", rows, time.process_time() - began, machine, fresh)


def _run(name: str, rows: int, seconds: float, machine: Any, fresh: Any) -> Run:
    unit = 1e6 if sys.platform == "darwin" else 1e3
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit
    return Run(name, rows, seconds, peak, fresh.risk(machine.predict(fresh.X)))


def verdicts(runs: Sequence[Run], best: float) -> list[str]:
    """What holds of the growth."""
    ours = [run for run in runs if "landmarks" in run.machine]
    sizes, seconds = [run.rows for run in ours], [run.seconds for run in ours]
    found = []
    if len(ours) > 1:
        exponent = float(np.polyfit(np.log(sizes), np.log(seconds), 1)[0])
        more = ours[-1].peak_megabytes / ours[0].peak_megabytes
        found.append(judged(exponent <= MOST_EXPONENT, f"time grows like n to the power {exponent:.2f}"))
        found.append(judged(more <= MOST_MORE, f"the peak of memory grows {more:.2f} times over the whole range"))
    excess = ours[-1].error - best
    return [*found, judged(excess <= 0.01, f"the last error lies {excess:.4f} above the best rule's {best:.4f}")]


def main(arguments: Sequence[str] | None = None) -> None:
    """Run, print, judge, and write the numbers down if asked to."""
    parser = command("landmark_growth", __doc__)
    parser.add_argument("--most", type=at_least(CHUNK), default=10_000_000, help="rows of the largest run")
    parser.add_argument("--landmarks", type=at_least(1), default=500)
    parser.add_argument("--exact", type=at_least(0), default=EXACT, help="rows up to which exact machines are fitted")
    parser.add_argument("--csv", type=Path, help="where to write the numbers")
    options = parser.parse_args(arguments)
    fresh = Susy(size=100_000 if options.most > CHUNK else CHUNK).chunk(FRESH)
    assert fresh.probability is not None, "this world knows them"
    best = fresh.risk((fresh.probability > 0.5).astype(np.int64))
    sizes = [size for size in (10**4, 10**5, 10**6, 10**7) if size <= options.most]
    runs = [landmark_run(size, options.landmarks, fresh) for size in sizes]
    runs += [exact_run(size, fresh) for size in (10_000, 20_000, 40_000) if size <= options.exact]
    out = Table("machine", "rows", "CPU s", "peak MB so far", "true error", header_style="bold")
    for run in runs:
        out.add_row(run.machine, f"{run.rows:,}", f"{run.seconds:.2f}", f"{run.peak_megabytes:.0f}", f"{run.error:.4f}")
    show(console(), [out], verdicts(runs, best))
    if options.csv is not None:
        with options.csv.open("w", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(field.name for field in fields(Run))
            writer.writerows(astuple(run) for run in runs)


if __name__ == "__main__":
    main()
