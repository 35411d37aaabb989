"""Numbers of another world: found where they are, and not in honest columns."""

import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer, load_diabetes, load_digits, load_iris, load_wine

from drupe.analysis.columns.jumps import jumps
from drupe.analysis.columns.seen import Numbers

RNG = np.random.default_rng(0)
AGES = RNG.integers(18, 90, 300).astype(float)


def said(values: np.ndarray) -> list[str]:
    return [alert.text for alert in jumps(Numbers("x", values))]


@pytest.mark.parametrize("strange", [999.0, -999.0, 1e6])
def test_codes_for_unknown_are_found(strange: float) -> None:
    (text,) = said(np.array([*AGES, strange, strange]))
    assert f"2 values far from all others ({strange:.6g})" in text


def test_outliers_on_both_sides() -> None:
    (text,) = said(np.array([*AGES, -5000.0, 5000.0]))
    assert "2 values" in text
    assert "-5000, 5000" in text


def test_two_units_are_found() -> None:
    meters = RNG.uniform(1.5, 2.0, 100)
    (text,) = said(np.where(np.arange(100) < 30, 100.0 * meters, meters))
    assert "are there two units" in text


@pytest.mark.parametrize(
    "values",
    [
        AGES,
        RNG.normal(size=1000),
        RNG.lognormal(8.0, 1.2, 1000),
        RNG.exponential(size=1000),
        RNG.poisson(0.3, 1000).astype(float),
        np.where(RNG.random(1000) < 0.9, 0.0, RNG.lognormal(8.0, 1.0, 1000)),
        RNG.choice([1.0, 1000.0], 200),
        np.array([1.0] * 10 + [1e9]),
    ],
)
def test_honest_columns_have_none(values: np.ndarray) -> None:
    assert said(values) == []


def test_data_of_scikit_learn_have_none() -> None:
    loads = (load_iris, load_breast_cancer, load_wine, load_digits, load_diabetes)
    assert [said(column) for load in loads for column in load().data.T if said(column)] == []
