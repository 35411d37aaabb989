"""Filters draw from the laws that the theorem speaks of, count what they draw, and give up where they were told to."""

import numpy as np
import pytest
from reluctant_learner import FiniteWorld, Table

from drupe.foundation.errors import ConvergenceError
from drupe.textbook.boosting.filters import HalfWrong, Metered, Resampled, Sieve, disagreement, right, wrong
from drupe.textbook.boosting.rules import Constant, Source
from drupe.textbook.boosting.three_errors import ThreeErrors

N = 100_000
WORLD = FiniteWorld.by_chance(9, seed=4)
FIRST = Table(WORLD.signs * np.array([-1, 1, 1, -1, 1, 1, 1, 1, 1]))
SECOND = Table(WORLD.signs * np.array([-1, 1, -1, 1, 1, 1, -1, 1, 1]))
THREE = ThreeErrors(WORLD.law.tolist(), *(rule.signs != WORLD.signs for rule in (FIRST, SECOND, FIRST)))


def assert_draws_from(source: Source, law: np.ndarray, sizes: tuple[int, ...]) -> None:
    """Shares of the points as they should be, up to five standard deviations, however the draws are grouped."""
    drawn = [source.draw(size) for size in sizes]
    assert [len(x) for x, _ in drawn] == [len(signs) for _, signs in drawn] == list(sizes)
    points = np.concatenate([x[:, 0] for x, _ in drawn]).astype(int)
    signs = np.concatenate([signs for _, signs in drawn])
    np.testing.assert_array_equal(signs, WORLD.signs[points])
    shares = np.bincount(points, minlength=9) / len(points)
    assert (np.abs(shares - law) <= 5.0 * np.sqrt(law * (1.0 - law) / len(points))).all()


@pytest.mark.spec("S.V03", "S.V04")
@pytest.mark.parametrize("sizes", [(N,), (1,) * 4000, (1, 7, 50, 3000, 20_000)])
def test_filters_draw_from_the_laws_of_the_theorem(sizes: tuple[int, ...]) -> None:
    second = HalfWrong(WORLD.oracle(0), FIRST, np.random.default_rng(1))
    assert_draws_from(second, np.array(THREE.second_law, dtype=float), sizes)
    third = disagreement(WORLD.oracle(2), FIRST, SECOND)
    assert_draws_from(third, np.array(THREE.third_law, dtype=float), sizes)


def test_coins_of_a_filter_fall_independently_of_their_place() -> None:
    x, signs = HalfWrong(WORLD.oracle(0), FIRST, np.random.default_rng(1)).draw(N)
    errs = FIRST(x) != signs
    for part in (errs[: N // 2], errs[N // 2 :], errs[1:] == errs[:-1]):
        assert abs(part.mean() - 0.5) <= 5.0 * 0.5 / np.sqrt(len(part))


def test_filters_within_filters_condition_twice() -> None:
    inner = wrong(disagreement(WORLD.oracle(0), FIRST, SECOND), FIRST)
    law = WORLD.law * (FIRST.signs != WORLD.signs) * (SECOND.signs == WORLD.signs)
    assert_draws_from(inner, law / law.sum(), (5000, 5000))


@pytest.mark.spec("S.V03")
def test_filters_draw_as_many_examples_as_waiting_takes() -> None:
    rate = float(THREE.disagreement)
    meter = Metered(WORLD.oracle(0))
    third = disagreement(meter, FIRST, SECOND)
    for _ in range(10):
        third.draw(N // 10)
    assert meter.drawn == pytest.approx(N / rate, rel=0.02)
    # One by one as well: what passed beside what was asked for is not lost.
    meter = Metered(WORLD.oracle(0))
    third = disagreement(meter, FIRST, SECOND)
    for _ in range(4000):
        third.draw()
    assert meter.drawn == pytest.approx(4000 / rate, rel=0.07)
    error = float(THREE.errors[0])
    meter = Metered(WORLD.oracle(0))
    HalfWrong(meter, FIRST, np.random.default_rng(1)).draw(N)
    assert meter.drawn == pytest.approx(N / 2 / error + N / 2 / (1.0 - error), rel=0.02)


def test_rare_events_are_waited_for_and_impossible_ones_are_not() -> None:
    rare = Resampled(np.arange(5000.0)[:, None], np.ones(5000), np.random.default_rng(0))
    meter = Metered(rare)
    x, _ = Sieve(meter, lambda x, _: x[:, 0] == 7.0).draw(20)
    assert (x == 7.0).all()
    assert meter.drawn < 10 * 20 * 5000
    with pytest.raises(ConvergenceError, match="only 0 of 3 examples passed a filter in 1000 draws"):
        wrong(rare, Constant(1.0), limit=1000).draw(3)
    assert len(wrong(rare, Constant(1.0), limit=1000).gather(3)[0]) == 0
    half = right(rare, lambda x: np.where(x[:, 0] < 2500, 1.0, -1.0), limit=100)
    assert 20 < len(half.gather(1000)[0]) < 80
    assert half.draw(0)[0].shape == (0, 1)


def test_meters_stop_at_their_limit() -> None:
    meter = Metered(WORLD.oracle(0), limit=100)
    meter.draw(60)
    meter.draw(40)
    assert (meter.drawn, meter.left) == (100, 0)
    with pytest.raises(ConvergenceError, match="100 examples are drawn, 1 more are asked for, and the limit is 100"):
        meter.draw(1)
    assert meter.drawn == 100
