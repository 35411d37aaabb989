"""Columns of a table in a graph: numbers as they are, words as words, each encoded as in training."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from drupe.estimators.preparation.encodings import EncodedCategories, EncodedNumber
from drupe.estimators.preparation.table_encoder import TableEncoder
from drupe.inputs.rows.column_encodings import OneHot, ScaledNumber
from drupe.inputs.rows.table_encoding import TableEncoding
from drupe.persistence.export.graph import DOUBLE, SINGLE, TRUTH, WHOLE, WORD, DType, Value
from drupe.persistence.export.refusal import refusal


@dataclass(frozen=True, eq=False)
class Cells(Value):
    """The cells of a table before they are numbers; as a value it is its first column.

    Parameters
    ----------
    columns_by_name
        Each column as a table of its own.
    """

    columns_by_name: dict[str, Value]


Encoder: TypeAlias = TableEncoder | TableEncoding
"""What makes numbers of the columns of a table: in memory, or of rows that are read in passes."""


def names_of(encoder: Encoder) -> list[str]:
    """The columns in their order, used or not."""
    return list(encoder.names) if isinstance(encoder, TableEncoding) else list(map(str, encoder.feature_names_in_))


def wanted(encoder: Encoder, real: DType) -> dict[str, DType]:
    """The columns that an encoder uses, with the types in which a graph takes them."""
    return {encoding.name: _type(encoding, real) for encoding in _encodings(encoder)}


def encoded(encoder: Encoder, cells: Value) -> Value:
    """The numbers that cells become."""
    if not isinstance(cells, Cells):
        why = "numbers were made of its columns by an earlier step"
        raise refusal("TableEncoder", why, "put it first into the pipeline")
    found = [_encoded(one, cells.columns_by_name[one.name]) for one in _encodings(encoder)]
    return cells.graph.together(found)


def _encodings(encoder: Encoder) -> Sequence[Any]:
    return encoder.columns if isinstance(encoder, TableEncoding) else encoder.encodings_


def _type(encoding: Any, real: DType) -> DType:
    match encoding:
        case EncodedNumber() | ScaledNumber():
            return real
        case EncodedCategories() | OneHot():
            return WORD
    raise refusal(
        f"the column {encoding.name!r}",
        f"it holds {'dates' if hasattr(encoding, 'days') else 'texts'}, which no operator of ONNX reads",
        "leave the column out, or make numbers of it before",
    )


def _encoded(encoding: Any, cells: Value) -> Value:
    """The columns of numbers that one column becomes; an empty cell is NaN, or the empty word."""
    graph = cells.graph
    if isinstance(encoding, ScaledNumber | OneHot):
        return _encoded_in_rows(encoding, cells)
    if isinstance(encoding, EncodedNumber):
        empty = cells.apply("IsNaN", dtype=TRUTH)
        filled = empty.where(encoding.fill, cells.cast(DOUBLE))
        scaled = ((filled - encoding.center) / encoding.spread).cast(graph.real)
        return graph.together([scaled, empty.cast(graph.real)]) if encoding.marked else scaled
    places = {category: place for place, category in enumerate(encoding.categories)}
    found = _looked_up(cells, {**places, "": places.get(encoding.fill, -1)})
    ones = found.equals(np.arange(len(places))[None, :]).cast(graph.real)
    return graph.together([ones, _looked_up(cells, {"": 0}).equals(0).cast(graph.real)]) if encoding.marked else ones


def _encoded_in_rows(encoding: ScaledNumber | OneHot, cells: Value) -> Value:
    """The same of rows that were read in passes, rounded to single precision as they were then."""
    graph, marked = cells.graph, int(encoding.marked)
    if isinstance(encoding, ScaledNumber):
        empty = cells.apply("IsNaN", dtype=TRUTH)
        scaled = (
            empty.where(0.0, (cells.cast(DOUBLE) - encoding.center) / encoding.spread).cast(SINGLE).cast(graph.real)
        )
        return graph.together([scaled, empty.cast(graph.real)]) if marked else scaled
    places = {category: place for place, category in enumerate(encoding.categories)}
    known, pooled = len(places), int(encoding.pooled)
    places[""] = known + pooled if marked else -1
    found = _looked_up(cells, places, known if pooled else -1)
    return found.equals(np.arange(known + pooled + marked)[None, :]).cast(graph.real)


def _looked_up(cells: Value, places: dict[str, int], other: int = -1) -> Value:
    """The place of each word, `other` for those that have none."""
    return cells.apply(
        "LabelEncoder",
        dtype=WHOLE,
        domain="ai.onnx.ml",
        keys_strings=list(places),
        values_int64s=list(places.values()),
        default_int64=other,
    )
