"""Bayes point machines of many perceptrons: one against the rest, ten orders each; the numbers of the literature.

python benchmarks/bayes_point.py CASE [--quick] [--data DIR]
"""

import argparse
import json
import subprocess
import sys
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter, process_time

import numpy as np
from alone import peak
from data import folder
from measure import Goal, Row, Settings
from sklearn.datasets import load_digits

from drupe.estimators.bayes_point.bayes_point_machine import BayesPointMachine
from drupe.inputs import Vectors
from drupe.kernels import Kernel, Polynomial

MEMBERS = 10

REJECTED = 0.1
"""Share of the new examples that the machine may leave unanswered."""

SUPPORT = (740, 643, 1168, 1512, 1078, 1277, 823, 1103, 1856, 1920)
MISTAKES = (844, 843, 1345, 1811, 1222, 1497, 960, 1323, 2326, 2367)
"""Of one perceptron of degree 4 for each digit of MNIST: table 6.1 of [Graepel02]_."""


@dataclass(frozen=True)
class Case:
    """A file of digits, a kernel, and what is aimed at."""

    file: str | None
    degree: int
    normalized: bool
    goals: tuple[Goal, ...]


def at_most(column: str, bound: float) -> Goal:
    return Goal(column, bound, at_most=True)


WITHIN = tuple(at_most(f"{what} off %", 5.0) for what in ("support", "mistakes"))

CASES = {
    "mnist normalized": Case(
        "mnist.npz",
        5,
        True,
        (
            at_most("seconds", 25.0),
            at_most("peak GB", 1.6),
            at_most("error %", 1.4),
            at_most("error % of 90 %", 0.15),
        ),
    ),
    "mnist": Case("mnist.npz", 5, False, (at_most("seconds", 25.0), at_most("peak GB", 1.6), at_most("error %", 1.7))),
    "mnist degree 4": Case("mnist.npz", 4, False, WITHIN),
    "usps normalized": Case("usps.npz", 5, True, (at_most("seconds", 1.0), at_most("error %", 4.6))),
    "digits": Case(None, 5, True, ()),
}


def digits(case: Case, settings: Settings) -> tuple[np.ndarray, ...]:
    """Images to learn from and their classes, new images and theirs: whole numbers from 0 on."""
    if case.file is None:
        x, y = load_digits(return_X_y=True)
        return x[:1_200], y[:1_200], x[1_200:], y[1_200:]
    place = folder(settings)
    assert place is not None
    with np.load(place / case.file) as file:
        x, y, new, truth = (file[name] for name in ("X_train", "y_train", "X_test", "y_test"))
    lowest = min(x.min(), 0)
    few, less = settings.size(len(x)), settings.size(len(new))
    return x[:few] - lowest, y[:few], new[:less] - lowest, truth[:less]


def learned(case: Case, settings: Settings) -> dict[str, float]:
    """Fit and predict, in a process that has done nothing else."""
    x, y, new, truth = digits(case, settings)
    kernel: Kernel[Vectors] = Polynomial(case.degree, 1.0)
    if case.normalized:
        kernel = kernel.normalized()
    machine = BayesPointMachine(
        kernel=kernel,
        sampler="perceptron",
        n_samples=MEMBERS,
        random_state=1,
    )
    started, processed = perf_counter(), process_time()
    machine.fit(x, y)
    outputs = machine.decision_function(new)
    numbers = {"seconds": perf_counter() - started, "CPU s": process_time() - processed, "peak GB": peak() / 1e9}
    wrong = machine.classes_[outputs.argmax(axis=1)] != truth
    sure = outputs.max(axis=1) / np.sqrt(kernel.diagonal(Vectors.of(new)))  # ⟨w, φ(x)⟩ / ‖φ(x)‖
    answered = np.argsort(-sure)[: round((1.0 - REJECTED) * len(new))]
    numbers |= {"error %": 100.0 * wrong.mean(), "error % of 90 %": 100.0 * wrong[answered].mean()}
    if case.goals == WITHIN:
        numbers |= against_the_table(machine)
    return {name: float(number) for name, number in numbers.items()}


def against_the_table(machine: BayesPointMachine) -> dict[str, float]:
    """How far the digit that is furthest off is from the table."""
    support, mistakes = [], []
    for part in machine.solution_.coefficients:
        support.append(np.diff(part.indptr).mean())
        sizes = [np.abs(part.data[i:j]) for i, j in zip(part.indptr, part.indptr[1:], strict=False)]
        mistakes.append(np.mean([size.sum() / size.min() for size in sizes]))  # one mistake is the least coefficient
    off = {"support": np.divide(support, SUPPORT), "mistakes": np.divide(mistakes, MISTAKES)}
    return {f"{name} off %": 100.0 * np.abs(ratios - 1.0).max() for name, ratios in off.items()}


def rows(settings: Settings) -> Iterator[Row]:
    """Every case whose data are there, each in a fresh process."""
    place = folder(settings)
    there = [name for name, case in CASES.items() if case.file and place is not None and (place / case.file).exists()]
    for name in there or ["digits"]:
        more = ["--quick"] * settings.quick + (["--data", str(settings.data)] if settings.data else [])
        command = [sys.executable, str(Path(__file__)), name, *more]
        told = subprocess.run(command, capture_output=True, text=True, check=False)
        if told.returncode:
            raise RuntimeError(f"{name}: {told.stderr}")
        yield Row(name, json.loads(told.stdout.splitlines()[-1]), CASES[name].goals)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("case", choices=CASES)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--data", type=Path)
    chosen = parser.parse_args()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that a fit will take long is what is measured
        print(json.dumps(learned(CASES[chosen.case], Settings(chosen.quick, chosen.data))))


if __name__ == "__main__":
    main()
