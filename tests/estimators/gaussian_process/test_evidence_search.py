"""Searches: coordinates that are logarithms where they can be, summits, starts, places without a value."""

import math

import numpy as np
import pytest

from drupe.estimators.gaussian_process.evidence_search import Climb, EvidenceSearch
from drupe.estimators.gaussian_process.search_space import REACH, SPREAD, Coordinate, SearchSpace
from drupe.foundation.errors import InputError, ParameterError
from drupe.foundation.parameters import Interval
from drupe.kernels import ARD, Gaussian, Linear, Polynomial
from drupe.solvers.solution import Stop


class Line:
    """A space of one coordinate."""

    def __init__(self, start, low=-10.0, high=10.0):
        self.start, self.bounds = np.array([start]), [(low, high)]

    def draw(self, generator):
        return generator.uniform(-10.0, 10.0, 1)


class Hills:
    """cos 2x − x²/20, with a summit at zero that is the highest; nothing beyond `wall`."""

    def __init__(self, wall=math.inf):
        self.wall, self.asked = wall, 0

    def __call__(self, point):
        x = point.item()
        self.asked += 1
        if abs(x) > self.wall:
            raise InputError("nothing here; go back.")
        return math.cos(2.0 * x) - x * x / 20.0, np.array([-2.0 * math.sin(2.0 * x) - x / 10.0])

    def value(self, point):
        return self(point)[0]


def test_the_nearest_summit_from_one_start_and_the_highest_from_many():
    rng = np.random.default_rng(0)
    alone = EvidenceSearch().climb(Hills(), Line(3.0), rng)
    assert abs(alone.point.item()) == pytest.approx(math.pi, abs=0.2)
    together = EvidenceSearch(restarts=20).climb(Hills(), Line(3.0), rng)
    assert together.height == pytest.approx(1.0, abs=1e-8)
    assert (len(together.summits), max(together.summits)) == (21, pytest.approx(together.height))
    assert together.stop is Stop.CONVERGED


def test_places_without_a_value_are_left_but_not_where_one_starts():
    found = EvidenceSearch().climb(Hills(wall=0.5), Line(0.4), np.random.default_rng(0))
    assert found.height == pytest.approx(1.0, abs=1e-8)
    with pytest.raises(InputError, match="nothing here"):
        EvidenceSearch().climb(Hills(wall=0.5), Line(2.0), np.random.default_rng(0))


def test_the_best_that_was_met_counts_and_evaluations_are_counted():
    hills = Hills()
    climb = Climb(hills, np.zeros(1))
    for x in (1.0, 0.1, 3.0):
        climb(np.array([x]))
    summit = climb.summit(Stop.CONVERGED, 0.0)
    assert (summit.point.item(), summit.evaluations) == (0.1, 3)
    assert summit.height == hills.value(np.array([0.1]))


@pytest.mark.parametrize("keep", [True, False])
def test_an_interruption(keep):
    def interrupt(share):
        raise KeyboardInterrupt

    if not keep:
        with pytest.raises(KeyboardInterrupt):
            EvidenceSearch().climb(Hills(), Line(0.4), np.random.default_rng(0), interrupt)
        return
    found = EvidenceSearch().climb(Hills(), Line(0.4), np.random.default_rng(0), interrupt, keep=True)
    assert found.stop is Stop.INTERRUPTED
    assert found.height >= Hills().value(np.array([0.4]))


def test_positive_parameters_move_by_factors():
    space = SearchSpace.of(2.0 * Gaussian(3.0), noise=0.5)
    assert space.moving == ("kernel.width", "factor", "noise")
    np.testing.assert_allclose(space.start, np.log([3.0, 2.0, 0.5]))
    kernel, noise = space.at(np.log([6.0, 1.0, 0.25]))
    assert (kernel.kernel.width, kernel.factor, noise) == pytest.approx((6.0, 1.0, 0.25))
    np.testing.assert_allclose(
        np.exp(space.bounds), [[3 / REACH, 3 * REACH], [2 / REACH, 2 * REACH], [0.5 / REACH, 0.5 * REACH]]
    )
    slopes = space.slopes(space.start, {"kernel.width": 5.0, "factor": 7.0, "noise": -1.0})
    np.testing.assert_allclose(slopes, [15.0, 14.0, -0.5])
    assert list(space.at_bounds(space.start)) == []


def test_what_is_zero_or_held_stays():
    assert "noise" not in SearchSpace.of(Gaussian(), noise=0.0).moving
    assert SearchSpace.of(ARD((1.0, 2.0)), held=("widths.0",)).moving == ("widths.1",)
    assert SearchSpace.of(Linear()).moving == ()
    with pytest.raises(ParameterError, match="no parameter 'depth' to hold; there are width"):
        SearchSpace.of(Gaussian(), held=("depth",))


def test_starts_are_drawn_around_the_first():
    space = SearchSpace.of(2.0 * Gaussian(3.0))
    drawn = np.array([space.draw(np.random.default_rng(seed)) for seed in range(50)])
    assert (np.abs(drawn - space.start) <= math.log(SPREAD) + 1e-12).all()
    assert np.abs(drawn - space.start).max() > 1.0


def test_numbers_of_either_sign_move_by_themselves():
    one = Coordinate.of("offset", -1.0, Interval(-5.0, 5.0))
    assert (one.logarithmic, one.inward(-1.0), one.outward(2.0), one.slope(2.0, 3.0)) == (False, -1.0, 2.0, 3.0)
    assert (one.low, one.high) == (-5.0, 5.0)
    assert "degree" not in SearchSpace.of(Polynomial(2, 1.0, 0.5)).moving
