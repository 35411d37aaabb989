"""What witnesses refuse, derive, and never let be changed."""

import dataclasses
import importlib
import inspect
import pkgutil

import numpy as np
import pytest

import drupe.witness
from drupe.foundation.errors import DrupeError, InputError
from drupe.witness.kept import Kept, KeptInOrder
from drupe.witness.margins import Margins
from drupe.witness.normalized_margins import ConcentratedMargins, NormalizedMargins
from drupe.witness.posterior import Chosen, Posterior, Region, SummarizedRegion
from drupe.witness.slacks import AdaptiveSlacks, Slacks
from drupe.witness.training import Drawn, Training


def test_every_witness_is_frozen() -> None:
    names = [found.name for found in pkgutil.walk_packages(drupe.witness.__path__, "drupe.witness.")]
    for name in names:
        for thing in vars(importlib.import_module(name)).values():
            if inspect.isclass(thing) and dataclasses.is_dataclass(thing) and thing.__module__ == name:
                assert thing.__dataclass_params__.frozen, thing


def test_vectors_inside_are_copies_that_nobody_can_write_to() -> None:
    values = np.array([0.5, 0.2])
    seen = Margins(values, 1.0)
    values[0] = -9.0
    assert seen.smallest == 0.2
    with pytest.raises(ValueError, match="read-only"):
        seen.margins[0] = 1.0


@pytest.mark.parametrize(
    "make",
    [
        lambda: Training(-1, 10),
        lambda: Training(1, 0),
        lambda: Training(11, 10),
        lambda: Training(1.5, 10),
        lambda: Kept(1, 10, errors=11),
        lambda: Kept(1, 10, bits=-1.0),
        lambda: Margins([0.1], radius=0.0),
        lambda: Margins([[0.1]], radius=1.0),
        lambda: NormalizedMargins([1.1], dimension=1),
        lambda: ConcentratedMargins([0.5], dimension=1, concentration=1.1),
        lambda: Slacks([-0.1], norm=1.0, radius=1.0),
        lambda: AdaptiveSlacks([0.1], norm=1.0, radius=1.0, discounts=[-1.0]),
        lambda: Posterior(1.1, 10, 0.0),
        lambda: Posterior(0.1, 10, -0.1),
        lambda: Posterior(float("nan"), 10, 0.1),
        lambda: Chosen(0, 10, float("inf")),
    ],
)
def test_impossible_witnesses_are_refused(make: object) -> None:
    with pytest.raises(DrupeError):
        make()


def test_kinds_of_witnesses_stand_in_for_weaker_ones_only() -> None:
    assert issubclass(Kept, KeptInOrder)
    assert not issubclass(KeptInOrder, Kept)
    assert issubclass(SummarizedRegion, Region)
    assert issubclass(Region, Posterior)
    assert issubclass(Drawn, Training)
    assert issubclass(Chosen, Training)


def test_derived_quantities() -> None:
    margins = NormalizedMargins([0.9, -0.2, 0.4], dimension=10)
    assert margins.ascending.tolist() == [-0.2, 0.4, 0.9]
    assert margins.effective_dimension == 3
    assert Margins([0.5, -0.5], 1.0).shortfall(0.5) == 1.0
    slacks = Slacks([3.0, 4.0], norm=1.0, radius=1.0)
    assert (slacks.total, slacks.euclidean) == (7.0, 5.0)
    assert Kept(3, 10).others == 7
    with pytest.raises(InputError, match="no more errors"):
        Training(3, 2)
