"""Examples that come out of a file, checked as if they came from a user: the core reads them without looking twice."""

from typing import Any

import numpy as np
import scipy.sparse as sp

from drupe.inputs.base import Inputs, Origin
from drupe.inputs.precomputed import Precomputed
from drupe.inputs.sequences import Sequences
from drupe.inputs.tables import table
from drupe.inputs.tuples import Tuples
from drupe.inputs.vectors import Vectors
from drupe.persistence.json_values import corrupt


def check_inputs(value: Any) -> None:
    """Raise an InputError if the value is a collection of examples, or their origin, that cannot be one."""
    match value:
        case Origin():
            _require(_whole_numbers(value.positions) and bool((value.positions >= 0).all()), "positions of examples")
        case Vectors():
            _check_vectors(value)
        case Precomputed():
            array = value.array
            _require(isinstance(array, np.ndarray) and array.ndim == 2 and array.dtype.kind == "f", "kernel values")
            _require(value.origin.positions.max(initial=-1) < array.shape[1], "positions of precomputed examples")
        case Sequences():
            _check_sequences(value)
        case Tuples():
            _require(bool(value.parts) and all(isinstance(part, Inputs) for part in value.parts), "parts of tuples")
            _require({len(part) for part in value.parts} == {len(value.origin.positions)}, "lengths of tuples")


def _check_vectors(vectors: Vectors) -> None:
    array, names = vectors.array, vectors.names
    _require(isinstance(array, np.ndarray | sp.csr_array) and array.ndim == 2, "vectors")
    _require(array.dtype in (np.float32, np.float64), "types of vectors")
    _require(array.shape[0] == len(vectors.origin.positions), "numbers of vectors")
    if array.shape[0]:
        table(array)
    if sp.issparse(array):
        _require(bool(array.has_canonical_format), "sparse rows")
    named = names is None or (len(names) == array.shape[1] and all(isinstance(name, str) for name in names))
    _require(named, "names of columns")


def _check_sequences(sequences: Sequences) -> None:
    codes, offsets, alphabet = sequences.codes, sequences.offsets, sequences.alphabet
    _require(isinstance(codes, np.ndarray) and codes.dtype == np.int32 and codes.ndim == 1, "codes of sequences")
    _require(_whole_numbers(offsets) and len(offsets) > 0, "offsets of sequences")
    inside = offsets[0] == 0 and offsets[-1] == len(codes) and (np.diff(offsets) >= 0).all()
    _require(bool(inside) and len(offsets) == len(sequences.origin.positions) + 1, "lengths of sequences")
    tokens = all(isinstance(token, str if sequences.text else str | int) for token in alphabet)
    _require(tokens and len(set(alphabet)) == len(alphabet), "alphabets of sequences")
    if sequences.text:
        _require(all(len(str(token)) == 1 for token in alphabet), "characters of sequences")
    known = not len(codes) or (codes.min() >= 0 and codes.max() < len(alphabet))
    _require(bool(known), "codes of sequences")


def _whole_numbers(array: Any) -> bool:
    return isinstance(array, np.ndarray) and array.dtype == np.int64 and array.ndim == 1


def _require(holds: bool, what: str) -> None:
    if not holds:
        raise corrupt(f"the {what} contradict one another")
