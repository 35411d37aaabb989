"""Quantiles side by side, distinct classifiers, sizes of votes, and the way to ArviZ."""

import sys
from types import SimpleNamespace

import numpy as np
import pytest
from scipy import stats

from drupe.foundation.errors import InputError, ParameterError
from drupe.grams import DenseGram
from drupe.solvers.samplers import Billiard, Classifiers, CornerAveraging, Gibbs
from drupe.solvers.samplers.diagnostics import compare_quantiles, distinct_classifiers, to_arviz, votes_needed


@pytest.mark.spec("G.S-12")
def test_two_samplers_of_one_posterior_lie_on_the_diagonal() -> None:
    gram, signs = DenseGram(np.eye(4) + 0.3), np.array([1.0, 1.0, -1.0, 1.0])
    margins = [
        (sampler.sample(gram, signs, 20_000, np.random.default_rng(1)).outputs * signs).min(axis=1)
        for sampler in (Gibbs(thin=5), Billiard())
    ]
    same = compare_quantiles(*margins)
    assert same.largest_gap < 0.03 * margins[0].max()
    assert same.straightness > 0.999
    other = compare_quantiles(margins[0], 2.0 * margins[1])
    assert other.largest_gap > 0.2 * margins[0].max()


def test_quantiles_are_those_of_the_samples() -> None:
    first, second = stats.norm.rvs(size=501, random_state=0), stats.expon.rvs(size=77, random_state=1)
    found = compare_quantiles(first, second, points=3)
    assert found.levels.tolist() == [0.25, 0.5, 0.75]
    assert found.first == pytest.approx(np.percentile(first, [25, 50, 75]))
    assert found.second == pytest.approx(np.percentile(second, [25, 50, 75]))


def test_a_line_of_any_place_and_slope_is_straight() -> None:
    values = np.random.default_rng(0).standard_normal(300)
    assert compare_quantiles(values, 3.0 * values - 7.0).straightness == pytest.approx(1.0)
    assert np.isnan(compare_quantiles(values, np.ones(5)).straightness)


@pytest.mark.parametrize("wrong", [[], [np.inf]])
def test_quantiles_of_nothing(wrong: list) -> None:
    with pytest.raises(InputError, match="quantiles need"):
        compare_quantiles([1.0], wrong)


def test_distinct_classifiers() -> None:
    gram, signs = DenseGram(np.eye(5) + 0.3), np.ones(5)
    generator = np.random.default_rng(0)
    assert distinct_classifiers(CornerAveraging().sample(gram, signs, 40, generator)) == 5
    assert distinct_classifiers(Billiard().sample(gram, signs, 40, generator)) == 40
    # Two expansions of one function: twins share their coefficients in any way.
    twins = Classifiers(
        np.array([[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0]]), np.array([[1.0, 1.0], [1.0, 1.0 + 1e-14], [-1.0, -1.0]])
    )
    assert distinct_classifiers(twins) == 2


@pytest.mark.spec("G.S-11")
def test_votes_needed() -> None:
    assert votes_needed(0.05, 0.01) == 10_000
    assert votes_needed(0.05, 0.01, probability=0.1) == 3_600
    assert votes_needed(0.05, 0.01, inefficiency=2.5) == 25_000
    assert votes_needed(0.1, 0.5, probability=0.0) == 1
    # Chebyshev is a bound: the share is further off less often than promised.
    shares = np.random.default_rng(0).binomial(votes_needed(0.1, 0.2), 0.5, 10_000) / votes_needed(0.1, 0.2)
    assert (np.abs(shares - 0.5) > 0.1).mean() <= 0.2


@pytest.mark.parametrize("wrong", [(0.0, 0.1), (0.1, 0.0), (0.1, 1.5), (0.1, 0.1, 1.1), (0.1, 0.1, 0.5, 0.0)])
def test_votes_have_ranges(wrong: tuple[float, ...]) -> None:
    with pytest.raises(ParameterError, match="votes_needed"):
        votes_needed(*wrong)


CHAINS = [Classifiers(np.full((6, 2), s), np.full((6, 2), -s)) for s in (1.0, 2.0, 3.0)]


@pytest.mark.parametrize(("version", "grouped"), [("0.20.0", False), ("1.2.0", True)])
def test_chains_for_arviz(monkeypatch: pytest.MonkeyPatch, version: str, grouped: bool) -> None:
    stand_in = SimpleNamespace(__version__=version, from_dict=lambda groups=None, **more: groups or more)
    monkeypatch.setitem(sys.modules, "arviz", stand_in)
    posterior = to_arviz(CHAINS)["posterior"]
    assert posterior["coefficients"].shape == posterior["outputs"].shape == (3, 6, 2)
    assert posterior["outputs"][2, 0, 0] == -3.0
    assert grouped == (int(version[0]) >= 1)


def test_arviz_is_asked_for_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "arviz", None)
    with pytest.raises(ModuleNotFoundError, match="pip install arviz"):
        to_arviz(CHAINS)


@pytest.mark.parametrize("chains", [[], [CHAINS[0], Classifiers(np.ones((2, 2)), np.ones((2, 2)))]])
def test_chains_for_arviz_have_one_length(chains: list) -> None:
    with pytest.raises(InputError, match="one length"):
        to_arviz(chains)
