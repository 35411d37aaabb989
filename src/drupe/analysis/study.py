"""From examples to the analysis of the best machine for them: look, search, fit, analyze."""

import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from drupe.analysis.alerts import Alert, AlertKind, by_weight, naming
from drupe.analysis.analysis import Analysis, analyze
from drupe.analysis.columns.remarks import rows_left_out
from drupe.analysis.contenders import contenders_for
from drupe.analysis.data_facts import DataFacts, data_facts_of
from drupe.analysis.examples import Examples
from drupe.analysis.fitting import fit_best
from drupe.analysis.learnable import learnable
from drupe.analysis.look import Look, look
from drupe.analysis.measure import measure_for
from drupe.analysis.part import Part
from drupe.analysis.preparation import empty_words, preparation_for, scaling_words
from drupe.analysis.provenance import Provenance, provenance
from drupe.analysis.search import Search, search
from drupe.analysis.searched import searched
from drupe.analysis.stages import Bars, Stages
from drupe.analysis.string_alerts import string_alerts
from drupe.analysis.task import Task
from drupe.bounds.base import checked_delta
from drupe.estimators.preparation.table_encoder import encoder_of
from drupe.estimators.preparation.treatments import AsNumber, ColumnChoices
from drupe.foundation.errors import InputError, InputTypeError, ParameterError
from drupe.foundation.interrupts import noticed
from drupe.foundation.parameters import Interval, check
from drupe.inputs.coerce import coerce, coerce_like
from drupe.inputs.frame import Frame
from drupe.inputs.readers.table import Table

SEARCHED = 2000
"""Training rows that the search looks at; the chosen machine is fitted on all of them."""

SHARES = Interval(0.0, 1.0, closed_low=False)
SEEDS = Interval(0, 2**32, whole=True)


def study(
    data: Any,
    y: Any = None,
    *,
    held_out: Any = None,
    test_share: float = 0.3,
    task: Task | str | None = None,
    delta: float = 0.05,
    seed: int = 0,
    name: str = "",
    choices: ColumnChoices | None = None,
    verbose: bool = False,
) -> Analysis:
    """Compare machines on some of the examples, fit the best, judge and certify it on the others.

    What `drupe report` does, for a notebook: `Report.from_analysis(study(data))` is its page, and `.model` the fitted
    machine, after what makes numbers of its columns. Every column is looked at first: what was found stands in
    `.alerts`, columns that name the rows are left out, empty cells are filled. The held-out examples take no part in
    any choice. Ctrl-C ends the stage that runs and keeps what is finished; `.missing` lists the rest.

    Parameters
    ----------
    data
        A data frame, with numbers, words, dates and empty cells; a table of `drupe.read`; an array, a CSR matrix, or
        strings.
    y
        The targets, or the name of their column in a data frame; None with a table, which has its own.
    held_out
        What to judge by, a table or a pair (X, y), instead of examples kept aside.
    test_share
        Share of the examples to keep aside; of no use with `held_out`.
    task
        `"classes"` or `"quantity"`; None decides by the targets: words and few different numbers are classes.
    delta
        Probability with which any certificate may fail.
    seed
        Of splits and folds.
    name
        What a report calls the data.
    choices
        What you say about columns: which ones hold categories, whether dates count, which ones to keep.
    verbose
        Whether to show how far each stage is: a bar on a terminal, elsewhere lines on the standard error.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> found = study(X, y, name="iris")
    >>> found.description.machine, found.outcomes.accuracy > 0.9, found.best.value < 0.2
    ('SVC', True, True)
    """
    examples = _examples(data, y, _task(task), "the table" if isinstance(data, Table) else "y", name)
    judged = None if held_out is None else _held_out(held_out, examples)
    stages = Bars() if verbose else Stages()
    return study_examples(
        examples, judged, test_share=test_share, delta=delta, seed=seed, choices=choices, stages=stages
    )


def study_examples(
    examples: Examples,
    held_out: Examples | None = None,
    *,
    test_share: float = 0.3,
    delta: float = 0.05,
    seed: int = 0,
    origin: Provenance | None = None,
    choices: ColumnChoices | None = None,
    stages: Stages | None = None,
) -> Analysis:
    """The same as `study`, of examples whose task is known; `stages` are told what begins and how far it is."""
    delta, stages, origin = checked_delta(delta), stages or Stages(), origin or provenance(seed=seed)
    check("study", "test_share", test_share, SHARES)
    check("study", "seed", seed, SEEDS)
    examples, unlearned = (examples, ()) if held_out is not None else learnable(examples)
    training, judged = _parts(examples, held_out, test_share, seed)
    before = preparation_for(training.X, choices)
    seen = looked(training, examples, before, unlearned)
    facts = _facts(examples, training, judged, before)
    found = _searched(training, before, examples.task, seed, stages)
    with stages.stage("fitting the best machine") as progress, noticed() as interrupts:
        model = fit_best(training, found, progress)
    if model is None:
        missing = ("the fitted model and all that follows from it",)
        return Analysis(examples.task, facts, origin, delta, found, look=seen, missing=missing)
    facts = _with_encoding(facts, model)
    cut = ("the end of the fit, so that model and probabilities are those found so far",) if interrupts.came else ()
    with stages.stage("certifying") as progress:
        return analyze(
            model,
            training,
            judged,
            delta=delta,
            data=facts,
            search=found,
            seen=seen,
            origin=origin,
            names=examples.columns,
            progress=progress,
            keep=True,
            unfinished=cut,
        )


def best_model(
    examples: Examples, *, seed: int = 0, choices: ColumnChoices | None = None, stages: Stages | None = None
) -> tuple[Any, Search]:
    """The machine that `study` would choose, fitted on all examples, and the search that chose it; none are held out.

    Ctrl-C at any time raises KeyboardInterrupt.

    >>> from sklearn.datasets import load_iris
    >>> model, found = best_model(Examples.of(*load_iris(return_X_y=True)))
    >>> type(model[-1]).__name__ == found.best.contender.machine, found.best.value > 0.9
    (True, True)
    """
    stages = stages or Stages()
    with noticed() as interrupts:
        before = preparation_for(examples.part.X, choices)
        found = _searched(examples.part, before, examples.task, seed, stages)
        if not found.interrupted:
            with stages.stage("fitting the best machine") as progress:
                model = fit_best(examples.part, found, progress)
    if found.interrupted or interrupts.came or model is None:
        raise KeyboardInterrupt
    return model, found


def _task(task: Task | str | None) -> Task | None:
    try:
        return None if task is None else Task(task)
    except ValueError:
        raise ParameterError(f"study.task must be 'classes', 'quantity' or None, got {task!r}.") from None


def _examples(data: Any, y: Any, task: Task | None, place: str, name: str = "") -> Examples:
    if not isinstance(data, Table):
        if isinstance(data, str | os.PathLike):
            raise InputTypeError(
                f"study takes data, got {str(data)!r}; if that is a file, read it first: study(pandas.read_csv(...), "
                "'target'), or with a table of drupe.read."
            )
        if y is None:
            raise InputError(
                "study learns from targets, but y is None; pass y, or a table of drupe.read, which has them."
            )
        return Examples.of(data, y, task, place=place, name=name)
    if y is not None:
        raise InputError("a table has its own targets; leave y out, or pass table.X and y.")
    return Examples.of_table(data, place, task, name=name)


def _held_out(given: Any, training: Examples) -> Examples:
    if isinstance(given, Table):
        found = _examples(given, None, training.task, "held_out")
    elif isinstance(given, tuple) and len(given) == 2:
        found = _examples(*given, training.task, "held_out")
    else:
        raise InputTypeError(f"held_out is a table or a pair (X, y), got {type(given).__name__}.")
    coerce_like(coerce(training.part.X), found.part.X, "study")
    return found


def _parts(examples: Examples, held_out: Examples | None, share: float, seed: int) -> tuple[Part, Part]:
    if held_out is not None:
        _check_labels(examples, held_out)
        return examples.part, held_out.part
    try:
        return examples.part.divided(share, seed, examples.task)
    except InputError as error:
        raise InputError(f"{examples.place}: {error}") from None


def _check_labels(training: Examples, held_out: Examples) -> None:
    """Raise an InputError that names the first held-out label that is not among the training labels."""
    if training.task is Task.QUANTITY:
        return
    known, part = training.part.counts, held_out.part
    strange = [label for label in part.counts if label not in known]
    if strange:
        row = int(part.rows[np.flatnonzero(part.y == strange[0])[0]])
        raise InputError(
            f"{held_out.place}, row {row}: the class {strange[0]!r} does not occur in {training.place}; leave such "
            "rows out, or add examples to learn from."
        )


def looked(training: Part, examples: Examples, before: Any, unlearned: Sequence[tuple[str, int]]) -> Look | None:
    """What the columns of some of the examples hold; of sparse rows and strings alerts alone, None if there are none.

    Parameters
    ----------
    training
        The rows that are learned from.
    examples
        All of them.
    before
        What stands before the machines, with a treatment for each column.
    unlearned
        Classes that were left out, and how many rows each had.
    """
    if isinstance(training.X, Frame):
        frame, treatments = training.X, before.treatments
    elif isinstance(training.X, np.ndarray) and training.X.ndim == 2:
        frame = Frame.of(training.X)
        treatments = tuple(map(AsNumber, frame.names))
    else:
        found_in_strings = string_alerts(training.X) if training.strings else ()
        alerts = by_weight([*too_rare(unlearned), *found_in_strings])
        return Look(len(training), (), (), alerts) if alerts else None
    found = look(frame, training.y, examples.task, treatments)
    others = len(examples.part) + sum(count for _, count in unlearned)
    gone = [rows_left_out(examples.left_out, others, examples.why)] if examples.left_out else []
    return replace(found, alerts=by_weight([*too_rare(unlearned), *gone, *found.alerts]))


def too_rare(classes: Sequence[tuple[str, int]]) -> Iterator[Alert]:
    """Classes that were left out, with how many rows each had, in one sentence."""
    if not classes:
        return
    named, rows = naming([label for label, _ in classes], "Class", "Classes"), sum(count for _, count in classes)
    has, said = ("has", "it") if len(classes) == 1 else ("have", "them")
    were = "1 row, which was" if rows == 1 else f"{rows} rows, which were"
    text = f"{named} {has} {were} left out: too few to learn and to judge, so that the model never says {said}."
    yield Alert.of(AlertKind.RARE_CLASS, text)


def _facts(examples: Examples, training: Part, held_out: Part, before: Any) -> DataFacts:
    missing = examples.missing
    if isinstance(training.X, Frame):
        missing = empty_words(training.X, before.treatments, examples.left_out, examples.why)
    return data_facts_of(
        training,
        held_out,
        examples.task,
        name=examples.name,
        target=examples.target,
        names=examples.columns,
        missing=missing,
        scaling="" if training.strings else scaling_words(before),
    )


def _with_encoding(facts: DataFacts, model: Any) -> DataFacts:
    encoder = encoder_of(model)
    return facts if encoder is None else replace(facts, encoded=len(encoder.get_feature_names_out()))


def _searched(training: Part, before: Any, task: Task, seed: int, stages: Stages) -> Search:
    sample = searched(training, SEARCHED, task, seed)
    contenders = contenders_for(training, task, before)
    with stages.stage(f"comparing {sum(one.candidates for one in contenders)} candidates") as progress:
        measure = measure_for(task, training.counts)
        found = search(sample, contenders, task, before=before, measure=measure, seed=seed, progress=progress)
    if found.interrupted:
        stages.note(f"interrupted; going on with the best of {len(found.trials)} of {found.planned} contenders.")
    return found
