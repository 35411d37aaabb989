"""The bounds that `certify` knows: every one of the package."""

import inspect
import pkgutil
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from typing import Any

import drupe.bounds
from drupe.bounds.base import Bound
from drupe.bounds.subject import Subject
from drupe.certification.names import bound_name
from drupe.foundation.errors import ParameterError

ABOUT_THE_MODEL = {Subject.FITTED, Subject.GIBBS, Subject.VOTE, Subject.AVERAGE, Subject.EVERY}


@cache
def known_bounds() -> tuple[type[Bound[Any]], ...]:
    """Every bound in `drupe.bounds`, in the order of their names; a new file there is known at once."""
    return tuple(sorted(theorems(Bound), key=bound_name))


def theorems(kind: type[Any]) -> set[type[Any]]:
    """The classes of this kind in all files of `drupe.bounds` that are theorems: those that name a witness."""
    modules = [import_module(found.name) for found in pkgutil.walk_packages(drupe.bounds.__path__, "drupe.bounds.")]
    things = (thing for module in modules for thing in vars(module).values())
    return {
        thing for thing in things if isinstance(thing, type) and issubclass(thing, kind) and hasattr(thing, "witness")
    }


def ready_bounds() -> tuple[Bound[Any], ...]:
    """One of each kind that needs no parameters and speaks of the model, or of rules around it or made from it."""
    return tuple(kind() for kind in known_bounds() if kind.subject in ABOUT_THE_MODEL and not _has_to_be_told(kind))


def _has_to_be_told(kind: type[Bound[Any]]) -> bool:
    """Whether only whoever wants the bound can say with which parameters."""
    return any(one.default is one.empty for one in inspect.signature(kind).parameters.values())


def asked_bounds(bounds: Any) -> tuple[Bound[Any], ...]:
    """From what a user says: a name, a bound, or several of these.

    >>> [type(bound).__name__ for bound in asked_bounds(["hold_out"])]
    ['HoldOut']
    """
    items = bounds if isinstance(bounds, Sequence) and not isinstance(bounds, str) else [bounds]
    if not items:
        raise ParameterError("bounds is empty; ask for at least one.")
    return tuple(_bound(item) for item in items)


def _bound(item: Any) -> Bound[Any]:
    by_name = {bound_name(bound): bound for bound in ready_bounds()}
    if isinstance(item, str) and item in by_name:
        return by_name[item]
    if isinstance(item, type) and issubclass(item, Bound):
        return item()
    if not isinstance(item, Bound):
        raise ParameterError(f"bounds must be 'all', bounds, or names among {sorted(by_name)}; got {item!r}.")
    return item
