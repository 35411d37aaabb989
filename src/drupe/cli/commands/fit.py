"""`drupe fit`: a machine from a data file."""

from pathlib import Path
from typing import Annotated, Any, TypeAlias

import typer
from sklearn.base import is_classifier, is_regressor
from sklearn.pipeline import Pipeline, make_pipeline

from drupe.analysis.examples import Examples
from drupe.analysis.learnable import learnable
from drupe.analysis.part import Part
from drupe.analysis.preparation import preparation_for, scaling_words, used_recipe
from drupe.analysis.string_kernels import compares_strings, string_words, usual_kernel
from drupe.analysis.string_views import columns_of_strings, view_words, views_for
from drupe.analysis.study import best_model
from drupe.analysis.task import Task, task_of
from drupe.cli.findings import note_findings
from drupe.cli.fitted_facts import fitted_facts, tell
from drupe.cli.left_out import note_left_out
from drupe.cli.machine_text import machine
from drupe.cli.output import STANDARD, AsJson
from drupe.cli.outputs import Force, Written, checked_outputs
from drupe.cli.progress import OnTerminal, waiting
from drupe.cli.reading import Reading, reads_data
from drupe.cli.row_counts import more_rows_than
from drupe.cli.row_fitting import Passes, fit_in_passes, learns_in_passes, tell_passes
from drupe.cli.svm_train import knows_svm_train
from drupe.estimators.last_step import last_step
from drupe.estimators.margin.svr import SVR
from drupe.estimators.preparation.treatments import ColumnChoices
from drupe.foundation.errors import InputError, ParameterError
from drupe.inputs.readers.options import Missing
from drupe.inputs.readers.recipe import SparseRecipe
from drupe.inputs.readers.table import Table
from drupe.persistence.archive import save

Unlearned: TypeAlias = tuple[tuple[str, int], ...]
"""Classes that are left out, and how many rows each has."""

EXACT = 100_000
"""Rows up to which exact machines are fitted, unless a machine is named."""

MANY_ROWS = "Many rows"

FEWEST = 3
"""Examples of each class, or rows with a quantity, below which machines are not compared."""


@knows_svm_train
@reads_data
def fit(
    data: Annotated[str, typer.Argument(help="The training file, or - for the standard input.", metavar="DATA")],
    reading: Reading,
    place: Annotated[str | None, typer.Argument(help="The model, as with -o.", metavar="MODEL")] = None,
    output: Annotated[
        str | None,
        typer.Option(
            "--output", "-o", help="The model, or - for standard output; else DATA.drupe here.", metavar="FILE"
        ),
    ] = None,
    machine_name: Annotated[
        str | None,
        typer.Option(
            "--machine", "-m", help="Which machine (see: drupe machines); else the best of several.", metavar="NAME"
        ),
    ] = None,
    kernel: Annotated[
        str | None,
        typer.Option("--kernel", "-k", help="rbf, linear, poly, or a formula: 'Gaussian(width=2)'.", metavar="KERNEL"),
    ] = None,
    C: Annotated[float | None, typer.Option("-C", "-c", help="Price of slack.", metavar="NUMBER")] = None,
    gamma: Annotated[
        str | None, typer.Option("--gamma", "-g", help="Factor in rbf, poly and sigmoid.", metavar="NUMBER")
    ] = None,
    probability: Annotated[bool, typer.Option("--probability", "-b", help="Learn probabilities too.")] = False,
    setting: Annotated[
        list[str] | None,
        typer.Option("--set", help="Any parameter of the machine; may be repeated.", metavar="NAME=VALUE"),
    ] = None,
    scale: Annotated[bool, typer.Option(help="Scale columns first, where they need it.")] = True,
    task: Annotated[
        Task | None, typer.Option(help="What the target is; else words and few different numbers are classes.")
    ] = None,
    landmarks: Annotated[
        int | None, typer.Option(help="How many landmarks.", min=1, metavar="NUMBER", rich_help_panel=MANY_ROWS)
    ] = None,
    memory: Annotated[
        str | None,
        typer.Option(help="What the fit may take, such as 2GB.", metavar="SIZE", rich_help_panel=MANY_ROWS),
    ] = None,
    checkpoint: Annotated[
        str | None,
        typer.Option(
            help="A folder that remembers the fit; the same command goes on from there.",
            metavar="FOLDER",
            rich_help_panel=MANY_ROWS,
        ),
    ] = None,
    dask: Annotated[
        str | None,
        typer.Option(help="Fit on the workers of this scheduler.", metavar="ADDRESS", rich_help_panel=MANY_ROWS),
    ] = None,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """Fit one machine on all rows and save it.

    Without a machine, the one is taken that does best in cross-validation, as in drupe report. With a kernel or any
    parameter of one, and for files in LIBSVM's format, it is an SVC, or an SVR for quantities, as svm-train has them.
    Columns are scaled unless they lie in [-1, 1] already; the scaling is part of the model. Regressors learn an offset.
    Machines that draw lots draw the same ones each time, unless --set random_state=NUMBER says otherwise.
    Strings (FASTA, or lines of text) are compared by the substrings, or the words, that they share.

    Exact machines are for up to 100,000 rows. Larger files, patterns such as 'flights/*.parquet', and --machine
    landmarks are read in passes, in little memory; a tenth of the rows is held out and certifies the error.

    Example: drupe fit heart_scale -C 10 -o heart.drupe
    """
    if place is not None and output is not None:
        raise ParameterError(f"the model has two names, {place!r} and {output!r}; leave one out.")
    settings = list(setting or [])
    settings += [f"C={C}"] if C is not None else []
    settings += [f"gamma={gamma}"] if gamma is not None else []
    written = output or place or (Path(data).name if data != STANDARD else "model") + ".drupe"
    # Whatever can be wrong is found before a large file is read.
    (saved,) = checked_outputs([(written, Written.MODEL)], [data], force)
    passes = Passes(landmarks, memory, checkpoint, dask)
    if _in_passes(machine_name, data, passes, free=kernel is None and not settings and not probability and scale):
        facts = fit_in_passes(data, reading, machine_name, settings, kernel, task, passes, saved, scale)
        tell_passes({**facts, "model": saved.path}, as_json)
        return
    _check_words(machine_name, settings, kernel, probability)
    table = reading.frame(data) if scale else reading.table(data)
    free = machine_name is None and kernel is None and not settings and not probability and scale
    missing = reading.options(raw=True).missing
    compared = _comparable(Examples.of_table(table, data, task, missing=missing), table) if free else None
    if compared is not None:
        facts, model = _best(*compared, reading.choices)
    else:
        usual = "SVR" if (task or _task(table)) is Task.QUANTITY else "SVC"
        chosen = machine(machine_name or usual, settings, kernel, probability)
        choices = reading.choices if scale else None
        facts, model = _fitted(table, data, chosen, task, choices, missing, free_kernel=kernel is None)
    with saved.opened() as file:
        save(model, file, recipe=used_recipe(table.recipe, model))
    tell({**facts, "model": saved.path}, as_json)


def _in_passes(name: str | None, data: str, passes: Passes, free: bool) -> bool:
    """Whether rows are read in passes: the machine does, or it is ours to choose and there are many rows."""
    if learns_in_passes(name) or (name is None and passes.said):
        return True
    if passes.said:
        raise ParameterError(f"{passes.said[0]} is for machines that read rows in passes; pass --machine landmarks.")
    return name is None and free and data != STANDARD and more_rows_than(data, EXACT)


def _comparable(examples: Examples, table: Table) -> tuple[Examples, Unlearned] | None:
    """The examples, and the classes that are left out, as drupe report does, because they have hardly any.

    None if machines cannot be compared on what is left; users of LIBSVM expect the machine of svm-train.
    """
    if isinstance(table.recipe, SparseRecipe):
        return None
    examples, unlearned = learnable(examples)
    fewest = min(examples.part.counts.values()) if examples.task is Task.CLASSES else len(examples.part)
    return (examples, unlearned) if fewest >= FEWEST else None


def _best(examples: Examples, unlearned: Unlearned, choices: ColumnChoices) -> tuple[dict[str, Any], Any]:
    """The facts of the machine that drupe report would choose, and the machine."""
    model, found = best_model(examples, choices=choices, stages=OnTerminal())
    note_findings(examples, found.before, unlearned)
    before = model[0] if isinstance(model, Pipeline) else None
    seen = _seen(model, before) or scaling_words(before)
    return {**fitted_facts(model, examples.part, seen), "search": found}, model


def _fitted(
    table: Table,
    data: str,
    chosen: Any,
    task: Task | None,
    choices: ColumnChoices | None,
    missing: Missing,
    free_kernel: bool,
) -> tuple[dict[str, Any], Any]:
    """The facts of the machine that was named, and the machine; without choices it sees the columns as they are."""
    scale = choices is not None
    examples = _examples(table, data, chosen, task, missing)
    part = Part(table.X, table.targets, table.rows) if examples is None else examples.part  # type: ignore[arg-type]
    if part.strings:
        before = _before_strings(chosen, part.X, free_kernel)
    else:
        before = preparation_for(part.X, choices) if scale else None
    if examples is None:
        note_left_out(before)
    elif scale:
        note_findings(examples, before)
    model = chosen if before is None else make_pipeline(before, chosen)
    with waiting(f"fitting {type(chosen).__name__} on {len(table)} rows"):
        model.fit(part.X, part.y)
        return fitted_facts(model, part, _seen(model, before) or (scaling_words(before) if scale else "none")), model


def _before_strings(chosen: Any, texts: list[str], free_kernel: bool) -> Any:
    """What makes columns of strings for machines that need them; a kernel that nobody chose becomes one on strings."""
    kernel = chosen.get_params(deep=False).get("kernel")
    if kernel is None or not (free_kernel or compares_strings(kernel)):
        return columns_of_strings(texts)
    words = next(iter(views_for(texts)), None)
    if free_kernel:
        chosen.set_params(kernel=usual_kernel(texts) if words is None else "linear")
        return words
    return None


def _seen(model: Any, before: Any) -> str:
    """What strings are compared by; empty for other examples."""
    return view_words(before) or string_words(getattr(last_step(model), "kernel", None))


def _check_words(name: str | None, settings: list[str], kernel: str | None, probability: bool) -> None:
    """Raise a ParameterError if no machine can be made of these words, whatever the file holds."""
    try:
        chosen = machine(name or "SVC", settings, kernel, probability)
    except ParameterError:
        strange = any(text.partition("=")[0] not in SVR().get_params() for text in settings)
        if name is not None or probability or strange:
            raise
        chosen = machine("SVR", settings, kernel)
    if not hasattr(chosen, "predict"):
        raise ParameterError(f"{type(chosen).__name__} does not predict; see: drupe machines.")


def _task(table: Table) -> Task:
    return Task.CLASSES if table.targets is None else task_of(table.targets)


def _examples(table: Table, data: str, chosen: Any, task: Task | None, missing: Missing) -> Examples | None:
    """The examples with the targets that this machine needs; None for machines that need none."""
    if not is_regressor(chosen) and not is_classifier(chosen):
        return None
    if is_regressor(chosen):
        return Examples.of_table(table, data, Task.QUANTITY, missing=missing)
    examples = Examples.of_table(table, data, task, missing=missing)
    if examples.task is Task.QUANTITY:
        raise InputError(
            f"{data}: {type(chosen).__name__} answers with classes, but the target looks like a quantity; pass "
            "--task classes if these are classes, or --machine SVR."
        )
    return examples
