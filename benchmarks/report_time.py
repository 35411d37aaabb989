"""How long one waits for `drupe report`, from a table of numbers and words to the page, and for its start."""

import csv
import os
import resource
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

import numpy as np
from measure import Goal, Row, Settings

GOALS = {1_000: 3.0, 10_000: 8.0, 100_000: 30.0}
"""Seconds for so many rows, on two quiet cores."""

START, NO_FILE = 0.25, 0.3
NUMBERS, COLORS, CITIES = 12, ("red", "green", "blue", "black"), 15
TARGETS = {"classes": "label", "quantity": "amount"}


def write_table(path: Path, rows: int, task: str) -> None:
    """Numbers of different spreads and two columns of words, of which some decide, with noise."""
    rng = np.random.default_rng(0)
    x = rng.standard_normal((rows, NUMBERS))
    x[:, 3] *= 100.0
    color, city = rng.choice(COLORS, rows), rng.integers(CITIES, size=rows)
    amount = x[:, 0] + x[:, 1] * x[:, 2] + (color == "red") + 0.7 * rng.standard_normal(rows)
    target = np.where(amount > 0.5, "yes", "no") if task == "classes" else np.char.mod("%.4g", amount)
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow([*(f"x{j}" for j in range(NUMBERS)), "color", "city", TARGETS[task]])
        for i in range(rows):
            writer.writerow([*(f"{value:.4g}" for value in x[i]), color[i], f"city {city[i]}", target[i]])


def command(folder: Path, *arguments: str, code: int = 0) -> tuple[float, float]:
    """Seconds until the command is done, and seconds of all processors that it took."""
    # As after an installation: modules are compiled once, not at each start.
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": str(folder / "compiled")}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    began, before = perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
    run = subprocess.run(
        [sys.executable, "-m", "drupe", *arguments], cwd=folder, env=environment, capture_output=True, check=False
    )
    seconds, after = perf_counter() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    assert run.returncode == code, run.stderr.decode()
    return seconds, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def measured(case: str, goal: float, repeats: int, folder: Path, *arguments: str, code: int = 0) -> Row:
    """The quickest of several runs against its goal."""
    seconds, processor = min(command(folder, *arguments, code=code) for _ in range(repeats))
    return Row(case, {"s": seconds, "processor s": processor}, (Goal("s", goal, at_most=True),))


def rows(settings: Settings) -> Iterator[Row]:
    """The start alone, a mistyped name, then reports on classes and on a quantity."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        write_table(folder / "first.csv", 60, "classes")
        command(folder, "report", "first.csv", "--target", "label")
        yield measured("start", START, settings.repeats, folder, "--version")
        yield measured("no such file", NO_FILE, settings.repeats, folder, "report", "nofile.csv", code=4)
        for task, target in TARGETS.items():
            for size, goal in GOALS.items():
                n = max(60, settings.size(size))
                write_table(folder / "data.csv", n, task)
                repeats = settings.repeats if size == min(GOALS) else 1
                case = f"{task}, {n} rows"
                yield measured(case, goal, repeats, folder, "report", "data.csv", "--target", target)
