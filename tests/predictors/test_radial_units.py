"""A network of bells: its outputs by plain loops, and across blocks."""

import numpy as np
import pytest

from drupe.foundation.errors import InputError
from drupe.inputs import Sequences, Vectors
from drupe.predictors import radial_units
from drupe.predictors.radial_units import RadialUnits

RNG = np.random.default_rng(0)
CENTERS, WIDTHS = RNG.normal(size=(4, 3)), RNG.uniform(0.5, 2.0, size=4)
NETWORK = RadialUnits(Vectors.of(CENTERS), WIDTHS, RNG.normal(size=(4, 2)), RNG.normal(size=2))
X = RNG.normal(size=(30, 3))


def by_hand(x):
    bells = [
        np.exp(-np.sum((x - center) ** 2) / (2.0 * width**2)) for center, width in zip(CENTERS, WIDTHS, strict=True)
    ]
    return np.array(bells) @ NETWORK.coefficients + NETWORK.offset


def test_outputs_are_bells_added_up():
    np.testing.assert_allclose(NETWORK.decision(Vectors.of(X)), [by_hand(x) for x in X], rtol=1e-12)
    assert NETWORK.outputs == 2
    assert len(NETWORK.space) == 4


def test_blocks_do_not_matter(monkeypatch):
    whole = NETWORK.decision(Vectors.of(X))
    monkeypatch.setattr(radial_units, "BLOCK_BYTES", 7 * 8 * 4)
    np.testing.assert_array_equal(NETWORK.decision(Vectors.of(X)), whole)


def test_what_is_no_vector_is_refused():
    with pytest.raises(InputError, match="radial units take vectors"):
        NETWORK.decision(Sequences.of(["a"]))
