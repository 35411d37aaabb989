"""The real parameters of a kernel by name, and the slope of the Gram matrix in one of them by differences."""

import dataclasses
import numbers
from collections.abc import Iterator, Mapping
from typing import Any, TypeVar

import numpy as np

from drupe.foundation.arrays import Matrix
from drupe.foundation.errors import ParameterError
from drupe.foundation.parameters import Interval
from drupe.inputs.base import Inputs

K = TypeVar("K")


def _is_real(value: Any, interval: Interval | None) -> bool:
    """Whether a field's value is a real parameter: a float, or a whole number where the field's range is real."""
    if interval is None:
        return isinstance(value, float | np.floating)
    return not interval.whole and isinstance(value, numbers.Real)


def _entries(value: Any, path: str, interval: Interval | None) -> Iterator[tuple[str, float]]:
    if _is_real(value, interval):
        yield path, float(value)
    elif isinstance(value, tuple):
        for i, entry in enumerate(value):
            yield from _entries(entry, f"{path}.{i}", interval)
    elif dataclasses.is_dataclass(value) and callable(getattr(value, "parameters", None)):
        inner: Any = value
        yield from ((f"{path}.{name}", number) for name, number in inner.parameters().items())


def named_parameters(kernel: Any) -> dict[str, float]:
    """Every real field, entries of tuples as `name.0`, those of inner kernels as `name.inner`."""
    return {
        name: number
        for field in dataclasses.fields(kernel)
        for name, number in _entries(getattr(kernel, field.name), field.name, field.metadata.get("range"))
    }


def _replaced(value: Any, path: list[str], number: float) -> Any:
    if not path:
        return number
    head, *rest = path
    if isinstance(value, tuple):
        i = int(head)
        return (*value[:i], _replaced(value[i], rest, number), *value[i + 1 :])
    return dataclasses.replace(value, **{head: _replaced(getattr(value, head), rest, number)})


def with_parameters(kernel: K, values: Mapping[str, float]) -> K:
    """The kernel with some parameters replaced; unknown names are refused."""
    known = named_parameters(kernel)
    for name, number in values.items():
        if name not in known:
            has = ", ".join(known) or "none"
            raise ParameterError(f"{type(kernel).__name__} has no parameter {name!r}; it has {has}.")
        kernel = _replaced(kernel, name.split("."), float(number))
    return kernel


def parameter_range(kernel: Any, name: str) -> Interval:
    """The range that the field declares at which the path of a parameter of `named_parameters` ends."""
    interval = Interval()
    for head in name.split("."):
        if isinstance(kernel, tuple):
            kernel = kernel[int(head)]
            continue
        field = next(f for f in dataclasses.fields(kernel) if f.name == head)
        interval = field.metadata.get("range", interval)
        kernel = getattr(kernel, head)
    return interval


def differences(kernel: Any, name: str) -> tuple[float, float]:
    """The two values of a parameter between which a slope is measured."""
    value = kernel.parameters()[name]
    step = np.cbrt(np.finfo(float).eps) * max(abs(value), 1e-2)
    interval = parameter_range(kernel, name)
    low = value - step if value - step in interval else value
    high = value + step if value + step in interval else value
    return low, high


def numeric_gradient(kernel: Any, inputs: Inputs, name: str) -> Matrix:
    """∂K/∂name by central differences in float64; one-sided where the parameter stands at the end of its range."""
    inputs = inputs.in_double()
    low, high = differences(kernel, name)

    def gram(at: float) -> Matrix:
        moved = kernel.replace({name: at})
        return np.asarray(moved.matrix(inputs, inputs), dtype=np.float64)

    return np.asarray((gram(high) - gram(low)) / (high - low))
