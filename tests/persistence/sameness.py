"""Whether two values are the same to the last bit, all the way down; the first difference is named."""

import dataclasses
from enum import Enum
from typing import Any

import numpy as np
import scipy.sparse as sp
from sklearn.base import BaseEstimator

from drupe.foundation.lots import Lots
from drupe.solvers.solution import Solution


def assert_same(a: Any, b: Any, place: str = "value") -> None:
    """Raise an AssertionError that names the place of the first difference.

    A saved solution no longer knows the problem that it belongs to, which is therefore not compared; a saved rule
    that answers at random does not keep its lots.
    """
    if isinstance(a, np.random.Generator | np.random.RandomState):
        assert np.array_equal(a.random(5), b.random(5)), place
    elif sp.issparse(a):
        assert type(a) is type(b), place
        assert a.shape == b.shape, place
        for name in ("data", "indices", "indptr"):
            assert_same(getattr(a, name), getattr(b, name), f"{place}.{name}")
    elif isinstance(a, np.ndarray):
        _assert_same_array(a, b, place)
    elif isinstance(a, BaseEstimator):
        assert type(a) is type(b), place
        assert_same(dict(sorted(vars(a).items())), dict(sorted(vars(b).items())), place)
    elif isinstance(a, Lots):
        assert isinstance(b, Lots), place
    elif dataclasses.is_dataclass(a) and not isinstance(a, type):
        assert isinstance(a, type(b)), f"{place}: {type(a)} became {type(b)}"
        for field in dataclasses.fields(a):
            if field.name == "problem" and isinstance(a, Solution):
                continue
            assert_same(getattr(a, field.name), getattr(b, field.name), f"{place}.{field.name}")
    else:
        _assert_same_plain(a, b, place)


def _assert_same_array(a: Any, b: Any, place: str) -> None:
    assert a.dtype == b.dtype, f"{place}: {a.dtype} became {b.dtype}"
    assert a.shape == b.shape, place
    assert a.flags.f_contiguous == b.flags.f_contiguous or not a.flags.contiguous, place
    if a.dtype.kind in "OT":
        for i, (x, z) in enumerate(zip(a.reshape(-1), b.reshape(-1), strict=True)):
            assert_same(x, z, f"{place}[{i}]")
    else:
        assert a.tobytes() == b.tobytes(), place


def _assert_same_plain(a: Any, b: Any, place: str) -> None:
    assert type(a) is type(b), f"{place}: {type(a)} became {type(b)}"
    if isinstance(a, list | tuple):
        assert len(a) == len(b), place
        for i, (x, z) in enumerate(zip(a, b, strict=True)):
            assert_same(x, z, f"{place}[{i}]")
    elif isinstance(a, dict):
        assert list(a) == list(b), place
        for key in a:
            assert_same(a[key], b[key], f"{place}[{key!r}]")
    elif isinstance(a, Enum):
        assert a is b, place
    elif isinstance(a, float | np.floating):
        # What is not a number has no sign that anybody could read.
        assert (np.isnan(a) and np.isnan(b)) or np.array(a).tobytes() == np.array(b).tobytes(), (
            f"{place}: {a!r} became {b!r}"
        )
    elif type(a).__eq__ is object.__eq__ and hasattr(a, "__dict__") and not callable(a):
        assert vars(a) == vars(b), place
    else:
        assert a == b, place
