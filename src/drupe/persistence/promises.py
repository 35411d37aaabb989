"""A value is held against its declaration: the types of its parts, the lengths they promise, what must be there.

`save` and `load` ask the same questions, so that what was saved can be loaded.
"""

import typing
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Annotated, Any

from sklearn.base import BaseEstimator

from drupe.estimators.ranges import check_parameters
from drupe.foundation.shapes import BrokenPromise, Lengths, Promise, Sometimes, Together
from drupe.persistence.field_types import field_types, fits
from drupe.persistence.foreign_state import FOREIGN, check_foreign


def check_parts(owner: str, hints: Mapping[str, Any], parts: Mapping[str, Any]) -> None:
    """Raise a BrokenPromise that names the first part of the wrong type or length."""
    for name, part in parts.items():
        if not fits(part, hints.get(name, Any)):
            raise BrokenPromise(f"{owner}.{name} is a {type(part).__name__}")
    lengths = Lengths()
    promised = [(name, part, promise) for name, part in parts.items() for promise in _promises(hints.get(name), part)]
    for late in (False, True):
        for name, part, promise in promised:
            try:
                if late:
                    promise.confirm(part, lengths)
                    continue
                for axis, length in promise.lengths(part):
                    lengths.agree(axis, length)
            except BrokenPromise as broken:
                raise BrokenPromise(f"{owner}.{name} {broken}") from None
            except (TypeError, AttributeError, ValueError, OverflowError):
                raise BrokenPromise(f"{owner}.{name} is a {type(part).__name__}") from None


def check_estimator(estimator: BaseEstimator) -> None:
    """Raise a BrokenPromise if a fitted estimator lacks an attribute of a fit, has others, or contradicts itself.

    One without any attributes has not been fitted, and nothing is asked of it.
    """
    kind: type = type(estimator)
    hints: Mapping[str, Any]
    parameters = estimator.get_params(deep=False)
    learned = {name: value for name, value in vars(estimator).items() if name not in parameters}
    learned.pop("_sklearn_output_config", None)  # what set_output was told, also before a fit
    if kind.__name__ in FOREIGN:
        hints = FOREIGN[kind.__name__]
        learned = {name: value for name, value in learned.items() if name in hints or not name.startswith("_")}
    else:
        hints = learned_types(kind)
        check_parameters(estimator)
    if not fits(parameters.get("estimator"), getattr(kind, "_learners", BaseEstimator) | None):
        raise BrokenPromise(f"{kind.__name__}.estimator is no estimator")
    for name in learned:
        if name not in hints:
            raise BrokenPromise(f"{kind.__name__}.{name} is no attribute that a fit gives")
    for name in _required(hints, learned) - learned.keys() if learned else ():
        raise BrokenPromise(f"{kind.__name__}.{name} is missing")
    # In the order of the declaration, in which lengths come before what has them.
    check_parts(kind.__name__, hints, {name: learned[name] for name in hints if name in learned})
    if kind.__name__ in FOREIGN:
        check_foreign(estimator, bool(learned))
    if learned and hasattr(estimator, "_check_learned"):
        try:
            estimator._check_learned()
        except BrokenPromise as broken:
            raise BrokenPromise(f"{kind.__name__}.{broken}") from None


@cache
def learned_types(kind: type) -> Mapping[str, Any]:
    """The attributes that a fit gives, with their declared types: those that the class names and that end in "_"."""
    return {name: hint for name, hint in field_types(kind).items() if name.endswith("_") and not name.startswith("_")}


def _required(hints: Mapping[str, Any], learned: Mapping[str, Any]) -> set[str]:
    """What must be there; what speaks of the fit itself, if any of it is there."""
    together = {name for name, hint in hints.items() if any(isinstance(part, Together) for part in _metadata(hint))}
    sometimes = {name for name, hint in hints.items() if any(isinstance(part, Sometimes) for part in _metadata(hint))}
    return (hints.keys() - sometimes) | (together if together & learned.keys() else set())


def _promises(hint: Any, part: Any) -> Iterator[Promise]:
    if part is not None or type(None) not in typing.get_args(typing.get_args(hint)[0] if _metadata(hint) else None):
        yield from (promise for promise in _metadata(hint) if isinstance(promise, Promise))


def _metadata(hint: Any) -> tuple[Any, ...]:
    return tuple(hint.__metadata__) if typing.get_origin(hint) is Annotated else ()
