"""Examples that are sequences: strings, or lists of tokens, each of any length."""

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from typing import Any, Self, cast

import narwhals as nw
import numpy as np

from drupe.foundation.arrays import Index
from drupe.foundation.errors import InputError, InputTypeError
from drupe.inputs.alphabets import Alphabet, Codes, code_text, code_tokens
from drupe.inputs.base import Inputs, Origin
from drupe.inputs.exact import is_missing
from drupe.inputs.frames import opened
from drupe.inputs.ragged import are_offsets, places_of


@dataclass(frozen=True, eq=False)
class Sequences(Inputs):
    """Sequences of tokens as numbers, one after the other; use `Sequences.of` to make one.

    The tokens of a string are its characters; those of a list are whole numbers or strings. Sequences may be empty.

    Parameters
    ----------
    codes
        All tokens, as positions in the alphabet.
    offsets
        Sequence i is codes[offsets[i]:offsets[i + 1]].
    alphabet
        The distinct tokens.
    origin
        Which examples these are.
    text
        Whether the sequences came as strings.

    Examples
    --------
    >>> words = Sequences.of(["cat", "at"])
    >>> words.alphabet, words.codes.tolist(), words.offsets.tolist(), words[1]
    (('a', 'c', 't'), [1, 0, 2, 0, 2], [0, 3, 5], 'at')
    """

    codes: Codes = field(repr=False)
    offsets: Index = field(repr=False)
    alphabet: Alphabet
    origin: Origin = field(repr=False)
    text: bool = True

    @classmethod
    def accepts(cls, data: Any) -> bool:
        """Whether data are strings, or lists of tokens that are no rows of a table: see `coerce`."""
        if isinstance(data, np.ndarray):
            return data.ndim == 1 and (
                data.dtype.kind in "UST" or (data.dtype.kind == "O" and _lists_sequences(list(data)))
            )
        if isinstance(data, list | tuple):
            return _lists_sequences(data)
        series = opened(data)
        return isinstance(series, nw.Series) and (series.dtype == nw.String or _lists_sequences(series.to_list()))

    @classmethod
    def of(cls, data: Any) -> Self:
        """Check and code a list, array or series of strings, or of lists of tokens."""
        if isinstance(data, cls):
            return data
        items = _items(data)
        text = isinstance(items[0], str)
        for i, item in enumerate(items):
            _check_item(item, i, text)
        coded = code_text(items) if text else code_tokens(items)
        return cls(*coded, Origin.new(len(items)), text)

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def _example(self, i: int) -> str | tuple[Any, ...]:
        """A string if the sequences came as strings, else a tuple of tokens."""
        tokens = (self.alphabet[code] for code in self.codes[self.offsets[i] : self.offsets[i + 1]])
        return "".join(cast(Iterator[str], tokens)) if self.text else tuple(tokens)

    def raw(self) -> Any:
        """A list of strings; equally long lists of numbers would be taken for a table, and stay wrapped."""
        return list(self) if self.text else self

    @property
    def lengths(self) -> Index:
        """How many tokens each sequence has."""
        return np.diff(self.offsets)

    def _take(self, index: Index) -> Self:
        """Over the same alphabet."""
        places, offsets = places_of(self.offsets, index)
        return type(self)(self.codes[places], offsets, self.alphabet, self.origin.take(index), self.text)

    def recoded(self, alphabet: Alphabet) -> Self:
        """The same sequences over an alphabet that begins with this one, and goes on with tokens it does not have.

        So codes below len(alphabet) mean the same token on both sides of a comparison, and tokens that the other
        side never saw equal none of its.

        >>> Sequences.of(["taxi"]).recoded(("a", "c", "t")).alphabet
        ('a', 'c', 't', 'i', 'x')
        """
        if alphabet == self.alphabet:
            return self
        known = set(alphabet)
        longer = (*alphabet, *(token for token in self.alphabet if token not in known))
        code = {token: i for i, token in enumerate(longer)}
        translation = np.array([code[token] for token in self.alphabet], dtype=np.int32)
        return type(self)(translation[self.codes], self.offsets, longer, self.origin, self.text)

    def joined(self, other: Self) -> Self:
        """These sequences and then the others, over the alphabet of both."""
        self.check_space(other, "the collection")
        there = other.recoded(self.alphabet)
        offsets = np.concatenate([self.offsets, there.offsets[1:] + self.offsets[-1]])
        codes = np.concatenate([self.codes, there.codes])
        return type(self)(codes, offsets, there.alphabet, Origin.new(len(offsets) - 1), self.text)

    def values(self) -> list[Hashable]:
        """The sequences themselves."""
        return list(self)

    def check_space(self, new: Inputs, owner: str) -> None:
        """Raise an InputError unless the new sequences are of the same kind of token; unseen tokens are no error."""
        super().check_space(new, owner)
        there = cast(Sequences, new)
        # Lists without a single token may be of either kind.
        empty = not self.text and not there.text and not (self.alphabet and there.alphabet)
        if self._kind() != there._kind() and not empty:
            raise InputTypeError(f"{owner} was fitted on {self._kind()}, but X now holds {there._kind()}.")

    def _kind(self) -> str:
        if self.text:
            return "strings"
        return "lists of strings" if self.alphabet and isinstance(self.alphabet[0], str) else "lists of whole numbers"

    def contradictions(self) -> Iterator[str]:
        """What a file may have got wrong about tokens and where they stand."""
        codes, offsets, alphabet = self.codes, self.offsets, self.alphabet
        if not isinstance(codes, np.ndarray) or codes.dtype != np.int32 or codes.ndim != 1:
            yield "codes of sequences"
        if not are_offsets(offsets, len(codes)):
            yield "offsets of sequences"
        if len(self) != len(self.origin.positions):
            yield "lengths of sequences"
        token = str if self.text else str | int
        if not all(isinstance(known, token) for known in alphabet) or len(set(alphabet)) != len(alphabet):
            yield "alphabets of sequences"
        if self.text and any(len(str(character)) != 1 for character in alphabet):
            yield "characters of sequences"
        if len(codes) and not 0 <= codes.min() <= codes.max() < len(alphabet):
            yield "codes of sequences"


def _items(data: Any) -> list[Any]:
    """The sequences one by one, from whatever holds them."""
    if isinstance(data, str | bytes) or not hasattr(data, "__len__") or not hasattr(data, "__getitem__"):
        raise InputTypeError(f"a list of sequences is needed, got {type(data).__name__}; pass [x] for a single one.")
    series = opened(data)
    if isinstance(series, nw.DataFrame | nw.LazyFrame | dict | Inputs) or getattr(data, "ndim", 1) not in (1, 2):
        raise InputTypeError(f"a list of sequences is needed, got {type(data).__name__}; pass one column, or a list.")
    items = series.to_list() if isinstance(series, nw.Series) else list(data)
    if not items:
        raise InputError("the data have 0 sample(s) while a minimum of 1 is required.")
    return items


def _check_item(item: object, i: int, text: bool) -> None:
    if isinstance(item, str) and text:
        return
    if isinstance(item, list | tuple) or (isinstance(item, np.ndarray) and item.ndim == 1):
        if not text:
            return
        raise InputTypeError(f"sequence {i} is a {type(item).__name__}, but the first is a string; do not mix them.")
    if is_missing(item):
        raise InputError(f"sequence {i} is missing ({item}); drop it, or pass an empty sequence.")
    if isinstance(item, bytes):
        raise InputTypeError(f"sequence {i} holds bytes, which are no text; decode it: item.decode('utf-8').")
    expected = "strings" if text else "strings only, or lists of tokens only"
    raise InputTypeError(f"sequence {i} is {item!r}, of type {type(item).__name__}; sequences must be {expected}.")


def _lists_sequences(items: list[Any] | tuple[Any, ...]) -> bool:
    """Whether the first item that is there is text, or all are lists of tokens."""
    first = next((item for item in items if item is not None), None)
    if isinstance(first, str | bytes):
        return True
    rows = all(isinstance(item, list | tuple) or (isinstance(item, np.ndarray) and item.ndim == 1) for item in items)
    if not rows:
        return False
    token = next((row[0] for row in items if len(row)), None)
    ragged = len({len(row) for row in items}) > 1
    return isinstance(token, str) or (ragged and all(_whole(token) for row in items for token in row))


def _whole(token: object) -> bool:
    return isinstance(token, int | np.integer) and not isinstance(token, bool)
