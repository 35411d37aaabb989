"""Tokens as numbers: strings and token lists coded over a sorted alphabet, all of them in one flat array."""

from collections.abc import Hashable, Sequence
from itertools import chain
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Index
from drupe.foundation.errors import InputError, InputTypeError
from drupe.inputs.ragged import offsets_of

Codes: TypeAlias = npt.NDArray[np.int32]
"""Positions of tokens in an alphabet."""

Alphabet: TypeAlias = tuple[Hashable, ...]
"""The distinct tokens, each once."""


class Coded(NamedTuple):
    """All sequences one after the other; sequence i is codes[offsets[i]:offsets[i + 1]]."""

    codes: Codes
    offsets: Index
    alphabet: Alphabet


def code_text(strings: Sequence[str]) -> Coded:
    """Strings, whose tokens are their characters."""
    # Four bytes for each character, lone surrogates included: Python's strings may hold them.
    points = np.frombuffer("".join(strings).encode("utf-32-le", "surrogatepass"), dtype="<u4")
    present = np.zeros(int(points.max(initial=0)) + 1, dtype=bool)
    present[points] = True
    codes = (np.cumsum(present, dtype=np.int32) - np.int32(1))[points]
    return Coded(codes, offsets_of(map(len, strings)), tuple(map(chr, np.flatnonzero(present))))


def code_tokens(sequences: Sequence[Sequence[Any]], what: str = "sequence") -> Coded:
    """Lists of tokens, which must all be whole numbers or all be strings; `what` is one list in errors."""
    tokens = list(chain.from_iterable(sequences))
    kinds = {_kind(kind) for kind in set(map(type, tokens))}
    if len(kinds) > 1 or None in kinds:
        raise _odd_token(sequences, what)
    distinct = sorted(set(tokens))
    code = {token: i for i, token in enumerate(distinct)}
    codes = np.fromiter((code[token] for token in tokens), dtype=np.int32, count=len(tokens))
    # Python's own int and str, so that an alphabet does not remember whether numpy was involved.
    alphabet = tuple(str(token) if isinstance(token, str) else int(token) for token in distinct)
    return Coded(codes, offsets_of(map(len, sequences)), alphabet)


def _kind(kind: type) -> str | None:
    """What tokens of this type are; None if they cannot be tokens."""
    if issubclass(kind, str):
        return "strings"
    return "whole numbers" if issubclass(kind, int | np.integer) and not issubclass(kind, bool) else None


def _odd_token(sequences: Sequence[Sequence[Any]], what: str) -> InputError:
    """The first token that cannot be one, or that is of another kind than the very first."""
    places = [(i, j, token) for i, sequence in enumerate(sequences) for j, token in enumerate(sequence)]
    first = _kind(type(places[0][2]))
    i, j, odd = next(place for place in places if _kind(type(place[2])) != first or first is None)
    found = f"{what} {i} holds {odd!r}, of type {type(odd).__name__}, at position {j}"
    if first is not None and _kind(type(odd)) is not None:
        return InputError(
            f"{found}, after tokens that are {first}; tokens must all be whole numbers or all be strings."
        )
    remedy = "decode bytes" if isinstance(odd, bytes) else "number the tokens, or name them by strings"
    return InputTypeError(f"{found}; tokens are whole numbers or strings: {remedy}.")
