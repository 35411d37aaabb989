"""`drupe compare`: machines side by side, with intervals."""

import dataclasses
from typing import Annotated, Any

import typer
from sklearn.base import is_classifier, is_regressor
from sklearn.dummy import DummyRegressor

from drupe.analysis.comparison import ClassResult, Comparison, QuantityResult, Result, compare_machines
from drupe.analysis.examples import Examples
from drupe.analysis.learnable import learnable
from drupe.analysis.measure import BalancedAccuracy
from drupe.analysis.preparation import preparation_for
from drupe.analysis.string_views import columns_of_strings
from drupe.analysis.task import Task
from drupe.cli.findings import note_findings
from drupe.cli.machine_text import machine
from drupe.cli.output import AsJson, console, print_json
from drupe.cli.progress import note, watched
from drupe.cli.reading import Reading, reads_data
from drupe.foundation.errors import InputError, ParameterError
from drupe.report.blocks import Grid
from drupe.report.numbers import percent, quantity, seconds, significant
from drupe.report.rendering.terminal import grid_table

USUAL = {
    Task.CLASSES: "DefaultClassifier,NearestMean,NeighborsClassifier,VotedPerceptron,NuSVC,SVC",
    Task.QUANTITY: "KernelRidge,NuSVR,SquaredSVR,SVR",
}

PROCESS, FEW = "GaussianProcessRegressor", 200
"""Among the usual machines for a quantity up to so many rows: its cost grows with their third power."""

CONSTANT = "always the median"

FAILED = "could not learn"
"""What the table says of a machine that the error stream explains."""

FEWEST = 2
"""Rows that a class must have: one to learn from while another one is judged."""

SHOWN = 6
"""Classes up to which the terminal shows each."""


@reads_data
def compare(
    data: Annotated[str, typer.Argument(help="The data file, or - for the standard input.", metavar="DATA")],
    reading: Reading,
    machines: Annotated[
        list[str] | None,
        typer.Option(
            "--machines",
            "-m",
            help="With commas between, or repeated; by default the usual ones for the task.",
            metavar="NAMES",
        ),
    ] = None,
    task: Annotated[
        Task | None, typer.Option(help="What the target is; else words and few different numbers are classes.")
    ] = None,
    folds: Annotated[int, typer.Option(help="Of the cross-validation.", min=2)] = 5,
    seed: Annotated[int, typer.Option(help="Of the folds.", min=0)] = 0,
    as_json: AsJson = False,
) -> None:
    """Cross-validate machines with their default parameters on the same folds.

    Every row is answered once by a machine that has not seen it; columns, and a quantity, are scaled by what the rows
    say that it has seen. The first is the best by accuracy, by balanced accuracy if a class is rare, or by mean error.
    The last column is the probability that two equally good machines would differ so much, if on each row either might
    as well be the better one (a sign test, weighted by how much they differ): large means that the difference may be
    chance.

    Example: drupe compare data.csv --target label --machines SVC,NearestMean
    """
    words = [name.strip() for names in machines or () for name in names.split(",")]
    named = [machine(name, []) for name in words if name] if machines else None
    if named == []:
        raise ParameterError("no machine is named; leave --machines out for the usual ones.")
    rows = Examples.of_table(reading.frame(data), data, task, missing=reading.options(raw=True).missing)
    examples, unlearned = learnable(rows, FEWEST)
    part = examples.part
    contestants = _usual(examples.task, len(part)) if named is None else _of_task(named, examples.task)
    before = columns_of_strings(part.X) if part.strings else preparation_for(part.X, reading.choices)
    note_findings(examples, before, unlearned)
    try:
        with watched(f"comparing {len(contestants)} machines") as progress:
            found = compare_machines(
                contestants, part, before, examples.task, folds=folds, seed=seed, progress=progress
            )
    except InputError as error:
        raise InputError(f"{data}: {error}") from None
    if as_json:
        print_json(_facts(found))
        return
    for grid in _grids(found):
        console().print(grid_table(grid))
    for one in found.results:
        if one.failure:
            note(f"{one.name}: {one.failure}")


def _usual(task: Task, n: int) -> dict[str, Any]:
    names = USUAL[task].split(",") + ([PROCESS] if task is Task.QUANTITY and n <= FEW else [])
    simple = {CONSTANT: DummyRegressor(strategy="median")} if task is Task.QUANTITY else {}
    return {**simple, **{name: machine(name, []) for name in names}}


def _of_task(machines: list[Any], task: Task) -> dict[str, Any]:
    """By name; those that learn something else are refused."""
    suits, kind = (is_classifier, "classifier") if task is Task.CLASSES else (is_regressor, "machine for a quantity")
    for one in machines:
        if not suits(one):
            raise ParameterError(
                f"{type(one).__name__} is no {kind}, and the target was taken for {task.value}; leave it out, or say "
                "with --task what the target is."
            )
    return {type(one).__name__: one for one in machines}


def _facts(found: Comparison) -> dict[str, Any]:
    return {
        "results": [_result_facts(one) for one in found.results],
        "n": found.n,
        "folds": found.folds,
        "measure": found.measure.key,
        "why": found.measure.why,
    }


def _result_facts(result: Result) -> dict[str, Any]:
    facts = {field.name: getattr(result, field.name) for field in dataclasses.fields(result)}
    return {**facts, "classes": [one.facts() for one in result.classes]} if isinstance(result, ClassResult) else facts


def _grids(found: Comparison) -> list[Grid]:
    """One row for each machine; below, if there are few classes, what each does in each of them."""
    quantities = [one for one in found.results if isinstance(one, QuantityResult)]
    if quantities:
        return [_quantity_grid(found, quantities)]
    results = [one for one in found.results if isinstance(one, ClassResult)]
    few = 2 <= max(len(one.classes) for one in results) <= SHOWN
    return [_class_grid(found, results), *([_by_class(results)] if few else [])]


def _quantity_grid(found: Comparison, results: list[QuantityResult]) -> Grid:
    rows = tuple(
        (one.name, "–", FAILED, "–", seconds(one.seconds), "–")
        if one.failure
        else (
            one.name,
            quantity(one.mean_error),
            f"{quantity(one.low)} to {quantity(one.high)}",
            "–" if one.r_squared is None else significant(one.r_squared, 3),
            seconds(one.seconds),
            _chance(place, one),
        )
        for place, one in enumerate(results)
    )
    columns = ("machine", "mean error", "95 % interval", "R²", "time", "p against best")
    caption = f"Mean error on {found.n} rows in {found.folds}-fold cross-validation, in units of the target"
    return Grid(caption, columns, rows, best=0)


def _class_grid(found: Comparison, results: list[ClassResult]) -> Grid:
    balanced = isinstance(found.measure, BalancedAccuracy)
    rows = tuple(
        (one.name, "–", "–", FAILED, seconds(one.seconds), "–")
        if one.failure
        else (
            one.name,
            percent(one.accuracy),
            percent(one.balanced_accuracy),
            " to ".join(map(percent, (one.balanced_low, one.balanced_high) if balanced else (one.low, one.high))),
            seconds(one.seconds),
            _chance(place, one),
        )
        for place, one in enumerate(results)
    )
    interval = "95 % interval of the latter" if balanced else "95 % interval of accuracy"
    columns = ("machine", "accuracy", "balanced accuracy", interval, "time", "p against best")
    why = f"; best by balanced accuracy, because {found.measure.why}" if balanced else ""
    caption = f"Accuracy on {found.n} rows in {found.folds}-fold cross-validation{why}"
    return Grid(caption, columns, rows, best=0)


def _by_class(results: list[ClassResult]) -> Grid:
    tried = [one for one in results if not one.failure]
    rows = tuple((one.name, *(f"{_share(c.recall)} / {_share(c.precision)}" for c in one.classes)) for one in tried)
    columns = ("machine", *(f"{one.label} ({one.n} rows)" for one in tried[0].classes))
    return Grid("Share of each class that is found / share of right answers where it is said", columns, rows, best=0)


def _share(value: float | None) -> str:
    return "–" if value is None else percent(value)


def _chance(place: int, result: Result) -> str:
    return "best" if place == 0 else f"{result.chance:.2g}"
