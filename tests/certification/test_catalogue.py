"""The bounds that are asked unless told otherwise: those that need no parameters, and no others."""

import pytest

from drupe.bounds.capacity.vc_dimension import VcConsistent
from drupe.bounds.held_out.hold_out import HoldOut
from drupe.certification import catalogue


def test_bounds_that_have_to_be_told_parameters_are_left_out() -> None:
    kinds = {type(bound) for bound in catalogue.ready_bounds()}
    assert HoldOut in kinds
    assert VcConsistent not in kinds


def test_defect_of_a_bound_is_not_taken_for_a_missing_parameter(monkeypatch) -> None:
    class Broken(HoldOut):
        def __init__(self) -> None:
            len(3)

    monkeypatch.setattr(catalogue, "known_bounds", lambda: (Broken,))
    with pytest.raises(TypeError, match="has no len"):
        catalogue.ready_bounds()
