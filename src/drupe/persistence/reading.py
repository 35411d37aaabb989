"""From plain data back to a model: only what the writer writes is understood, and only allowed classes are made."""

import base64
import binascii
import dataclasses
import inspect
import math
from collections.abc import Callable, Mapping
from enum import Enum
from functools import cache
from typing import Any
from uuid import UUID

import numpy as np
import numpy.typing as npt
import scipy.sparse as sp
from sklearn.base import BaseEstimator

from drupe.foundation.errors import DrupeError
from drupe.persistence.allowed import is_kernel_of_scikit_learn, is_stateless, is_value, type_named
from drupe.persistence.checked_inputs import check_inputs
from drupe.persistence.field_types import field_types
from drupe.persistence.json_values import DTYPE, JSON, NOT_STORED, WIDEST, corrupt, is_key
from drupe.persistence.old_names import current_name
from drupe.persistence.plain_patterns import check_pattern
from drupe.persistence.promises import check_estimator, check_parts
from drupe.persistence.random_states import random_generator
from drupe.persistence.stored_arrays import restored
from drupe.persistence.unfolding import Made, Unfolding

_MISSING = object()
_SPARSE = {"csr_array": sp.csr_array, "csr_matrix": sp.csr_matrix}
_NUMPY_TYPES = {kind.__name__: kind for kind in (*np.sctypeDict.values(), np.object_) if issubclass(kind, np.generic)}
_WRONG = (TypeError, ValueError, KeyError, IndexError, AttributeError, OverflowError, ArithmeticError)
"""What Python raises where a damaged file promised something else."""


class Reader:
    """Turns JSON into values, one call of `read` each; `array` hands out the arrays by name.

    Parameters
    ----------
    array
        The array of a name.
    size
        Bytes of the file.
    version
        The format of the file, which decides how classes are named.
    trusted
        Whether regular expressions are let through that may take for ever.
    """

    def __init__(self, array: Callable[[str], npt.NDArray[Any]], size: int, version: int, trusted: bool):
        self._array = array
        self._version = version
        self._trusted = trusted
        self._arrays: dict[str, npt.NDArray[Any]] = {}
        self._in_stacks: set[str] = set()
        self._made: list[Made] = []
        self._unfolding = Unfolding(size)
        self.names: set[str] = set()

    def read(self, node: JSON) -> Any:
        """The value that was written."""
        self._unfolding.enter()
        value = self._value(node)
        self._unfolding.leave()
        return value

    def _value(self, node: JSON) -> Any:
        if isinstance(node, list):
            return [self.read(part) for part in node]
        if not isinstance(node, dict):
            return node
        for word, convert in _CONVERSIONS.items():
            if word in node:
                try:
                    return convert(self, node)
                except DrupeError:
                    raise
                except (*_WRONG, binascii.Error) as cause:
                    raise corrupt(f"a {word} cannot be read ({type(cause).__name__}: {cause})") from cause
        raise corrupt(f"a value of the unknown kind {', '.join(sorted(map(str, node)))[:60]!r} was found")

    def _list(self, node: JSON) -> list[Any]:
        if not isinstance(node, list):
            raise corrupt("a list is missing where there must be one")
        return [self.read(part) for part in node]

    def _number(self, node: dict[str, JSON]) -> float:
        return {"inf": math.inf, "-inf": -math.inf, "nan": math.nan}[str(node["float"])]

    def _dict(self, node: dict[str, JSON]) -> dict[Any, Any]:
        pairs: Any = node["dict"]
        return {_key(self.read(key)): self.read(value) for key, value in pairs}

    def _scalar(self, node: dict[str, JSON]) -> Any:
        return _dtype(node["scalar"]).type(self.read(node["value"]))

    def _stored(self, node: dict[str, JSON]) -> npt.NDArray[Any]:
        key = f"{node['array']} {node.get('dtype')} {node.get('order')}"
        if key not in self._arrays:
            self._arrays[key] = restored(self._array(str(node["array"])), node)
        self._unfolding.spend(self._arrays[key].nbytes)
        return self._arrays[key]

    def _stacked(self, node: dict[str, JSON]) -> npt.NDArray[Any]:
        names: Any = node["stacked"]
        key = f"stacked {names}"
        if key not in self._arrays:
            # No array is part of two stacks, so that a small file cannot ask for much memory.
            if len(set(names)) < len(names) or self._in_stacks & set(names):
                raise corrupt("an array is part of others more than once")
            self._in_stacks |= set(names)
            self._arrays[key] = np.concatenate([self._stored({"array": name}) for name in names])
        self._unfolding.spend(self._arrays[key].nbytes)
        return self._arrays[key]

    def _objects(self, node: dict[str, JSON]) -> npt.NDArray[Any]:
        entries, shape = self._list(node["objects"]), _shape(node["shape"])
        if math.prod(shape) != len(entries):
            raise corrupt(f"an array of shape {shape} has {len(entries)} entries")
        out = np.empty(len(entries), dtype=np.dtypes.StringDType() if "dtype" in node else object)
        for i, entry in enumerate(entries):
            out[i] = entry
        return out.reshape(shape)

    def _csr(self, node: dict[str, JSON]) -> Any:
        parts = tuple(self.read(_mapping(node[name])) for name in ("data", "indices", "indptr"))
        if not all(isinstance(part, np.ndarray) and part.dtype.kind in "biufc" for part in parts):
            raise corrupt("a sparse matrix is not made of arrays of numbers")
        data, indices, indptr = parts
        rows, columns = _shape(node["shape"])
        if len(indptr) != rows + 1 or data.ndim != 1 or {indices.dtype.kind, indptr.dtype.kind} != {"i"}:
            raise corrupt(f"a sparse matrix of {rows} rows has {len(indptr) - 1} of them")
        matrix = _SPARSE[str(node["csr"])](parts, shape=(rows, columns), copy=False)
        matrix.check_format(full_check=True)
        return matrix

    def _enum(self, node: dict[str, JSON]) -> Enum:
        kind = self._type(node["enum"])
        if not issubclass(kind, Enum):
            raise corrupt(f"{node['enum']} is no enumeration")
        return kind[str(node["member"])]

    def _same(self, node: dict[str, JSON]) -> Any:
        number = node["same"]
        if not isinstance(number, int) or not 0 <= number < len(self._made):
            raise corrupt("a reference points to nothing")
        self._unfolding.again(self._made[number])
        return self._made[number].value

    def _instance(self, node: dict[str, JSON]) -> Any:
        kind = self._type(node["type"])
        if "stateless" in node:
            return self._stateless(kind)
        if "arguments" in node:
            return self._kernel_of_scikit_learn(kind, node)
        with self._unfolding.measured() as extent:
            value = self._estimator(kind, node) if "parameters" in node else self._dataclass(kind, node)
        self._made.append(Made(value, *extent))
        return value

    def _kernel_of_scikit_learn(self, kind: type, node: dict[str, JSON]) -> Any:
        """Made by its constructor, which only keeps its arguments; parameters and bounds must then be numbers."""
        if not is_kernel_of_scikit_learn(kind):
            raise corrupt(f"{kind.__name__} is no kernel of scikit-learn's")
        kernel: Any = kind(**self._parts(node["arguments"]))
        with np.errstate(all="ignore"):
            numbers = np.asarray(kernel.theta), np.asarray(kernel.bounds)
        if any(array.dtype.kind != "f" for array in numbers):
            raise corrupt(f"the parameters of {kind.__name__} are no numbers")
        return kernel

    def _stateless(self, kind: type) -> Any:
        if not is_stateless(kind) or inspect.isabstract(kind) or issubclass(kind, Enum):
            raise corrupt(f"{kind.__name__} is no class without state")
        return object.__new__(kind)

    def _type(self, name: JSON) -> type:
        kind = type_named(current_name(name, self._version)) if isinstance(name, str) else None
        if kind is None:
            raise corrupt(
                f"it names {str(name)[:80]!r}, no class that a file may hold, or one of a later version of drupe"
            )
        self.names.add(str(name))
        return kind

    def _dataclass(self, kind: type, node: dict[str, JSON]) -> Any:
        if not is_value(kind):
            raise corrupt(f"{kind.__name__} is no plain value")
        hints = field_types(kind)
        said = self._parts(node["fields"])
        parts = {field.name: said.pop(field.name, _MISSING) for field in dataclasses.fields(kind)}
        if said:
            raise corrupt(f"{kind.__name__} has no field {next(iter(said))!r} in this version of drupe")
        value: Any = object.__new__(kind)
        for field in dataclasses.fields(kind):
            if parts[field.name] is _MISSING:
                parts[field.name] = _default(kind, field)
            object.__setattr__(value, field.name, parts[field.name])
        check_parts(kind.__name__, hints, parts)
        if hasattr(value, "__post_init__"):
            value.__post_init__()
        check_inputs(value)
        return value

    def _estimator(self, kind: type, node: dict[str, JSON]) -> Any:
        if not issubclass(kind, BaseEstimator):
            raise corrupt(f"{kind.__name__} is no estimator")
        estimator: Any = object.__new__(kind)
        defaults = _parameters(kind)
        parameters = self._parts(node["parameters"])
        unknown = parameters.keys() - defaults.keys()
        if unknown:
            raise corrupt(f"{kind.__name__} has no parameter {min(unknown)!r} in this version")
        attributes = self._parts(node["attributes"])
        for name in attributes:
            if not name.isidentifier() or name in defaults or hasattr(kind, name):
                raise corrupt(f"{kind.__name__} cannot have the attribute {name!r}")
        vars(estimator).update({**defaults, **parameters, **attributes})
        check_estimator(estimator)
        if not self._trusted:
            check_pattern(estimator)
        return estimator

    def _parts(self, node: JSON) -> dict[str, Any]:
        """Values by their names; what belongs to the computer and not to the model is passed over."""
        return {name: self.read(part) for name, part in _mapping(node).items() if name not in NOT_STORED}


def _dtype(said: JSON) -> np.dtype[Any]:
    if not isinstance(said, str) or DTYPE.fullmatch(said) is None:
        raise corrupt(f"{str(said)[:40]!r} is no type of numbers")
    return np.dtype(said)


def _narrow(dtype: np.dtype[Any]) -> np.dtype[Any]:
    if dtype.itemsize > WIDEST:
        raise corrupt(f"entries of {dtype.itemsize} bytes are too wide")
    return dtype


def _key(value: Any) -> Any:
    if not is_key(value):
        raise corrupt(f"a {type(value).__name__} cannot be the key of a table")
    return value


def _mapping(node: JSON) -> dict[str, Any]:
    if not isinstance(node, dict):
        raise corrupt("a table of names is missing where there must be one")
    return node


def _shape(node: JSON) -> tuple[int, ...]:
    if not isinstance(node, list) or not all(isinstance(size, int) and 0 <= size < 2**63 for size in node):
        raise corrupt(f"{str(node)[:60]} is no shape")
    return tuple(node)


def _default(kind: type, field: dataclasses.Field[Any]) -> Any:
    """What a field holds that files of an earlier version do not have."""
    if field.default is not dataclasses.MISSING:
        return field.default
    if field.default_factory is not dataclasses.MISSING:
        return field.default_factory()
    raise corrupt(f"{kind.__name__}.{field.name} is missing")


@cache
def _parameters(kind: type) -> Mapping[str, Any]:
    """The parameters of an estimator and their defaults; a parameter without one is None until it is read."""
    signature = inspect.signature(kind)
    return {
        name: None if parameter.default is inspect.Parameter.empty else parameter.default
        for name, parameter in signature.parameters.items()
    }


_CONVERSIONS: dict[str, Callable[[Reader, dict[str, Any]], Any]] = {
    "type": Reader._instance,
    "same": Reader._same,
    "array": Reader._stored,
    "stacked": Reader._stacked,
    "csr": Reader._csr,
    "objects": Reader._objects,
    "tuple": lambda reader, node: tuple(reader._list(node["tuple"])),
    "dict": Reader._dict,
    "frozenset": lambda reader, node: frozenset(map(_key, reader._list(node["frozenset"]))),
    "enum": Reader._enum,
    "float": Reader._number,
    "scalar": Reader._scalar,
    "complex": lambda reader, node: complex(*reader._list(node["complex"])),
    "bytes": lambda _, node: base64.b64decode(node["bytes"], validate=True),
    "slice": lambda reader, node: slice(*reader._list(node["slice"])),
    "uuid": lambda _, node: UUID(hex=node["uuid"]),
    "numpy dtype": lambda _, node: _narrow(_dtype(node["numpy dtype"])),
    "numpy type": lambda _, node: _NUMPY_TYPES[node["numpy type"]],
    "random": lambda reader, node: random_generator(reader.read(node["random"])),
}
