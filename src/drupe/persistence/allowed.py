"""Which classes a file may name: drupe's own values and machines, and a few of scikit-learn's.

A class is named by the package it lives in and by its own name, `kernels.Gaussian` for the one in
`drupe.kernels.gaussian`, so that files outlive a change of module names inside a package. What is not found by looking
into these packages is neither imported nor made.
"""

import dataclasses
import inspect
import pkgutil
import sys
from collections.abc import Iterator, Mapping
from enum import Enum
from functools import cache
from importlib import import_module
from types import ModuleType

PACKAGES = (
    "foundation",
    "witness",
    "losses",
    "inputs",
    "kernels",
    "grams",
    "spaces",
    "predictors",
    "solvers",
    "bounds",
    "estimators",
    "certification",
    "selection",
)
"""The layers below this one: what a machine or a certificate can be made of."""

SCIKIT_LEARN = {
    "ColumnTransformer": "sklearn.compose",
    "CountVectorizer": "sklearn.feature_extraction.text",
    "FeatureUnion": "sklearn.pipeline",
    "MaxAbsScaler": "sklearn.preprocessing",
    "MinMaxScaler": "sklearn.preprocessing",
    "Normalizer": "sklearn.preprocessing",
    "OneHotEncoder": "sklearn.preprocessing",
    "OrdinalEncoder": "sklearn.preprocessing",
    "Pipeline": "sklearn.pipeline",
    "RobustScaler": "sklearn.preprocessing",
    "SimpleImputer": "sklearn.impute",
    "StandardScaler": "sklearn.preprocessing",
}
"""What stands before a machine in a pipeline, and the module that exports it."""


def name_of(kind: type) -> str | None:
    """The name of a class in files; None for a class that no file may name.

    A class of drupe that is no dataclass itself goes by the name of the dataclass that it derives from.

    >>> from drupe.kernels import Gaussian
    >>> name_of(Gaussian), name_of(str)
    ('kernels.Gaussian', None)
    """
    if SCIKIT_LEARN.get(kind.__name__) and kind.__module__.startswith("sklearn."):
        exported = getattr(import_module(SCIKIT_LEARN[kind.__name__]), kind.__name__)
        return f"sklearn.{kind.__name__}" if exported is kind else None
    if not _ours(kind):
        return None
    named = next((base for base in kind.__mro__ if _ours(base) and is_nameable(base)), None)
    return None if named is None else f"{_package(named.__module__)}.{named.__name__}"


def type_named(name: str) -> type | None:
    """The class of this name; None if there is none, whatever else Python may know by such a name."""
    package, _, last = name.rpartition(".")
    if package == "sklearn":
        home = SCIKIT_LEARN.get(last)
        return None if home is None else getattr(import_module(home), last)
    return _types_of(package).get(last) if package in packages() else None


@cache
def packages() -> frozenset[str]:
    """The packages whose classes may be named, found by looking into drupe's folders and not by asking the file."""
    return frozenset(name for package in PACKAGES for name in _walked(package, _folders(package)))


def is_nameable(kind: type) -> bool:
    """Whether a class is a dataclass itself, an enumeration, an estimator, or something without any state."""
    if "__dataclass_params__" in vars(kind) or issubclass(kind, Enum):
        return True
    if inspect.isabstract(kind) or issubclass(kind, tuple | BaseException):
        return False
    return (hasattr(kind, "get_params") and hasattr(kind, "fit")) or is_stateless(kind)


def is_stateless(kind: type) -> bool:
    """Whether instances have no state, as a theorem without parameters has none."""
    return kind.__init__ is object.__init__ and not dataclasses.is_dataclass(kind)  # type: ignore[misc]


@cache
def _types_of(package: str) -> Mapping[str, type]:
    """All nameable classes that the modules of one package define, sub-packages left out."""
    return {
        name: thing
        for module in _modules(package)
        for name, thing in vars(module).items()
        if inspect.isclass(thing) and thing.__module__ == module.__name__ and is_nameable(thing)
    }


def _modules(package: str) -> Iterator[ModuleType]:
    home = import_module(f"drupe.{package}")
    yield home
    for part in pkgutil.iter_modules(home.__path__):
        if not part.ispkg:
            try:
                yield import_module(f"{home.__name__}.{part.name}")
            except ImportError:  # a part that needs something which is not installed
                continue


def _walked(package: str, folders: list[str]) -> Iterator[str]:
    yield package
    for part in pkgutil.iter_modules(folders):
        if part.ispkg:
            yield from _walked(f"{package}.{part.name}", [f"{folder}/{part.name}" for folder in folders])


def _folders(package: str) -> list[str]:
    return [f"{folder}/{package}" for folder in sys.modules["drupe"].__path__]


def _ours(kind: type) -> bool:
    parts = kind.__module__.split(".")
    return parts[0] == "drupe" and len(parts) > 1 and parts[1] in PACKAGES


def _package(module: str) -> str:
    """The package that a module lives in, without the leading "drupe."."""
    found = sys.modules[module]
    return (module if hasattr(found, "__path__") else module.rpartition(".")[0]).removeprefix("drupe.")
