"""`drupe fit` on rows that need not fit into memory: landmarks, passes, a certificate by rows that were held out."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np
import typer
from sklearn.base import is_classifier, is_regressor

from drupe.analysis.description import describe
from drupe.analysis.task import FEW, ROWS_EACH, Task
from drupe.certification.certify_rows import certify_rows
from drupe.certification.row_certificates import RowCertificates
from drupe.cli.machine_text import machine, machine_kinds
from drupe.cli.named import named
from drupe.cli.output import STANDARD, as_json_text, say_facts
from drupe.cli.outputs import Output
from drupe.cli.progress import error_console, note, watched
from drupe.cli.reading import Empty, Reading
from drupe.estimators.landmark.landmark_machine import LandmarkMachine
from drupe.foundation.engine import Engine, Here
from drupe.foundation.errors import InputError, ParameterError
from drupe.inputs.readers.header import USUAL_NAMES
from drupe.inputs.readers.recipe import RawColumn, SparseRecipe, TableRecipe
from drupe.inputs.rows.encoded_rows import EncodedRows
from drupe.inputs.rows.rows import rows as rows_of
from drupe.inputs.rows.sources import source_rows
from drupe.inputs.rows.table_rows import TableRows
from drupe.inputs.rows.targets import TargetKind
from drupe.persistence.archive import save
from drupe.report.numbers import percent, percent_at_most, seconds

PLAIN = (bool, int, float, str, type(None))
"""What JSON has words for."""

LANDMARKS = "landmarks"
"""The word for the machine of either task."""


@dataclass(frozen=True)
class Passes:
    """What was said of a fit in passes.

    Parameters
    ----------
    landmarks
        How many landmarks.
    memory
        What the fit may take.
    checkpoint
        The folder that remembers it.
    dask
        The address of a scheduler.
    """

    landmarks: int | None = None
    memory: str | None = None
    checkpoint: str | None = None
    dask: str | None = None

    @property
    def said(self) -> list[str]:
        """The options that were given."""
        return [f"--{name}" for name, value in vars(self).items() if value is not None]

    def settings(self) -> list[str]:
        """Those that are parameters of a machine."""
        said = {"landmarks": self.landmarks, "memory": self.memory}
        return [f"{name}={value}" for name, value in said.items() if value is not None]

    @contextmanager
    def engine(self) -> Iterator[Engine]:
        """Where the passes are done."""
        if self.dask is None:
            yield Here()
            return
        try:
            from distributed import Client

            from drupe.distributed import DaskEngine
        except ImportError:
            raise ParameterError("--dask needs Dask, which is not installed; pip install 'drupe[dask]'.") from None
        try:
            client = Client(self.dask, timeout=10)
        except (OSError, ValueError) as cause:
            raise ParameterError(
                f"--dask: no scheduler answers at {self.dask} ({cause}); start: dask scheduler."
            ) from None
        with client:
            yield DaskEngine(client)


def learns_in_passes(name: str | None) -> bool:
    """Whether a machine of this name does; an unknown name is refused later, in better words.

    >>> learns_in_passes("landmarks"), learns_in_passes("SVC"), learns_in_passes(None)
    (True, False, False)
    """
    if name is None or name.lower() == LANDMARKS:
        return name is not None
    try:
        return issubclass(named(name, machine_kinds(), "machines")[1], LandmarkMachine)
    except ParameterError:
        return False


def fit_in_passes(
    data: str,
    reading: Reading,
    name: str | None,
    settings: list[str],
    kernel: str | None,
    task: Task | None,
    passes: Passes,
    saved: Output,
    scale: bool = True,
) -> dict[str, Any]:
    """Fit, certify by the rows that were held out, save; the facts that are told of it."""
    if reading.keep:
        raise ParameterError("--keep says nothing to machines that read rows in passes; name columns by --drop alone.")
    if reading.missing is Empty.refuse:
        raise ParameterError("--missing refuse says nothing to machines that read rows in passes: they fill cells in.")
    with passes.engine() as engine:
        rows = _rows(data, reading, engine, passes.memory, scale)
        chosen = _machine(rows, name, [*settings, *passes.settings()], kernel, task)
        chosen.set_params(verbose=error_console().is_terminal)
        chosen.fit(rows, engine=engine, checkpoint=passes.checkpoint)
        certificates, tested = _tested(chosen, rows, engine)
    with saved.opened() as file:
        best = None if certificates is None else certificates.best
        save(chosen, file, recipe=_recipe(rows, reading.decimal), certificate=best)
    return _facts(chosen, rows, certificates, tested)


def _rows(data: str, reading: Reading, engine: Engine, memory: str | None, scale: bool) -> EncodedRows:
    options = reading.options(raw=True)
    with watched(f"reading {data}") as progress:
        found = source_rows(data, reading.target, options, None)
        columns = found.columns if isinstance(found, TableRows) else ()
        target = _target(reading.target, columns, data) if columns else None
        untold = "drop" if reading.missing is Empty.drop else "refuse"
        rows = rows_of(
            found,
            target=target,
            exclude=reading.drop or (),
            untold=untold,
            scaled=None if scale else False,
            options=options,
            memory=memory,
            engine=engine,
            progress=progress,
        )
    for column in () if rows.encoding is None else rows.encoding.left_out:
        note(f"{data}: {column}.")
    return rows


def _target(said: str | None, columns: tuple[str, ...], data: str) -> str:
    if said is not None:
        by_number = said.isdecimal() and said not in columns and 1 <= int(said) <= len(columns)
        return columns[int(said) - 1] if by_number else said
    usual = [name for name in columns if name.strip().lower() in USUAL_NAMES]
    if len(usual) != 1:
        raise InputError(f"{data}: name the target by --target; there are {', '.join(map(repr, columns))}.")
    return usual[0]


def _machine(rows: EncodedRows, name: str | None, settings: list[str], kernel: str | None, task: Task | None) -> Any:
    if rows.targets is None:
        raise InputError("these rows have no targets, without which nothing is learned; name the column by --target.")
    task = task or _task(rows)
    if name is None or name.lower() == LANDMARKS:
        name = "LandmarkClassifier" if task is Task.CLASSES else "LandmarkRegressor"
    chosen = machine(name, settings, kernel)
    if is_classifier(chosen) and task is Task.QUANTITY:
        raise InputError(
            f"{name} answers with classes, but the target looks like a quantity; pass --task classes if these are "
            "classes, or --machine LandmarkRegressor."
        )
    return chosen


def _task(rows: EncodedRows) -> Task:
    """As of targets in memory, from what the scan met."""
    assert rows.targets is not None
    labels = rows.targets.labels
    if rows.targets.kind is TargetKind.WORDS:
        if labels is not None and 2 * len(labels) > len(rows):
            raise InputError(
                f"the target {rows.target!r} has {len(labels)} different words in {len(rows)} rows, which name rows "
                "and are no classes; pass another --target."
            )
        return Task.CLASSES
    if rows.targets.kind is TargetKind.REAL or labels is None:
        return Task.QUANTITY
    return Task.QUANTITY if len(labels) > FEW and len(labels) * ROWS_EACH > len(rows) else Task.CLASSES


def _tested(model: Any, rows: EncodedRows, engine: Engine) -> tuple[RowCertificates | None, dict[str, float]]:
    """What the rows that were held out say: a certificate of a classifier, R² of a regressor."""
    fresh = rows.held_out
    if fresh is None:
        return None, {}
    if is_regressor(model):
        return None, {"held_out_rows": len(fresh), "held_out_r2": _explained(model, fresh)}
    try:
        with watched("testing on rows held out") as progress:
            found = certify_rows(model, fresh, engine=engine, progress=progress)
    except InputError as cause:  # the model is kept, whatever the rows are good for
        note(f"there is no certificate: {cause}")
        return None, {"held_out_rows": len(fresh)}
    if found.drift.found:
        note(f"the rows change from part to part: {found.drift.sentence}.")
    return found, {"held_out_rows": len(fresh), "held_out_error": found.counts.tested(found.chosen).rate}


def _explained(model: Any, rows: EncodedRows) -> float:
    """R² of the answers to rows, batch by batch."""
    squares, count, mean, spread = 0.0, 0, 0.0, 0.0
    for part in range(len(rows.counts)):
        for batch in rows.batches(part):
            assert batch.targets is not None
            targets = batch.targets.astype(np.float64)
            squares += float(np.square(model.predict(batch.inputs) - targets).sum())
            shift = float(targets.mean()) - mean  # Chan's way to join means and squares around them
            spread += float(np.square(targets - targets.mean()).sum()) + shift**2 * count * len(batch) / (
                count + len(batch)
            )
            count += len(batch)
            mean += shift * len(batch) / count
    return 1.0 - squares / spread if spread > 0.0 else 0.0


def _recipe(rows: EncodedRows, decimal: str) -> TableRecipe | SparseRecipe | None:
    """How other commands read a file for this model."""
    if rows.encoding is None:
        sparse = next(batch for part in range(len(rows.counts)) for batch in rows.batches(part)).inputs.sparse
        return SparseRecipe(rows.dimension) if sparse else None
    # As they are written: the encoding knows of days, truths and words where others would insist on numbers.
    columns = tuple(RawColumn(column.name, words=True) for column in rows.encoding.columns)
    left_out = tuple(column.name for column in rows.encoding.left_out)
    return TableRecipe(columns, rows.target, dropped=left_out, decimal=decimal)


def _facts(
    model: Any, rows: EncodedRows, certificates: RowCertificates | None, tested: dict[str, float]
) -> dict[str, Any]:
    description, solution = describe(model), model.solution_
    return {
        "machine": description.machine,
        "kernel": description.kernel,
        "rows": len(rows),
        "columns": rows.dimension,
        "landmarks": len(model.predictor_.centers),
        "classes": getattr(model, "classes_", None),
        "parameters": model.get_params(deep=False),
        "passes": solution.passes,
        "stop": solution.stop.value,
        "seconds": solution.seconds,
        **tested,
        "certified_error": None if certificates is None else certificates.best.value,
        "certificate": None if certificates is None else _sentence(certificates),
    }


def _sentence(certificates: RowCertificates) -> str:
    best = certificates.best
    sure = f"the error on all such rows is at most {percent_at_most(best.value)}, with confidence {best.confidence:.0%}"
    broken = [check for check in best.checks if check.holds is False or check.doubt]
    return sure if not broken else f"{sure}; but {broken[0].doubt or broken[0].assumption.value}"


def tell_passes(facts: dict[str, Any], as_json: bool) -> None:
    """On the standard output, or on the error stream if the model is there."""
    piped = facts["model"] == STANDARD
    if not as_json:
        say_facts(_lines(facts), error=piped)
        return
    parameters = {
        name: value if isinstance(value, PLAIN) else repr(value) for name, value in facts["parameters"].items()
    }
    typer.echo(as_json_text({**facts, "parameters": parameters}), nl=False, err=piped)


def _lines(facts: dict[str, Any]) -> list[tuple[str, str]]:
    lines = [("machine", facts["machine"]), ("kernel", facts["kernel"]), ("rows", f"{facts['rows']:,} to learn from")]
    lines += [("columns", str(facts["columns"])), ("landmarks", f"{facts['landmarks']:,}")]
    if facts["classes"] is not None:
        lines.append(("classes", ", ".join(map(str, facts["classes"][:10]))))
    lines.append(("solver", f"{facts['stop']}, {facts['passes']} passes, {seconds(facts['seconds'])}"))
    if "held_out_error" in facts:
        lines.append(("held-out error", f"{percent(facts['held_out_error'])} of {facts['held_out_rows']:,} rows"))
        lines.append(("certificate", str(facts["certificate"])))
    if "held_out_r2" in facts:
        lines.append(("held-out R²", f"{facts['held_out_r2']:.4f} on {facts['held_out_rows']:,} rows"))
    return [*lines, ("wrote", str(facts["model"]))]
