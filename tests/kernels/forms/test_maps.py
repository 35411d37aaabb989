"""Pointwise maps: what their first lines say, at points that can be done in the head."""

import math

import numpy as np
import pytest

from drupe.kernels.forms import (
    Affine,
    Cosine,
    Exp,
    Map,
    Polynomial,
    Positive,
    Power,
    Sinc,
    Sqrt,
    Step,
    Tanh,
    TimesLog,
)


@pytest.mark.parametrize(
    ("map", "at", "value"),
    [
        (Exp(), 0.0, 1.0),
        (Exp(-2.0), 1.0, math.exp(-2.0)),
        (Affine(3.0, 1.0), 2.0, 7.0),
        (Affine(3.0), 2.0, 6.0),
        (Power(3.0), -2.0, -8.0),
        (Power(-1.0), 4.0, 0.25),
        (Power(0.5), 9.0, 3.0),
        (Power(0.0), 5.0, 1.0),
        (Sqrt(), 9.0, 3.0),
        (Polynomial((1.0, 0.0, 2.0)), 3.0, 19.0),
        (Polynomial((5.0,)), 3.0, 5.0),
        (Tanh(), 0.0, 0.0),
        (Tanh(), 50.0, 1.0),
        (Cosine(math.pi), 1.0, -1.0),
        (Sinc(2.0), 0.0, 2.0 / math.pi),
        (Sinc(2.0), 1.0, math.sin(2.0) / math.pi),
        (TimesLog(), 0.0, 0.0),
        (TimesLog(), math.e, math.e),
        (Positive(), -1.0, 0.0),
        (Positive(), 2.0, 2.0),
        (Step(1.0), 1.0, 1.0),
        (Step(1.0), 1.1, 0.0),
    ],
)
def test_values(map: Map, at: float, value: float) -> None:
    result = map(np.full((2, 3), at))
    assert result.shape == (2, 3)
    np.testing.assert_allclose(result, value, rtol=1e-15, atol=1e-16)


def test_maps_are_values() -> None:
    assert Exp(-0.5) == Exp(-0.5)
    assert len({Affine(1.0), Affine(1.0, 0.0), Affine(1.0, 2.0)}) == 2
