"""Estimators as declarations: each parameter stands once, with its default, its range and its documentation."""

import dataclasses
import inspect
from typing import Any, Literal, TypeVar, dataclass_transform

from drupe.estimators.merged_docstring import merged_docstring
from drupe.estimators.ranges import Range

Kind = TypeVar("Kind")


def parameter(
    allowed: Range | None = None,
    *,
    default: Any = dataclasses.MISSING,
    kw_only: bool = True,
    before: str | None = None,
    last: bool = False,
) -> Any:
    """A parameter of the constructor, with the range that `check_parameters` holds it against at fit.

    Parameters
    ----------
    allowed
        Its range; None for whatever the fit itself checks.
    default
        Its default, which no fit may change; without one the parameter is required.
    kw_only
        Whether the parameter must be named.
    before
        The inherited parameter that follows it in signatures, both to be named; without one it follows them all.
    last
        Whether it follows also those that derived classes declare.
    """
    metadata = {"range": allowed, "before": before, "last": last}
    return dataclasses.field(default=default, kw_only=kw_only, metadata=metadata)


def constant(value: Any, *, init: Literal[False] = False) -> Any:
    """What is a parameter of a base class, and has one value in this class."""
    return dataclasses.field(default=value, init=init)


def learned(*, init: Literal[False] = False) -> Any:
    """An attribute that a fit gives, in a class that declares parameters too."""
    return dataclasses.field(init=init)


@dataclass_transform(eq_default=False, kw_only_default=True, field_specifiers=(parameter, constant, learned))
def declared(kind: type[Kind]) -> type[Kind]:
    """Give a class a constructor that stores its parameters, own and inherited, and a docstring that has them all.

    Another default for an inherited parameter is a plain one, `tol: float = 1e-6`; its range and place stay. As in
    every dataclass, the parameters of the last base come first.

    >>> from sklearn.base import BaseEstimator
    >>> @declared
    ... class Base(BaseEstimator):
    ...     tol: float = parameter(default=1e-3)
    >>> @declared
    ... class Derived(Base):
    ...     C: float = parameter(default=1.0, before="tol")
    ...     tol: float = 1e-6
    >>> inspect.signature(Derived), Derived(tol=0.1)
    (<Signature (*, C: float = 1.0, tol: float = 1e-06) -> None>, Derived(tol=0.1))
    """
    made: Any = dataclasses.dataclass(eq=False, repr=False, kw_only=True)(kind)
    for field in dataclasses.fields(made):
        if field.init and field.name in vars(made):
            _inherit(made, field)
            delattr(made, field.name)  # a parameter is an attribute of machines, not of their class
    made.__init__.__signature__ = _signature(made, inspect.signature(made.__init__))
    made.__doc__ = merged_docstring(made)
    return kind


def _inherit(kind: type[Any], own: Any) -> None:
    """Give a parameter that was declared anew by its default alone the range and the place that it had before."""
    tables = (vars(base).get("__dataclass_fields__", {}) for base in kind.__mro__[1:])
    inherited = next((table[own.name] for table in tables if own.name in table), None)
    if inherited is not None and not own.metadata:
        own.metadata = inherited.metadata


def _signature(kind: type[Any], written: inspect.Signature) -> inspect.Signature:
    """The constructor's signature, with every parameter at the place that it was declared for."""
    places: dict[str, Any] = {field.name: field.metadata for field in dataclasses.fields(kind) if field.init}
    names = sorted(written.parameters, key=lambda name: places.get(name, {}).get("last", False))
    for name, place in places.items():
        if place.get("before") in names:
            names.remove(name)
            names.insert(names.index(place["before"]), name)
    return written.replace(parameters=[written.parameters[name] for name in names])
