"""The theorem behind boosting by three, on finite domains and in fractions: no sampling, no rounding."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from drupe.foundation.errors import InputError
from drupe.textbook.boosting.error_map import boosted_error
from drupe.textbook.boosting.three_errors import ThreeErrors

HALF = Fraction(1, 2)
PATTERNS = list(product((False, True), repeat=3))
"""Which of the three rules err: all that a point can do."""

masses = st.lists(st.integers(0, 50), min_size=8, max_size=8)
shares = st.fractions(0, 1, max_denominator=60)


def turned(verdicts: list[bool]) -> list[bool]:
    return [not errs for errs in verdicts]


def better_than_chance(law: list[int]) -> ThreeErrors:
    """All eight patterns of errors with given masses; a rule above one half on its law is turned."""
    rules = [list(column) for column in zip(*PATTERNS, strict=True)]
    for i in range(3):
        if ThreeErrors(law, *rules).errors[i] > HALF:
            rules[i] = turned(rules[i])
    return ThreeErrors(law, *rules)


@pytest.mark.spec("S.V04", "S.V05")
@given(masses)
def test_majority_errs_no_more_than_the_map_says(law: list[int]) -> None:
    total = sum(law)
    assume(0 < sum(law[4:]) < total)  # the first rule errs somewhere, but not everywhere
    assume(law[2] + law[3] + law[4] + law[5] > 0)  # the first two disagree somewhere,
    assume(law[0] + law[1] + law[6] + law[7] > 0)  # and if the second is turned, too
    three = better_than_chance(law)
    alpha = max(three.errors)
    assert alpha <= HALF
    assert three.majority_error <= boosted_error(alpha) == three.limit
    # Why the filter of the third rule need not wait long.
    assert three.disagreement >= three.errors[0] * (1 - 2 * three.errors[1])


@pytest.mark.spec("S.V04", "S.V05")
@given(st.fractions(Fraction(1, 100), Fraction(49, 100), max_denominator=100), shares, shares, shares)
def test_equal_errors_make_it_an_equality(alpha: Fraction, place: Fraction, both: Fraction, none: Fraction) -> None:
    """Whatever y = D[only the first of two errs] is between its limits, and wherever else the third one errs."""
    y = alpha * (1 - 2 * alpha) + place * 2 * alpha**2
    w = (2 * alpha - 1) * (1 - alpha) + y * (1 - alpha) / alpha
    z, v = alpha - y, 1 - alpha - w
    third = {(True, True): both, (False, False): none, (True, False): alpha, (False, True): alpha}
    mass = {(True, True): z, (False, False): v, (True, False): y, (False, True): w}
    law = [mass[a, b] * (third[a, b] if c else 1 - third[a, b]) for a, b, c in PATTERNS]
    three = ThreeErrors(law, *zip(*PATTERNS, strict=True))
    assert three.errors == (alpha, alpha, alpha)
    assert three.majority_error == 3 * alpha**2 - 2 * alpha**3


def test_laws_are_what_the_filters_draw_from() -> None:
    three = ThreeErrors([0.5, 0.25, 0.125, 0.125], [1, 0, 0, 1], [0, 0, 1, 1], [0, 1, 0, 1])
    assert three.masses == (Fraction(1, 2), Fraction(1, 4), Fraction(1, 8), Fraction(1, 8))
    # The first rule errs on the first and the last point, 5/8; it disagrees with the second on the first and third.
    assert three.second_law == (Fraction(2, 5), Fraction(1, 3), Fraction(1, 6), Fraction(1, 10))
    assert three.third_law == (Fraction(4, 5), 0, Fraction(1, 5), 0)
    assert three.errors == (Fraction(5, 8), Fraction(1, 6) + Fraction(1, 10), 0)
    assert three.majority_error == Fraction(1, 8)
    assert three.limit == 1  # nothing is promised where a rule is worse than chance


@pytest.mark.parametrize("verdicts", [([0, 0], [0, 1]), ([1, 1], [0, 1])])
def test_a_first_rule_without_errors_leaves_no_second_law(verdicts: tuple[list[bool], list[bool]]) -> None:
    with pytest.raises(InputError, match="D₂"):
        ThreeErrors([1, 1], *verdicts, [0, 0])


def test_what_makes_no_sense_is_refused() -> None:
    with pytest.raises(InputError, match="D₃"):
        ThreeErrors([1, 1], [0, 1], [0, 1], [0, 0])
    with pytest.raises(InputError, match="for each of its points"):
        ThreeErrors([1, 1], [0, 1], [0, 1], [0])
    for law in ([1, -1], [0, 0]):
        with pytest.raises(InputError, match="zero or more"):
            ThreeErrors(law, [0, 1], [1, 0], [0, 0])
