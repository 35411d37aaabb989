"""Objects seen from all around: pairs of classes, hard margins and a tournament, against perceptrons, under noise.

Section 8.2.1 of [Cristianini00] after [Pontil98]: of 100 objects in 72 views 32 are drawn at random; views at every
other angle are learned from, those between are the test; 128 × 128 gray pixels become 32 × 32 by averages of 4 × 4;
a linear machine of hard margin for each pair of objects. The source prints no numbers. Its pictures, the Columbia
Object Image Library, can be given as a folder (obj1__0.png, ...); without one the experiment draws solids of its own,
and what it finds is about those.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from rich.table import Table

from drupe.estimators.images.patch_averages import PatchAverages
from drupe.estimators.margin.hard_margin_svc import HardMarginSVC
from drupe.estimators.multiclass.directed_acyclic_graph import DirectedAcyclicGraph
from drupe.estimators.multiclass.one_vs_one import OneVsOne
from drupe.estimators.multiclass.tournament import Tournament
from drupe.estimators.perceptron.kernel_perceptron import KernelPerceptron
from drupe.experiments.claims import Verdict, console, graded, judged, show
from drupe.experiments.command import at_least, command
from drupe.experiments.picture_folders import picture_files, read_picture
from drupe.experiments.rendered_objects import turntable
from drupe.experiments.split import Split
from drupe.foundation.errors import InputError
from drupe.kernels.linear import Linear
from drupe.solvers.separation import NotSeparableError

OBJECTS, DRAWN, VIEWS, SIDE, BLOCK = 100, 32, 72, 128, 4
NOISE = (0, 20, 40, 60, 80, 100)
"""Largest change of a pixel after averaging, in bytes; each is changed by a uniform amount up to that, either way."""

SCHEMES = {"vote": OneVsOne, "tournament": Tournament, "graph": DirectedAcyclicGraph}
MACHINES = {"margin": HardMarginSVC(Linear()), "perceptron": KernelPerceptron(Linear())}
HIGH = 0.01
"""Error that still is an extremely high performance."""

WORSE = 1.5
"""Factor of an error that is much worse."""

Errors = Mapping[tuple[str, str, int], Sequence[float]]
"""Test errors of each run, by machine, scheme and noise."""


def given(folder: Path) -> list[npt.NDArray[Any]]:
    """The views of each object of a folder, as averages of patches."""
    prepared = PatchAverages(BLOCK, eight_bit=True)
    found: list[npt.NDArray[Any]] = []
    for name, files in picture_files(folder).items():
        pictures = [read_picture(path) for path in files]
        if not found:
            prepared.fit(pictures)
        found.append(prepared.transform(pictures).astype(np.float64))
        if len(pictures) < 2:
            raise InputError(f"{name} has {len(pictures)} view; two or more are needed, to learn from and to test.")
    return found


def drawn_anew(objects: int, views: int, side: int) -> list[npt.NDArray[Any]]:
    """The views of solids that the experiment draws, as averages of patches."""
    prepared = PatchAverages(BLOCK, eight_bit=True)
    return [prepared.fit_transform(pictures).astype(np.float64) for pictures in turntable(objects, views, side, seed=0)]


def alternating(objects: Sequence[npt.NDArray[Any]]) -> Split:
    """Every other view to learn from, those between to be tested on."""
    labels = [np.full(len(views), place) for place, views in enumerate(objects)]

    def part(first: int) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
        rows = np.vstack([views[first::2] for views in objects])
        return rows, np.concatenate([own[first::2] for own in labels])

    return Split(*part(0), *part(1))


def noisy(rows: npt.NDArray[Any], amount: int, rng: np.random.Generator) -> npt.NDArray[Any]:
    """Each pixel changed by up to that many bytes, and kept within bytes."""
    return np.clip(rows + rng.integers(-amount, amount + 1, size=rows.shape), 0.0, 255.0) if amount else rows


def run(objects: Sequence[npt.NDArray[Any]], count: int, seed: int) -> dict[tuple[str, str, int], float]:
    """Test errors of all machines, schemes and amounts of noise on objects drawn at random."""
    rng = np.random.default_rng(seed)
    data = alternating([objects[place] for place in rng.permutation(len(objects))[:count]])
    # The mean of the training views as origin and pixels of about 1: hyperplanes with an offset do not care.
    origin = data.X.mean(axis=0)
    tests = {amount: (noisy(data.X_test, amount, rng) - origin) / 255.0 for amount in NOISE}
    errors = {}
    for name, machine in MACHINES.items():
        for scheme, kind in SCHEMES.items():
            rule = kind(machine).fit((data.X - origin) / 255.0, data.y)
            for amount, rows in tests.items():
                errors[name, scheme, amount] = float(np.mean(rule.predict(rows) != data.y_test))
    return errors


def table(errors: Errors) -> Table:
    """Mean errors in percent; a row for each amount of noise."""
    out = Table(header_style="bold", caption="test error in percent, mean over runs; noise in bytes of 255")
    out.add_column("noise ±", justify="right")
    for name in MACHINES:
        for scheme in SCHEMES:
            out.add_column(f"{name}, {scheme}", justify="right")
    for amount in NOISE:
        cells = (100.0 * np.mean(errors[name, scheme, amount]) for name in MACHINES for scheme in SCHEMES)
        out.add_row(str(amount), *(f"{cell:.2f}" for cell in cells))
    return out


def claims(errors: Errors, source: str) -> list[str]:
    """What the source says of objects."""

    def mean(name: str, amount: int, scheme: str = "tournament") -> float:
        return float(np.mean(errors[name, scheme, amount]))

    clean, worst = mean("margin", 0), mean("margin", NOISE[-1])
    lines = [
        judged(True, f"{source}: all pairs of objects can be separated exactly by a hyperplane, which was found"),
        graded(clean <= HIGH, clean <= 5 * HIGH, f"{source}: performance is extremely high: {clean:.2%} errors"),
        graded(
            clean == 0.0 and worst > 0.0,
            worst > clean,
            f"{source}: errors appear only after noise: {clean:.2%} without, {worst:.2%} at ±{NOISE[-1]}",
        ),
    ]
    ours, theirs = (float(np.mean([mean(name, amount) for amount in NOISE])) for name in MACHINES)
    words = f"{source}: perceptrons trained the same way are much worse: over all noise {theirs:.2%} against {ours:.2%}"
    lines.append(graded(theirs >= WORSE * ours and theirs > 0.0, theirs > ours, words))
    apart = max(abs(mean("margin", amount, "vote") - mean("margin", amount)) for amount in NOISE)
    lines.append(f"{source}: vote and tournament differ by {100 * apart:.2f} points at most")
    return lines


def main(arguments: Sequence[str] | None = None) -> None:
    """Draw or read, train, test, print and judge."""
    parser = command("objects", __doc__)
    parser.add_argument("--pictures", type=Path, metavar="DIR", help="folder of pictures; drawn solids unless given")
    parser.add_argument("--objects", type=at_least(2), default=OBJECTS, metavar="N", help="solids to draw")
    parser.add_argument("--drawn", type=at_least(2), default=DRAWN, metavar="N", help="objects of each run")
    parser.add_argument("--views", type=at_least(4), default=VIEWS, metavar="N", help="views of each solid")
    parser.add_argument("--side", type=at_least(8), default=SIDE, metavar="N", help="pixels of drawn views")
    parser.add_argument("--runs", type=at_least(1), default=5, metavar="N", help="random choices of objects")
    options = parser.parse_args(arguments)
    out = console()
    with out.status("pictures ..."):
        if options.pictures is None:
            objects, source = drawn_anew(options.objects, options.views, options.side), "solids drawn here"
        else:
            objects, source = given(options.pictures), options.pictures.name
    found: dict[tuple[str, str, int], list[float]] = {}
    try:
        for seed in range(options.runs):
            with out.status(f"run {seed + 1} of {options.runs} ..."):
                for key, error in run(objects, min(options.drawn, len(objects)), seed).items():
                    found.setdefault(key, []).append(error)
    except NotSeparableError as proof:
        show(out, [], [Verdict.FAILS.of(f"{source}: all pairs of objects can be separated exactly: {proof}")])
        return
    show(out, [table(found)], claims(found, source))


if __name__ == "__main__":
    main()
