"""A lexicon: words, and how much each of them counts."""

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from drupe.foundation.errors import ParameterError
from drupe.foundation.parameters import Checked, nonnegative


@dataclass(frozen=True)
class Lexicon(Checked):
    """Words in order, each once, and a weight for each of them.

    Parameters
    ----------
    words
        The words: strings, or whole numbers.
    weights
        How much each counts, zero or more.

    Examples
    --------
    >>> Lexicon.of({"to": 0.5, "be": 2.0})
    Lexicon(2 words: 'be' 2, 'to' 0.5)
    """

    words: tuple[str | int, ...] = field(default=())
    weights: tuple[float, ...] = nonnegative(())

    def __post_init__(self) -> None:
        super().__post_init__()
        if len(self.words) != len(self.weights) or len(set(self.words)) != len(self.words):
            raise ParameterError(
                f"a lexicon has words, each once, and a weight for each, but got {len(self.words)} words, "
                f"{len(set(self.words))} of them different, and {len(self.weights)} weights."
            )

    @classmethod
    def of(cls, weights: "Mapping[Any, float] | Lexicon") -> "Lexicon":
        """From a mapping of words to weights."""
        if isinstance(weights, Lexicon):
            return weights
        if not isinstance(weights, Mapping) or not weights:
            raise ParameterError(f"words have weights by a mapping such as {{'cat': 1.0}}, got {weights!r}.")
        for kind in (str, int):
            if all(isinstance(word, kind) and not isinstance(word, bool) for word in weights):
                ordered = sorted(weights)
                return cls(tuple(ordered), tuple(_weight(word, weights[word]) for word in ordered))
        odd = next(iter(weights))
        raise ParameterError(
            f"the words of a lexicon must all be strings, or all whole numbers; the first is {odd!r}, "
            f"of type {type(odd).__name__}."
        )

    def __len__(self) -> int:
        return len(self.words)

    def __getitem__(self, word: Hashable) -> float:
        """The weight of a word; zero for one that is not in the lexicon."""
        return self._by_word.get(word, 0.0)

    def __iter__(self) -> Iterator[str | int]:
        return iter(self.words)

    @cached_property
    def _by_word(self) -> dict[Hashable, float]:
        return dict(zip(self.words, self.weights, strict=True))

    def __repr__(self) -> str:
        shown = 4
        some = ", ".join(f"{w!r} {b:.4g}" for w, b in zip(self.words[:shown], self.weights, strict=False))
        return f"Lexicon({len(self)} words: {some}{', ...' if len(self) > shown else ''})"


def _weight(word: Hashable, weight: Any) -> float:
    try:
        return float(weight)
    except (TypeError, ValueError):
        raise ParameterError(f"the weight of the word {word!r} must be a number, got {weight!r}.") from None
