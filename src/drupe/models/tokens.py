"""Tokens as a model numbers them: those of its alphabet, and those that tell nothing."""

from typing import Any

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Index
from drupe.foundation.errors import InputError, ParameterError
from drupe.inputs.alphabets import Alphabet
from drupe.inputs.sequences import Sequences


def coded(inputs: Sequences, alphabet: Alphabet, missing: Alphabet, owner: str) -> npt.NDArray[np.int32]:
    """All tokens as positions in the alphabet; those that tell nothing as its length. Others are refused.

    >>> coded(Sequences.of(["cab", "x"]), ("a", "b", "c"), ("x",), "Categorical").tolist()
    [2, 0, 1, 3]
    """
    place = {token: i for i, token in enumerate(alphabet)} | dict.fromkeys(missing, len(alphabet))
    translation = np.array([place.get(token, -1) for token in inputs.alphabet], dtype=np.int32)
    codes = translation[inputs.codes] if len(translation) else np.zeros(0, dtype=np.int32)
    odd = np.flatnonzero(codes < 0)
    if len(odd):
        i = int(np.searchsorted(inputs.offsets, odd[0], side="right")) - 1
        token = inputs.alphabet[inputs.codes[odd[0]]]
        raise InputError(
            f"sequence {i} holds {token!r} at position {int(odd[0] - inputs.offsets[i])}, which {owner} does not know; "
            "fit it with an alphabet that has it, or say that it tells nothing: missing=[...]."
        )
    return np.ascontiguousarray(codes, dtype=np.int32)


def checked_alphabet(owner: str, name: str, tokens: Any) -> Alphabet:
    """The tokens as a tuple, each once, all text or all whole numbers."""
    alphabet = tuple(tokens)
    whole = all(isinstance(t, int | np.integer) and not isinstance(t, bool) for t in alphabet)
    if not whole and not all(isinstance(t, str) for t in alphabet):
        raise ParameterError(f"{owner}.{name} must be strings or whole numbers, got {alphabet[:5]!r}.")
    if len(set(alphabet)) != len(alphabet):
        raise ParameterError(f"{owner}.{name} must name each token once, got {alphabet[:5]!r}.")
    return tuple(int(t) for t in alphabet) if whole else alphabet


def checked_lengths(owner: str, lengths: Any) -> Index:
    """Lengths of sequences that may be drawn: at least one, and none negative; read-only."""
    try:
        array = np.array(lengths, dtype=np.int64)
    except (TypeError, ValueError, OverflowError):
        raise ParameterError(f"{owner}.lengths must be whole numbers, got {lengths!r}.") from None
    if array.ndim != 1 or not len(array) or array.min() < 0:
        raise ParameterError(f"{owner}.lengths must be one whole number or more in a row, none negative.")
    array.flags.writeable = False
    return array
