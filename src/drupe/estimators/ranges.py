"""What the parameters of an estimator may be, checked at fit as scikit-learn asks, in its words."""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Protocol

import numpy as np
from sklearn.base import BaseEstimator

from drupe.foundation.errors import ParameterError
from drupe.foundation.parameters import Interval


class Range(Protocol):
    """A set of values that can be described; `Interval` of the foundation is one."""

    def __contains__(self, value: object) -> bool: ...

    def __str__(self) -> str: ...


@dataclass(frozen=True)
class OneOf:
    """One of these words.

    >>> str(OneOf("ovo", "ovr")), "ova" in OneOf("ovo", "ovr")
    ("'ovo' or 'ovr'", False)
    """

    words: tuple[str, ...]

    def __init__(self, *words: str):
        object.__setattr__(self, "words", words)

    def __contains__(self, value: object) -> bool:
        return isinstance(value, str) and value in self.words

    def __str__(self) -> str:
        return " or ".join(repr(word) for word in self.words)


@dataclass(frozen=True)
class Instance:
    """A value of this type.

    >>> True in Instance(bool), 1 in Instance(bool), str(Instance(bool))
    (True, False, 'a bool')
    """

    types: tuple[type, ...]

    def __init__(self, *types: type):
        object.__setattr__(self, "types", (*types, np.bool_) if bool in types else types)

    def __contains__(self, value: object) -> bool:
        return isinstance(value, self.types)

    def __str__(self) -> str:
        names = ("None" if kind is type(None) else f"a {kind.__name__}" for kind in self.types)
        return " or ".join(dict.fromkeys(names))


@dataclass(frozen=True)
class Either:
    """A value of any of these ranges.

    >>> "scale" in Either(OneOf("scale"), Instance(float)), 1 in Either(OneOf("scale"), Instance(float))
    (True, False)
    """

    ranges: tuple[Range, ...]

    def __init__(self, *ranges: Range):
        object.__setattr__(self, "ranges", ranges)

    def __contains__(self, value: object) -> bool:
        return any(value in part for part in self.ranges)

    def __str__(self) -> str:
        return " or ".join(map(str, self.ranges))


class Callable_:
    """Anything that can be called except a class: Gaussian was meant to be Gaussian().

    >>> len in Callable_(), int in Callable_()
    (True, False)
    """

    def __contains__(self, value: object) -> bool:
        return callable(value) and not isinstance(value, type)

    def __str__(self) -> str:
        return "a callable that is no class"


class Collection_:
    """Anything that holds examples, of whatever kind: what has a length and is no text.

    >>> [[1.0]] in Collection_(), "all" in Collection_(), 2.5 in Collection_(), np.float64(2.5) in Collection_()
    (True, False, False, False)
    """

    def __contains__(self, value: object) -> bool:
        return (hasattr(value, "__len__") or getattr(value, "ndim", 0) > 0) and not isinstance(value, str | bytes)

    def __str__(self) -> str:
        return "a collection of examples"


NOTHING = Instance(type(None))
TRUTH = Instance(bool)
POSITIVE = Interval(0.0, closed_low=False)
SECONDS = Either(NOTHING, POSITIVE)
THREADS = Either(NOTHING, Interval(whole=True))
SEED = Either(NOTHING, Interval(0, whole=True), Instance(np.random.Generator, np.random.RandomState))


def check_parameters(estimator: BaseEstimator) -> None:
    """Raise a ParameterError that names the first parameter out of its declared range."""
    values = vars(estimator)
    for name, (allowed, default) in _declared_ranges(estimator.__class__).items():
        if values.get(name, default) is default:
            continue
        if values[name] not in allowed:
            raise ParameterError(
                f"The {name!r} parameter of {type(estimator).__name__} must be in {allowed}. "
                f"Got {values[name]!r} instead."
            )


@cache
def _declared_ranges(kind: type) -> Mapping[str, tuple[Range, object]]:
    """The ranges of the parameters by name, and the defaults that were found to lie in them.

    Most parameters of most fits are these very values, and need no second look. An estimator with a constructor of its
    own may have declared no ranges.
    """
    fields = dataclasses.fields(kind) if dataclasses.is_dataclass(kind) else ()
    ranges = {field: field.metadata["range"] for field in fields if field.metadata.get("range") is not None}
    return {
        field.name: (allowed, field.default if field.default in allowed else dataclasses.MISSING)
        for field, allowed in ranges.items()
    }
