"""Progressive validation of all prefixes: the formula, and what it looks at."""

import pytest

from drupe.bounds.held_out.prefix_validation import PrefixValidation
from drupe.bounds.held_out.progressive_validation import ProgressiveValidation, tilt_for
from drupe.foundation.errors import InputError
from drupe.witness.prefix_tests import PrefixTests
from drupe.witness.progressive import Progressive


def test_it_is_progressive_validation_at_the_tilt_of_the_error_foreseen() -> None:
    for delta in (0.01, 0.05, 0.5):
        tilt = tilt_for(0.12, 240, delta)
        value = ProgressiveValidation().risk(Progressive(31.0, 240, tilt), delta)
        assert PrefixValidation().risk(PrefixTests(31.0, 240, 0.12), delta) == pytest.approx(value, rel=1e-9)


def test_a_good_forecast_gives_the_smaller_bound() -> None:
    good, bad = (PrefixValidation().risk(PrefixTests(24.0, 240, one), 0.05) for one in (0.1, 0.7))
    assert good < bad


@pytest.mark.parametrize("fields", [(-1.0, 10, 0.1), (11.0, 10, 0.1), (0.0, 0, 0.1), (1.0, 10, 0.0), (1.0, 10, 1.0)])
def test_impossible_counts_are_refused(fields: tuple[float, int, float]) -> None:
    with pytest.raises(InputError):
        PrefixTests(*fields)
