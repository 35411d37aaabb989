"""From a model to plain data: JSON for what is small, named arrays for what is not."""

import base64
import dataclasses
import functools
import inspect
import json
import math
from collections.abc import Callable, Iterable
from enum import Enum
from typing import Any
from uuid import UUID

import numpy as np
import numpy.typing as npt
import scipy.sparse as sp
from sklearn.base import BaseEstimator

from drupe.foundation.errors import InputError, InputTypeError
from drupe.foundation.shapes import BrokenPromise
from drupe.persistence.allowed import SCIKIT_LEARN, is_kernel_of_scikit_learn, is_stateless, name_of
from drupe.persistence.field_types import field_types
from drupe.persistence.json_values import DEEPEST, DTYPE, JSON, NOT_STORED, WIDEST, is_key
from drupe.persistence.promises import check_estimator, check_parts
from drupe.persistence.random_states import random_state_of
from drupe.persistence.stacked import stack_of
from drupe.persistence.stored_arrays import stored

_PLAIN = (type(None), bool, int, str)


class Writer:
    """Turns values into JSON, one call of `written` each; `arrays` collects what JSON only names.

    A dataclass or an estimator that is met again is written as a reference, so that what was one object will be one.
    """

    def __init__(self) -> None:
        self.arrays: dict[str, npt.NDArray[Any]] = {}
        self._unstacked: dict[str, npt.NDArray[Any]] = {}  # what can still be part of a larger array
        self._numbers: dict[int, int] = {}
        self._array_notes: dict[int, dict[str, JSON]] = {}
        self._alive: list[Any] = []  # whose addresses are remembered above, and must not be given to others
        self._path: list[str] = []

    def written(self, value: Any, place: str) -> JSON:
        """The value as JSON; `place` is what an error calls it."""
        self._path.append(place)
        if len(self._path) > DEEPEST:
            raise InputTypeError(f"{self._where()} lies more than {DEEPEST} values deep, or inside itself.")
        node = self._node(value)
        self._path.pop()
        return node

    def _node(self, value: Any) -> JSON:
        kind = type(value)
        if kind in _PLAIN:
            return value  # type: ignore[no-any-return]
        if kind is float:
            return value if math.isfinite(value) else {"float": str(value)}
        convert = _CONVERSIONS.get(kind)
        if convert is not None:
            return convert(self, value)
        if isinstance(value, Enum):
            return {"enum": self._name(value), "member": value.name}
        if isinstance(value, np.generic):
            return self._scalar(value)
        if isinstance(value, type) and issubclass(value, np.number | np.bool_ | np.object_):
            return {"numpy type": value.__name__}
        if isinstance(value, np.dtype) and DTYPE.fullmatch(value.str) and value.itemsize <= WIDEST:
            return {"numpy dtype": value.str}
        if isinstance(value, BaseEstimator) or dataclasses.is_dataclass(value):
            return self._instance(value)
        if is_kernel_of_scikit_learn(kind):
            return {"type": self._name(value), "arguments": self._parts(value.get_params(deep=False))}
        if is_stateless(kind) and not getattr(value, "__dict__", {}) and name_of(kind) is not None:
            return {"type": self._name(value), "stateless": True}
        raise self._refused(value)

    def _list(self, values: Iterable[Any]) -> list[JSON]:
        return [self.written(value, f"[{i}]") for i, value in enumerate(values)]

    def _dict(self, pairs: dict[Any, Any]) -> JSON:
        return {"dict": [[self._key(key), self.written(value, f"[{key!r}]")] for key, value in pairs.items()]}

    def _set(self, values: frozenset[Any]) -> JSON:
        return {"frozenset": sorted(map(self._key, values), key=lambda node: json.dumps(node, sort_keys=True))}

    def _key(self, value: Any) -> JSON:
        if not is_key(value):
            raise self._refused(value)
        return self.written(value, f"[{value!r}]")

    def _scalar(self, value: np.generic) -> JSON:
        if value.dtype.kind not in "biufUSc" or (value.dtype.itemsize > 16 and value.dtype.kind in "fc"):
            raise self._refused(value)
        return {"scalar": value.dtype.str, "value": self.written(value.item(), "value")}

    def _array(self, array: npt.NDArray[Any]) -> JSON:
        if id(array) not in self._array_notes:
            self._alive.append(array)
            self._array_notes[id(array)] = self._noted(array)
        return dict(self._array_notes[id(array)])

    def _noted(self, array: npt.NDArray[Any]) -> dict[str, JSON]:
        if array.dtype.kind in "OT":
            text = {"dtype": "string"} if array.dtype.kind == "T" else {}
            return {"objects": self._list(array.reshape(-1).tolist()), "shape": list(array.shape), **text}
        plain, said = stored(array)
        parts = [] if said else stack_of(plain, self._unstacked)
        if parts:
            for name in parts:
                del self._unstacked[name]
            return {"stacked": list(parts)}
        name = f"array{len(self.arrays)}"
        self.arrays[name] = plain
        if not said:
            self._unstacked[name] = plain
        return {"array": name, **said}

    def _csr(self, matrix: Any) -> JSON:
        parts = {name: self._array(getattr(matrix, name)) for name in ("data", "indices", "indptr")}
        return {"csr": type(matrix).__name__, "shape": list(matrix.shape), **parts}

    def _instance(self, value: Any) -> JSON:
        name = self._name(value)
        if id(value) in self._numbers:
            return {"same": self._numbers[id(value)]}
        if isinstance(value, BaseEstimator):
            parameters = value.get_params(deep=False)
            attributes = {key: part for key, part in vars(value).items() if key not in parameters}
            said = {"parameters": self._parts(parameters), "attributes": self._parts(attributes)}
            self._check(check_estimator, value)
        else:
            fields = _fields(value)
            said = {"fields": self._parts(fields)}
            kind: type = type(value)
            self._check(check_parts, kind.__name__, field_types(kind), fields)
        self._alive.append(value)
        # Numbered when it is complete: a reader builds it at the same point, and references only look back.
        self._numbers[id(value)] = len(self._numbers)
        return {"type": name, **said}

    def _parts(self, values: dict[str, Any]) -> dict[str, JSON]:
        return {name: self.written(value, f".{name}") for name, value in values.items() if name not in NOT_STORED}

    def _check(self, check: Callable[..., None], *arguments: Any) -> None:
        """What could not be loaded is not saved."""
        try:
            check(*arguments)
        except BrokenPromise as broken:
            raise InputError(f"{self._where()} cannot be saved: {broken}; fit it again.") from None

    def _name(self, value: Any) -> str:
        name = name_of(type(value))
        if name is None:
            raise self._refused(value)
        return name

    def _refused(self, value: Any) -> InputTypeError:
        kind = f"{type(value).__module__}.{type(value).__qualname__}"
        if inspect.isroutine(value) or isinstance(value, functools.partial | np.ufunc | type):
            return InputTypeError(
                f"{self._where()} is a Python function, {value!r}, and a file holds no code; "
                "use one of drupe's kernels, or pickle the model if its readers trust you."
            )
        if hasattr(value, "best_estimator_"):
            return InputTypeError(f"{self._where()} is a search, {kind}; save its best_estimator_ instead.")
        if isinstance(value, BaseEstimator):
            return InputTypeError(
                f"{self._where()} is of type {kind}, which a file cannot hold; besides drupe's own classes it holds "
                f"{', '.join(SCIKIT_LEARN)} of scikit-learn's. For others there are pickle and skops.io."
            )
        return InputTypeError(
            f"{self._where()} is of type {kind}, which a file cannot hold: only drupe's own classes, a few of "
            "scikit-learn's, numbers, text, arrays and containers of these."
        )

    def _where(self) -> str:
        return "".join(self._path)


def _fields(value: Any) -> dict[str, Any]:
    """The fields of a dataclass as its own `__getstate__` has them, if it has one: some leave behind what is large."""
    own = any("__getstate__" in vars(base) for base in type(value).__mro__[:-1])
    state = value.__getstate__() if own else {}
    names = [field.name for field in dataclasses.fields(value)]
    return {name: state[name] if name in state else getattr(value, name) for name in names}


_CONVERSIONS: dict[type, Callable[[Writer, Any], JSON]] = {
    list: Writer._list,
    tuple: lambda writer, value: {"tuple": writer._list(value)},
    dict: Writer._dict,
    frozenset: Writer._set,
    complex: lambda writer, value: {"complex": writer._list([value.real, value.imag])},
    bytes: lambda _, value: {"bytes": base64.b64encode(value).decode("ascii")},
    slice: lambda writer, value: {"slice": writer._list([value.start, value.stop, value.step])},
    UUID: lambda _, value: {"uuid": value.hex},
    np.ndarray: Writer._array,
    sp.csr_array: Writer._csr,
    sp.csr_matrix: Writer._csr,
    np.random.Generator: lambda writer, value: {"random": writer._dict(random_state_of(value))},
    np.random.RandomState: lambda writer, value: {"random": writer._dict(random_state_of(value))},
}
