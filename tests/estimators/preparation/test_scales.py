"""A table in [−1, 1] is left as it is, unless a column has units so small that a machine would not see it."""

import numpy as np
import pytest

from drupe import SVC, TableEncoder
from drupe.estimators.preparation.scales import SHORT, is_scaled

WIDE = np.linspace(-1.0, 1.0, 50)


@pytest.mark.parametrize(
    ("second", "scaled"),
    [
        (WIDE**2, True),
        (np.full(50, 0.3), True),  # says nothing, on any scale
        (np.where(np.arange(50) == 7, 1.0 / 255.0, 0.0), True),  # a pixel at the border, faint once
        (np.full(50, np.nan), True),
        (1e-6 * WIDE, False),
        (0.5 + 1e-6 * WIDE, False),
        (np.where(np.arange(50) == 7, np.nan, 1e-6 * WIDE), False),
        (np.where(np.arange(50) == 7, 0.9 * SHORT, 0.0), False),
        (10.0 * WIDE, False),
    ],
)
def test_a_second_column(second: np.ndarray, scaled: bool) -> None:
    assert is_scaled(np.column_stack([WIDE, second])) is scaled


def test_small_units_are_not_lost() -> None:
    """Shares beside amounts in moles, of which the latter decide."""
    generator = np.random.default_rng(0)
    X = np.column_stack([generator.uniform(size=200), 1e-6 * generator.uniform(size=200)])
    y = X[:, 1] > 0.5e-6
    seen = TableEncoder().fit(X).transform(X)
    assert SVC().fit(seen[:100], y[:100]).score(seen[100:], y[100:]) > 0.9
