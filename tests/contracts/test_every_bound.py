"""Every bound says where it comes from, moves as it says, stays in range, and holds as often as promised."""

import dataclasses
import inspect
import math
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from bounds.coverage_of_bounds import allowed, violations
from contracts.bound_samples import bound_name, bound_samples, expectation_samples

from drupe.bounds.base import Bound
from drupe.bounds.expectation import Expectation
from drupe.bounds.subject import Subject
from drupe.bounds.world import Outcome, World
from drupe.foundation.errors import DrupeError
from drupe.witness.assumptions import Assumption

BOUNDS = bound_samples()
EXPECTATIONS = expectation_samples()
WORLDS = [(bound, world) for bound in BOUNDS for world in bound.worlds()]
AVERAGES = [(estimate, world) for estimate in EXPECTATIONS for world in estimate.worlds()]
KEYS = set(re.findall(r"^@\w+\{(\w+),", (Path(__file__).parents[2] / "docs/references.bib").read_text(), re.MULTILINE))

DELTA = 0.1
TRIALS, FEW = 2000, 200
"""Training runs that catch a bound which fails twice as often as it may, and so few that all tests can afford them."""


def world_name(value: object) -> str | None:
    return re.sub(r"\W+", "-", value.name) if isinstance(value, World) else bound_name(value)


def outcomes(world: World[Any], number: int) -> list[Outcome[Any]]:
    rng = np.random.default_rng(20)
    return [world.draw(rng) for _ in range(number)]


def larger(value: Any) -> list[Any]:
    """Values a little and much above a number, or above all entries of a vector."""
    if isinstance(value, np.ndarray):
        return [value + step for step in (1e-3, 0.1)]
    if isinstance(value, int):
        return [value + 1, value + 3]
    return [value + step for step in (1e-3, 0.1)]


def changed(witness: Any, field: str) -> Iterator[Any]:
    """The witness with one field enlarged, where that is a witness still."""
    for value in larger(getattr(witness, field)):
        try:
            yield dataclasses.replace(witness, **{field: value})
        except DrupeError:
            continue


@pytest.mark.parametrize("bound", BOUNDS, ids=bound_name)
def test_bound_states_what_it_must(bound: Bound[Any]) -> None:
    assert inspect.isclass(bound.witness)
    assert dataclasses.is_dataclass(bound.witness)
    assert isinstance(bound.subject, Subject)
    assert bound.subject is not Subject.AVERAGE, "what holds on average is an Expectation, never a Bound."
    assert Assumption.INDEPENDENT in bound.assumptions
    assert bound.source.work in KEYS
    assert re.search(r"\d", bound.source.place)
    fields = {field.name for field in dataclasses.fields(bound.witness)}
    assert {*bound.rises_with, *bound.falls_with} <= fields
    assert not set(bound.rises_with) & set(bound.falls_with)
    assert bound.worlds()


@pytest.mark.parametrize("bound", BOUNDS, ids=bound_name)
def test_bound_refuses_what_it_does_not_know(bound: Bound[Any]) -> None:
    witness = outcomes(bound.worlds()[0], 1)[0].witness
    with pytest.raises(DrupeError, match="looks at"):
        bound.risk(object(), DELTA)
    for delta in (0.0, 1.0, -1.0, math.nan, True):
        with pytest.raises(DrupeError, match="delta"):
            bound.risk(witness, delta)


@pytest.mark.parametrize(("bound", "world"), WORLDS, ids=world_name)
def test_bound_stays_in_range_and_rises_as_delta_falls(bound: Bound[Any], world: World[Any]) -> None:
    for outcome in outcomes(world, 5):
        values = [bound.risk(outcome.witness, delta) for delta in (1e-9, 1e-3, 0.05, 0.5, 0.99)]
        limit = bound.limit(outcome.witness)
        assert all(0.0 <= value <= limit for value in values)
        assert values == sorted(values, reverse=True)
        assert bound.vacuous(limit, outcome.witness)


@pytest.mark.parametrize(("bound", "world"), WORLDS, ids=world_name)
def test_bound_moves_as_it_says(bound: Bound[Any], world: World[Any]) -> None:
    for outcome in outcomes(world, 5):
        value = bound.risk(outcome.witness, DELTA)
        for field in bound.rises_with:
            assert all(bound.risk(other, DELTA) >= value for other in changed(outcome.witness, field)), field
        for field in bound.falls_with:
            assert all(bound.risk(other, DELTA) <= value for other in changed(outcome.witness, field)), field


@pytest.mark.parametrize("bound", BOUNDS, ids=bound_name)
def test_bound_says_something_in_some_world(bound: Bound[Any]) -> None:
    seen = [outcome.witness for world in bound.worlds() for outcome in outcomes(world, 10)]
    assert any(not bound.vacuous(bound.risk(witness, DELTA), witness) for witness in seen)


@pytest.mark.parametrize("bound", BOUNDS, ids=bound_name)
def test_every_stated_direction_can_be_tried(bound: Bound[Any]) -> None:
    seen = [outcome.witness for world in bound.worlds() for outcome in outcomes(world, 5)]
    for field in (*bound.rises_with, *bound.falls_with):
        assert any(True for witness in seen for _ in changed(witness, field)), field


@pytest.mark.parametrize("bound", BOUNDS, ids=bound_name)
def test_what_is_no_number_says_nothing(bound: Bound[Any]) -> None:
    witness = outcomes(bound.worlds()[0], 1)[0].witness
    for field in dataclasses.fields(witness):
        if isinstance(getattr(witness, field.name), float):
            try:
                value = bound.risk(dataclasses.replace(witness, **{field.name: math.nan}), DELTA)
            except DrupeError:
                continue
            assert value >= bound.limit(witness)


@pytest.mark.parametrize(("bound", "world"), WORLDS, ids=world_name)
def test_bound_holds_as_often_as_promised(bound: Bound[Any], world: World[Any]) -> None:
    assert violations(bound, world, FEW, DELTA) <= allowed(FEW, DELTA)


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize(("bound", "world"), WORLDS, ids=world_name)
def test_bound_does_not_fail_twice_as_often_as_promised(bound: Bound[Any], world: World[Any]) -> None:
    assert violations(bound, world, TRIALS, DELTA) <= allowed(TRIALS, DELTA)


@pytest.mark.parametrize("estimate", EXPECTATIONS, ids=bound_name)
def test_expectation_is_no_bound_and_states_what_it_must(estimate: Expectation[Any]) -> None:
    assert not isinstance(estimate, Bound)
    assert not hasattr(estimate, "risk")
    assert estimate.subject is Subject.AVERAGE
    assert estimate.source.work in KEYS
    fields = {field.name for field in dataclasses.fields(estimate.witness)}
    assert {*estimate.rises_with, *estimate.falls_with} <= fields
    with pytest.raises(DrupeError, match="looks at"):
        estimate.value(object())


@pytest.mark.parametrize(("estimate", "world"), AVERAGES, ids=world_name)
def test_expectation_moves_as_it_says(estimate: Expectation[Any], world: World[Any]) -> None:
    for outcome in outcomes(world, 5):
        value = estimate.value(outcome.witness)
        assert 0.0 <= value <= 1.0
        for field in estimate.rises_with:
            assert all(estimate.value(other) >= value for other in changed(outcome.witness, field)), field
        for field in estimate.falls_with:
            assert all(estimate.value(other) <= value for other in changed(outcome.witness, field)), field


@pytest.mark.spec("H.T02")
@pytest.mark.parametrize(("estimate", "world"), AVERAGES, ids=world_name)
def test_expectation_holds_on_average(estimate: Expectation[Any], world: World[Any]) -> None:
    excess = np.array([estimate.value(outcome.witness) - outcome.risk for outcome in outcomes(world, 2000)])
    error = excess.std() / math.sqrt(len(excess))
    assert excess.mean() >= -4.0 * error
    if estimate.unbiased:
        assert abs(excess.mean()) <= 4.0 * error
