"""The hold-out bound is the exact binomial limit."""

import pytest
from scipy.stats import beta, binom

from drupe.bounds.held_out.hold_out import HoldOut
from drupe.witness.held_out import HeldOut


@pytest.mark.parametrize(("errors", "n", "delta"), [(0, 10, 0.05), (7, 100, 0.01), (40, 41, 0.5)])
def test_agrees_with_the_beta_quantile_and_inverts_the_tail(errors, n, delta) -> None:
    value = HoldOut().risk(HeldOut(errors, n), delta)
    assert value == pytest.approx(beta.ppf(1.0 - delta, errors + 1, n - errors), rel=1e-9)
    assert binom.cdf(errors, n, value) == pytest.approx(delta, rel=1e-6)


def test_all_wrong_is_vacuous() -> None:
    assert HoldOut().vacuous(HoldOut().risk(HeldOut(5, 5), 0.05))


@pytest.mark.parametrize("delta", [0.0, 1.0, -0.1, float("nan"), True, "0.05"])
def test_delta_must_be_a_probability(delta) -> None:
    with pytest.raises(ValueError, match="delta is the probability"):
        HoldOut().risk(HeldOut(0, 10), delta)
