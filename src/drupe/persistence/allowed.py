"""Which classes a file may name: drupe's own values and machines, and a few of scikit-learn's.

A class is named by its layer and its own name, `kernels.Gaussian` or `estimators.SVC`, whatever folder it lies in, so
that files outlive moves inside a layer. Its module is found by reading the layer's sources, and only that one is
imported; what is not found there is neither imported nor made.
"""

import dataclasses
import inspect
import pkgutil
import re
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from functools import cache
from importlib import import_module
from importlib.abc import ResourceLoader
from importlib.machinery import PathFinder
from typing import cast

LAYERS = (
    "foundation",
    "witness",
    "losses",
    "inputs",
    "models",
    "kernels",
    "grams",
    "rules",
    "predictors",
    "solvers",
    "bounds",
    "estimators",
    "certification",
    "selection",
)
"""The layers below this one: what a machine or a certificate can be made of."""

UNNAMED = ("drupe.kernels.forms.maps", "drupe.kernels.forms.nodes")
"""Parts of formulas: no model holds them, and kernels have the same names."""

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

KERNELS = "sklearn.gaussian_process.kernels"
"""The module of the kernels of scikit-learn's Gaussian processes, each of which is what its arguments say."""

KERNELS_OF_SCIKIT_LEARN = frozenset(
    {
        "CompoundKernel",
        "ConstantKernel",
        "DotProduct",
        "ExpSineSquared",
        "Exponentiation",
        "Matern",
        "PairwiseKernel",
        "Product",
        "RBF",
        "RationalQuadratic",
        "Sum",
        "WhiteKernel",
    }
)

_CLASS = re.compile(rb"\nclass (\w+)")


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
    if is_kernel_of_scikit_learn(kind):
        return f"{KERNELS}.{kind.__name__}"
    if not _ours(kind):
        return None
    named = next((base for base in kind.__mro__ if _ours(base) and is_nameable(base)), None)
    return None if named is None else f"{named.__module__.split('.')[1]}.{named.__name__}"


def type_named(name: str) -> type | None:
    """The class of this name; None if there is none, whatever else Python may know by such a name."""
    layer, _, last = name.rpartition(".")
    if layer == "sklearn":
        home = SCIKIT_LEARN.get(last)
        return None if home is None else getattr(import_module(home), last)
    if layer == KERNELS:
        return getattr(import_module(KERNELS), last) if last in KERNELS_OF_SCIKIT_LEARN else None
    for module in _homes(layer).get(last, ()) if layer in LAYERS else ():
        kind = getattr(import_module(module), last, None)
        if inspect.isclass(kind) and kind.__module__ == module and is_nameable(kind):
            return kind
    return None


def is_kernel_of_scikit_learn(kind: type) -> bool:
    """Whether a class is one of the kernels of scikit-learn's Gaussian processes, and not derived from one."""
    return kind.__module__ == KERNELS and kind.__name__ in KERNELS_OF_SCIKIT_LEARN


def is_nameable(kind: type) -> bool:
    """Whether a class is a plain value, an enumeration, an estimator, or something without any state."""
    if is_value(kind) or issubclass(kind, Enum):
        return True
    if inspect.isabstract(kind) or issubclass(kind, tuple | BaseException):
        return False
    return (hasattr(kind, "get_params") and hasattr(kind, "fit")) or is_stateless(kind)


def is_value(kind: type) -> bool:
    """Whether a class is a frozen dataclass itself; estimators are dataclasses too, but nothing is frozen of them."""
    return "__dataclass_params__" in vars(kind) and bool(kind.__dataclass_params__.frozen)  # type: ignore[attr-defined]


def is_stateless(kind: type) -> bool:
    """Whether instances have no state, as a theorem without parameters has none."""
    return kind.__init__ is object.__init__ and not dataclasses.is_dataclass(kind)  # type: ignore[misc]


@cache
def _homes(layer: str) -> Mapping[str, Sequence[str]]:
    """The modules of a layer in which a line begins with `class` and a name, by that name."""
    homes: defaultdict[str, list[str]] = defaultdict(list)
    for module, source in _sources(f"drupe.{layer}", [f"{folder}/{layer}" for folder in sys.modules["drupe"].__path__]):
        for name in _CLASS.findall(source):
            homes[name.decode()].append(module)
    return homes


def _sources(package: str, folders: Sequence[str]) -> Iterator[tuple[str, bytes]]:
    """The modules below a package with their text; nothing is imported."""
    for part in pkgutil.iter_modules(folders, f"{package}."):
        spec = PathFinder.find_spec(part.name, folders)
        if spec is None or not _may_be_named(part.name):
            continue
        yield part.name, cast("ResourceLoader", spec.loader).get_data(str(spec.origin))
        if spec.submodule_search_locations is not None:
            yield from _sources(part.name, spec.submodule_search_locations)


def _ours(kind: type) -> bool:
    parts = kind.__module__.split(".")
    return parts[0] == "drupe" and len(parts) > 2 and parts[1] in LAYERS and _may_be_named(kind.__module__)


def _may_be_named(module: str) -> bool:
    return not f"{module}.".startswith(tuple(f"{part}." for part in UNNAMED))
