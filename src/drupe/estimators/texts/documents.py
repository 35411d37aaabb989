"""Documents as they are handed in: one string each, or an error that names the one that is none."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from drupe.foundation.errors import InputError, InputTypeError
from drupe.inputs.base import Inputs
from drupe.inputs.sequences import Sequences


def documents_of(X: Any, owner: str) -> list[str]:
    """The documents of a list, an array, a column of a data frame or a frame with one column.

    >>> documents_of(["a text", "another"], "TextVectors")
    ['a text', 'another']
    >>> documents_of(["a text", None], "TextVectors")
    Traceback (most recent call last):
        ...
    drupe.foundation.errors.InputTypeError: document 1 is None where TextVectors needs a string; ...
    """
    if isinstance(X, str | bytes | Mapping):
        raise InputTypeError(
            f"{owner} needs a list of documents, one string each; got one {type(X).__name__}"
            + ("; of a table pass one column, or use TableEncoder." if isinstance(X, Mapping) else ".")
        )
    if isinstance(X, Inputs) and not isinstance(X, Sequences):
        raise InputTypeError(f"{owner} needs documents, one string each; got {type(X).__name__}.")
    shape = np.shape(X) if hasattr(X, "shape") else None
    if shape is not None and (len(shape) > 2 or (len(shape) == 2 and shape[1] != 1)):
        raise InputError(
            f"{owner} needs one document for each row; got {' x '.join(map(str, shape))} cells. Pass one column, or "
            "use TableEncoder for a table."
        )
    cells = np.asarray(X, dtype=object).reshape(-1) if shape is not None and len(shape) == 2 else X
    try:
        documents = list(cells)
    except TypeError as cause:
        raise InputTypeError(f"{owner} needs a list of documents; got {type(X).__name__}.") from cause
    for i, document in enumerate(documents):
        if not isinstance(document, str):
            raise InputTypeError(
                f"document {i} is {_named(document)} where {owner} needs a string; drop it, or let an empty string "
                "stand for a document that is missing."
            )
    return documents


def _named(document: Any) -> str:
    if document is None or (isinstance(document, float | np.floating) and np.isnan(document)):
        return "None" if document is None else "nan"
    return f"{str(document)[:40]!r}, a {type(document).__name__},"
