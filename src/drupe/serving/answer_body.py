"""Answers as a client reads them: an object for each row, or columns."""

import json
import math
from collections.abc import Sequence
from typing import Any

from drupe.estimators.answers import Answers
from drupe.estimators.bind import BoundModel


def json_of(model: BoundModel, answers: Answers) -> bytes:
    """{"answers": [...]}, one object for each row.

    >>> import numpy as np
    >>> from drupe import SVC, bind
    >>> model = bind(SVC(kernel="linear").fit([[0.0], [1.0]], ["low", "high"]))
    >>> json_of(model, model(np.array([3.0]))).decode()
    '{"answers": [{"label": "high", "dont_know": false}]}'
    """
    columns = columns_of(model, answers)
    probabilities = None if answers.probabilities is None else _plain(answers.probabilities)
    names = _class_names(model)
    rows = [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]
    if probabilities is not None:
        for row, one in zip(rows, probabilities, strict=True):
            row["probabilities"] = dict(zip(names, one, strict=True))
    return json.dumps({"answers": rows}, allow_nan=False).encode()


def flat_columns_of(model: BoundModel, answers: Answers) -> dict[str, Sequence[Any]]:
    """A column for each thing that is said, P(class) for each probability."""
    columns = columns_of(model, answers)
    if answers.probabilities is None:
        return columns
    shares = zip(_class_names(model), answers.probabilities.T, strict=True)
    return {**columns, **{f"P({name})": _plain(share) for name, share in shares}}


def columns_of(model: BoundModel, answers: Answers) -> dict[str, Sequence[Any]]:
    """What is said of each row, but for probabilities; a label is None where the model does not know."""
    said = _plain(answers.said)
    if model.quantities:
        return {"value": said} | ({} if answers.deviations is None else {"std": _plain(answers.deviations)})
    known = answers.known.tolist()
    labels = [label if sure else None for label, sure in zip(said, known, strict=True)]
    return {"label": labels, "dont_know": [not sure for sure in known]}


def _class_names(model: BoundModel) -> list[str]:
    return [] if model.classes is None else [str(label) for label in model.classes.tolist()]


def _plain(values: Any) -> list[Any]:
    """As JSON knows them: what is not a finite number is null."""
    return [_plain_one(value) for value in values.tolist()]


def _plain_one(value: Any) -> Any:
    if isinstance(value, list):
        return [_plain_one(one) for one in value]
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value if isinstance(value, str | int | float | None) else str(value)
