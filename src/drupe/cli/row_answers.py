"""`drupe predict` batch by batch, for models that learned from rows: a file of any length, in little memory."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from drupe.cli.reading import Reading
from drupe.estimators.reject.confidence import Confidence, confidence_of
from drupe.foundation.progress import Progress
from drupe.inputs.cells import common_word
from drupe.inputs.readers.recipe import Recipe, TableRecipe
from drupe.inputs.rows.base import Batch
from drupe.inputs.rows.encoded_rows import EncodedRows
from drupe.inputs.rows.rows import rows as rows_of
from drupe.inputs.rows.sources import source_rows
from drupe.inputs.rows.table_rows import TableRows
from drupe.report.numbers import percent


def rows_like(model: Any, data: str, recipe: Recipe | None, reading: Reading) -> EncodedRows:
    """The rows of new files, read as those of training were; targets too, if every row has one."""
    options = reading.options(raw=True)
    if isinstance(recipe, TableRecipe) and recipe.decimal == ",":
        options = replace(options, decimal=recipe.decimal)
    found = source_rows(data, None, options, None)
    target = reading.target or (recipe.target if isinstance(recipe, TableRecipe) else None)
    if isinstance(found, TableRows) and target in found.columns:
        told = rows_of(found, encoding=model.encoding_, target=target, untold="drop", options=options)
        if len(told) == len(found):
            return told
    return rows_of(found, encoding=model.encoding_, options=options)


@dataclass
class RowAnswers:
    """Answers to rows, batch by batch, and how many were right so far.

    Parameters
    ----------
    model
        A machine with `encoding_`.
    rows
        The rows.
    head
        Lines of the file before the first row.
    probability
        Whether probabilities of the classes are among the columns.
    reject
        Confidence that an answer must exceed to be given; None to answer all.
    """

    model: Any
    rows: EncodedRows
    head: int = 0
    probability: bool = False
    reject: float | None = None

    count: int = field(default=0, init=False)
    answered: int = field(default=0, init=False)
    right: int = field(default=0, init=False)
    squares: float = field(default=0.0, init=False)

    def told(self, progress: Progress | None) -> Iterator[dict[str, Any]]:
        """The columns of each batch; the progress hears how many rows were answered."""
        for part in range(len(self.rows.counts)):
            for batch in self.rows.batches(part):
                yield self._columns(batch)
                if progress is not None:
                    progress(self.count / len(self.rows))

    def _columns(self, batch: Batch) -> dict[str, Any]:
        said = self.model.predict(batch.inputs)
        answered = np.ones(len(said), dtype=bool)
        columns: dict[str, Any] = {"row": self.head + batch.first + np.arange(1, len(batch) + 1), "prediction": said}
        if self.reject is not None:
            sure = confidence_of(self.model, batch.inputs, Confidence.AUTO)
            answered = np.asarray(sure > self.reject)
            columns["prediction"] = [label if yes else None for label, yes in zip(said.tolist(), answered, strict=True)]
            columns["confidence"] = sure
        if self.probability:
            found = self.model.predict_proba(batch.inputs)
            columns |= {f"P({label})": found[:, code] for code, label in enumerate(self.model.classes_)}
        self._judge(batch, said, answered)
        return columns

    def _judge(self, batch: Batch, said: Any, answered: Any) -> None:
        self.count += len(batch)
        self.answered += int(answered.sum())
        if batch.targets is None:
            return
        if hasattr(self.model, "classes_"):
            self.right += int((_common(said[answered]) == _common(batch.targets[answered])).sum())
        else:
            self.squares += float(np.square(said - batch.targets.astype(np.float64)).sum())

    @property
    def words(self) -> str:
        """How good the answers are; empty if nobody knows."""
        if self.rows.targets is None or not self.count:
            return ""
        if not hasattr(self.model, "classes_"):
            return f"mean squared error {self.squares / self.count:.6g} on {self.count} rows"
        share = f" ({percent(self.right / self.answered)})" if self.answered else ""
        silent = f"; {self.count - self.answered} not answered" if self.answered < self.count else ""
        return f"right: {self.right} of {self.answered}{share}{silent}"


def _common(labels: npt.NDArray[Any]) -> npt.NDArray[np.str_]:
    """Labels as any format may have them."""
    different, codes = np.unique(labels.astype(str), return_inverse=True)
    return np.array([common_word(word) for word in different.tolist()], dtype=np.str_)[codes]
