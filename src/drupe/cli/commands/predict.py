"""`drupe predict`: answers of a saved model to the rows of a file."""

import csv
import io
import math
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
import typer

from drupe.cli.machine_text import no_probabilities
from drupe.cli.models import loaded
from drupe.cli.output import STANDARD, AsJson, as_json_text
from drupe.cli.outputs import Force, Output, Written, checked_outputs
from drupe.cli.progress import note, watched
from drupe.cli.reading import Reading, reads_data
from drupe.cli.row_answers import RowAnswers, rows_like
from drupe.cli.streams import UNENCODABLE
from drupe.estimators.bind import deviating
from drupe.estimators.last_step import last_step
from drupe.estimators.preparation.table_encoder import encoder_of
from drupe.estimators.reject.confidence import Confidence, confidence_of
from drupe.foundation.arrays import Vector
from drupe.foundation.errors import InputError, ParameterError
from drupe.inputs.readers.table import Table
from drupe.inputs.rows.spilled_table import SpilledTable
from drupe.inputs.sequences import Sequences
from drupe.persistence.answers import write_answers_into
from drupe.persistence.archive import Archive
from drupe.predictors.added_outputs import added_outputs
from drupe.report.numbers import count, percent

ROUNDING = 1e-12
"""A share of rows may be a whole number of them but for rounding."""


@reads_data
def predict(
    model: Annotated[
        str, typer.Argument(help="The model: a file of drupe fit, or of LIBSVM's svm-train.", metavar="MODEL")
    ],
    data: Annotated[str, typer.Argument(help="The rows to answer, or - for the standard input.", metavar="DATA")],
    reading: Reading,
    output: Annotated[
        str, typer.Option("--output", "-o", help="Where answers go: CSV, or .parquet; - prints them.", metavar="FILE")
    ] = STANDARD,
    probability: Annotated[
        bool, typer.Option("--probability", "-b", help="With the probability of each class.")
    ] = False,
    reject: Annotated[
        float | None,
        typer.Option(help="Leave answers empty whose confidence does not exceed this.", metavar="NUMBER"),
    ] = None,
    answer: Annotated[
        float | None,
        typer.Option(help="Answer only this share of the rows, the surest ones: 0.9 for 90 %.", metavar="SHARE"),
    ] = None,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """Answer every row of a file; if the file has the target, say how many answers are right.

    The answers have a column `row`, the line of the file, and a column `prediction`. Machines that know how far off a
    quantity may be (GaussianProcessRegressor) add `std`, the standard deviation of a new value around the prediction.
    With --reject or --answer, `confidence` is added, and where it is too small the prediction is empty: drupe report
    shows which threshold buys what.

    Example: drupe predict model.drupe new.csv -o answers.csv
    """
    if reject is not None and answer is not None:
        raise ParameterError("--reject and --answer both say which rows are answered; leave one out.")
    if answer is not None and not 0.0 < answer <= 1.0:
        raise ParameterError(f"--answer is a share of the rows, above 0 and at most 1, got {answer:g}.")
    (answers,) = checked_outputs([(output, Written.ANSWERS)], [model, data], force)
    archive = loaded(model, data)
    if hasattr(archive.model, "encoding_") and data != STANDARD and answer is None and not as_json:
        _by_batches(archive, data, reading, answers, probability, reject)
        return
    table = reading.frame(data, archive.recipe)
    _check_columns(archive.model, table, data)
    _note_new_words(archive.model, table, data)
    _note_new_letters(archive.model, table, data)
    said, deviations = _said(archive.model, table)
    columns: dict[str, Any] = {"row": table.rows, "prediction": said, **deviations}
    answered = np.ones(len(said), dtype=bool)
    if reject is not None or answer is not None:
        sure = _confidence(archive.model, table)
        answered = np.asarray(sure > reject) if reject is not None else _surest(sure, answer or 1.0)
        columns["prediction"] = [label if yes else None for label, yes in zip(said.tolist(), answered, strict=True)]
        columns["confidence"] = sure
    if probability:
        columns |= _probabilities(archive.model, table)
    judged = None if table.targets is None else _judged(said, table.targets, answered)
    text = as_json_text({**columns, "judged": judged}) if as_json else _csv(columns)
    with answers.opened() as file:
        file.write(text.encode(errors=UNENCODABLE))
    if judged is not None and not as_json:
        typer.echo(judged["words"], err=True)


def _by_batches(
    archive: Archive, data: str, reading: Reading, answers: Output, probability: bool, reject: float | None
) -> None:
    """The same of models that learned from rows in passes: files of any length are answered in little memory."""
    rows = rows_like(archive.model, data, archive.recipe, reading)
    # Rows are called by their line, as always; a table of text has a head, or its columns could not be told apart.
    head = int(isinstance(rows.source, SpilledTable))
    said = RowAnswers(archive.model, rows, head, probability, reject)
    with watched(f"answering {data}") as progress, answers.opened() as file:
        write_answers_into(file, said.told(progress), answers.path)
    if said.words:
        typer.echo(said.words, err=True)


def _check_columns(model: Any, table: Table, data: str) -> None:
    """A file without recipe has to have as many columns as the model saw."""
    known = getattr(model, "n_features_in_", None)
    shape: tuple[int, ...] = getattr(table.X, "shape", ())
    if known is not None and len(shape) == 2 and shape[1] != known:
        raise InputError(f"{data}: has {shape[1]} columns, but the model was fitted on {known}; pass a file like that.")


def _note_new_words(model: Any, table: Table, data: str) -> None:
    """Say on the error stream in which columns there are categories that the model knows nothing of."""
    encoder = encoder_of(model)
    for name, rows in ({} if encoder is None else encoder.unknown(table.X)).items():
        note(f"{data}: column {name!r} holds words in {count(rows, 'row')} that training had not, or hardly.")


def _note_new_letters(model: Any, table: Table, data: str) -> None:
    """Say on the error stream how many strings are mostly written in letters that the model knows nothing of."""
    rule = added_outputs(getattr(last_step(model), "predictor_", None))
    if rule is None or not isinstance(rule.centers, Sequences) or not isinstance(table.X, list):
        return
    known = set(map(str, rule.centers.alphabet))
    rows = sum(2 * sum(letter not in known for letter in text) > len(text) for text in table.X)
    if rows:
        rest = "most letters are such as training had not (small and capital letters are different ones)"
        note(f"{data}: in {count(rows, 'row')} {rest}.")


def _said(model: Any, table: Table) -> tuple[Any, dict[str, Any]]:
    """The answers, and beside them the standard deviations of new values, from a machine that knows them."""
    options = deviating(last_step(model))
    if not options:
        return np.asarray(model.predict(table.X)), {}
    fitted = getattr(model, "best_estimator_", model)  # a search of scikit-learn passes no options on
    said, deviations = fitted.predict(table.X, **options)
    return said, {"std": deviations}


def _confidence(model: Any, table: Table) -> Vector:
    if not (hasattr(model, "predict_proba") or hasattr(model, "decision_function")):
        name = type(last_step(model)).__name__
        raise ParameterError(f"{name} does not say how sure it is of an answer; leave --reject and --answer out.")
    return confidence_of(model, table.X, Confidence.AUTO)


def _surest(sure: Vector, share: float) -> npt.NDArray[np.bool_]:
    """The rows that make up this share, and those that are just as sure as the last of them."""
    last = math.ceil(share * len(sure) * (1.0 - ROUNDING)) - 1
    return np.asarray(sure >= np.sort(sure)[::-1][last])


def _probabilities(model: Any, table: Table) -> dict[str, Any]:
    if not hasattr(model, "predict_proba"):
        machine = last_step(model)
        if "probability" in machine.get_params(deep=False):
            raise ParameterError("the model gives no probabilities; fit it with --probability.")
        raise ParameterError(no_probabilities(type(machine).__name__))
    found = model.predict_proba(table.X)
    return {f"P({label})": found[:, code] for code, label in enumerate(model.classes_)}


def _judged(said: Any, targets: Any, answered: Any) -> dict[str, Any]:
    if said.dtype.kind == "f" and targets.dtype.kind in "iuf":
        error = float(np.mean((said - targets) ** 2))
        return {"mean_squared_error": error, "words": f"mean squared error {error:.6g} on {len(said)} rows"}
    counted = int(answered.sum())
    right = int((said[answered].astype(str) == targets[answered].astype(str)).sum())
    words = f"right: {right} of {counted}" + (f" ({percent(right / counted)})" if counted else "")
    silent = f"; {len(said) - counted} not answered" if counted < len(said) else ""
    return {"right": right, "answered": counted, "rows": len(said), "words": words + silent}


def _csv(columns: dict[str, Any]) -> str:
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(columns)
    cells = [column.tolist() if hasattr(column, "tolist") else column for column in columns.values()]
    writer.writerows(["" if cell is None else cell for cell in row] for row in zip(*cells, strict=True))
    return file.getvalue()
