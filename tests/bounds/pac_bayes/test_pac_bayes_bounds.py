"""PAC-Bayes: worked numbers, the order of the bounds, and what their proofs say about caps and votes."""

import math
from itertools import product

import numpy as np
import pytest

from drupe.bounds.capacity.finite_class import FiniteClass, FiniteClassConsistent
from drupe.bounds.complexity.cap_volume import cap_information
from drupe.bounds.pac_bayes.admissible import PacBayesAdmissible
from drupe.bounds.pac_bayes.cummerbound import Cummerbound, CummerboundExact
from drupe.bounds.pac_bayes.egalitarian import Egalitarian, EgalitarianAgnostic
from drupe.bounds.pac_bayes.margin_distribution import (
    MarginDistribution,
    MarginDistributionExact,
    distribution_value,
    margin_shares,
)
from drupe.bounds.pac_bayes.mcallester import PacBayesMcallester
from drupe.bounds.pac_bayes.normalized_margin import PacBayesMargin, PacBayesMarginExact
from drupe.bounds.pac_bayes.seeger import PacBayesSeeger
from drupe.bounds.pac_bayes.single import PacBayesSingle, PacBayesSingleAgnostic
from drupe.bounds.pac_bayes.subset import PacBayesSubset, PacBayesSubsetAgnostic
from drupe.bounds.pac_bayes.vote import PacBayesVote
from drupe.textbook.learning.best_posterior import best_subset, gibbs_posterior, surrogate
from drupe.witness.normalized_margins import ConcentratedMargins, NormalizedMargins
from drupe.witness.posterior import Chosen, Posterior, Region, SummarizedRegion
from drupe.witness.training import Drawn, Training

MILLION = math.log(10**6)


def alike(margin: float, n: int, dimension: int) -> NormalizedMargins:
    return NormalizedMargins(np.full(n, margin), dimension)


@pytest.mark.spec("H.T26", "H.T27", "H.T28", "G.B-16", "G.B-17", "G.B-19", "G.B-20")
def test_worked_numbers() -> None:
    assert PacBayesSingle().risk(Chosen(0, 1000, MILLION), 0.05) == pytest.approx(0.01681, abs=1e-5)
    assert PacBayesSubset().risk(Region(0.0, 1000, MILLION), 0.05) == pytest.approx(0.03163, abs=1e-5)
    assert PacBayesVote().risk(Region(0.0, 1000, MILLION), 0.05) == pytest.approx(0.06325, abs=1e-5)
    assert PacBayesSubset().risk(Region(0.0, 1000, 10 * math.log(10)), 0.05) == pytest.approx(0.0408371, abs=1e-7)
    agnostic = Region(0.05, 1000, 10 * math.log(10))
    assert PacBayesSubsetAgnostic().risk(agnostic, 0.05) == pytest.approx(0.1921331, abs=1e-7)
    assert PacBayesMcallester().risk(Posterior(0.1, 1000, 5.0), 0.05) == pytest.approx(0.19196, abs=1e-5)


@pytest.mark.spec("G.B-16", "G.B-19", "H.T26")
def test_an_even_prior_gives_the_bounds_of_a_finite_class() -> None:
    even = math.log(64)
    assert PacBayesSingle().risk(Chosen(0, 500, even), 0.1) == FiniteClassConsistent(64).risk(Training(0, 500), 0.1)
    single = PacBayesSingleAgnostic().risk(Chosen(25, 500, even), 0.1)
    assert single == pytest.approx(FiniteClass(64).risk(Training(25, 500), 0.1), rel=1e-9)
    # A prior that trusts one rule: ln(1/δ)/n for it, and a price for all others.
    trusted, other = (Chosen(0, 500, -math.log(p)) for p in (0.99, 0.01 / 63))
    assert PacBayesSingle().risk(trusted, 0.1) == pytest.approx(math.log(10) / 500, rel=0.01)
    assert PacBayesSingle().risk(other, 0.1) > FiniteClassConsistent(64).risk(Training(0, 500), 0.1)
    assert PacBayesSingle().risk(Chosen(1, 500, 0.0), 0.1) == PacBayesSubset().risk(Region(0.1, 500, 0.0), 0.1) == 1.0


@pytest.mark.spec("H.T27", "G.B-17")
def test_the_whole_version_space_is_the_best_subset() -> None:
    masses = [0.3, 0.1, 0.01]
    values = [PacBayesSubset().risk(Region(0.0, 500, -math.log(mass)), 0.1) for mass in masses]
    assert values == sorted(values)


@pytest.mark.spec("H.T28")
def test_relative_entropy_form_is_tighter_where_errors_are_few() -> None:
    for rate, divergence in ((0.0, 5.0), (0.05, 10.0), (0.2, 2.0)):
        seen = Posterior(rate, 1000, divergence)
        assert PacBayesSeeger().risk(seen, 0.05) < PacBayesMcallester().risk(seen, 0.05)


@pytest.mark.spec("G.B-21", "H.T27")
def test_a_vote_errs_at_most_twice_as_often_as_its_members() -> None:
    rng = np.random.default_rng(0)
    for _ in range(50):
        rules, weights = rng.choice([-1, 1], size=(5, 20)), rng.dirichlet(np.ones(5))
        labels, law = rng.choice([-1, 1], size=20), rng.dirichlet(np.ones(20))
        gibbs = weights @ (rules != labels) @ law
        # A tie counts as an error.
        vote = law @ (weights @ (rules * labels) <= 0.0)
        assert vote <= 2.0 * gibbs + 1e-12


@pytest.mark.spec("H.T28", "H.O05")
def test_the_bayesian_posterior_minimizes_the_surrogate() -> None:
    rng = np.random.default_rng(0)
    prior, losses, n = rng.dirichlet(np.ones(6)), rng.random(6), 30
    best = gibbs_posterior(losses, prior, n)
    least = surrogate(best, losses, prior, n, 0.05)
    for _ in range(200):
        other = 0.9 * best + 0.1 * rng.dirichlet(np.ones(6))
        assert surrogate(other, losses, prior, n, 0.05) >= least
    # With minus the mean log likelihood as loss it is Bayes's theorem.
    likelihood = np.exp(-n * losses)
    assert best == pytest.approx(prior * likelihood / (prior @ likelihood))
    root = PacBayesMcallester().risk(Posterior(float(best @ losses), n, float(best @ np.log(best / prior))), 0.05)
    assert root <= 1.0


@pytest.mark.spec("H.O05")
def test_the_subset_of_least_bound_is_found() -> None:
    rng = np.random.default_rng(1)
    prior, errors, n = rng.dirichlet(np.ones(8)), rng.integers(0, 40, size=8).astype(float), 100
    chosen = best_subset(errors, prior, n, 0.05)

    def value(members: np.ndarray) -> float:
        mass = prior[members].sum()
        seen = Region(float(prior[members] @ errors[members] / (mass * n)), n, -math.log(mass))
        return PacBayesSubsetAgnostic().risk(seen, 0.05)

    subsets = [np.flatnonzero(bits) for bits in product((0, 1), repeat=8) if any(bits)]
    assert value(np.flatnonzero(chosen)) == pytest.approx(min(value(subset) for subset in subsets))
    assert chosen.sum() == pytest.approx(1.0)


@pytest.mark.spec("G.B-23", "H.T29")
def test_worked_margin_bounds() -> None:
    bound, exact = PacBayesMargin(), PacBayesMarginExact()
    assert bound.risk(alike(0.5, 1000, 10), 0.05) == pytest.approx(0.0778246, abs=1e-7)
    assert bound.risk(alike(1.0, 1000, 10), 0.05) == pytest.approx(0.0376225, abs=1e-7)
    assert bound.risk(alike(0.95, 1000, 1000), 0.05) == pytest.approx(0.78628, abs=1e-5)
    assert bound.risk(alike(0.9, 100, 2), 0.05) == pytest.approx(0.30702, abs=1e-5)
    assert exact.risk(alike(0.95, 1000, 1000), 0.05) == pytest.approx(0.1445, abs=1e-4)
    assert exact.risk(alike(0.5, 1000, 10), 0.05) == pytest.approx(0.0520, abs=1e-4)
    assert bound.risk(alike(0.0, 1000, 10), 0.05) == exact.risk(alike(-0.1, 1000, 10), 0.05) == 1.0
    # The dimension counts up to the number of examples only.
    assert bound.risk(alike(0.99, 500, 10**6), 0.05) == bound.risk(alike(0.99, 500, 500), 0.05)
    threshold = math.sqrt(2.0 * math.exp(-0.5) - math.exp(-1.0))
    assert threshold == pytest.approx(0.91934, abs=1e-5)
    assert bound.risk(alike(threshold + 0.01, 10**5, 10**5), 0.05) < 1.0
    assert bound.risk(alike(threshold - 0.01, 10**5, 10**5), 0.05) == 1.0


@pytest.mark.spec("G.B-22", "G.B-23", "G.B-24", "H.T29")
def test_order_of_cap_symmetric_part_and_version_space() -> None:
    rng = np.random.default_rng(3)
    w = np.array([1.0, 0.0, 0.0])
    x = rng.normal(size=(6, 3))
    x /= np.linalg.norm(x, axis=1, keepdims=True)
    x = x[np.abs(x @ w) > 0.2]
    signs = np.sign(x @ w)
    margins = signs * (x @ w)
    v = rng.normal(size=(200_000, 3))
    v /= np.linalg.norm(v, axis=1, keepdims=True)
    in_version_space = (signs * (v @ x.T) > 0).all(axis=1)
    mirrored = 2.0 * np.outer(v @ w, w) - v
    symmetric = in_version_space & (signs * (mirrored @ x.T) > 0).all(axis=1)
    cap = v @ w > math.sqrt(1.0 - margins.min() ** 2)
    assert not (cap & ~symmetric).any()
    assert cap.mean() == pytest.approx(math.exp(-cap_information(float(margins.min()), 3)), abs=0.003)
    # A new input is given the label of w by at least half of the symmetric part.
    for new in rng.normal(size=(20, 3)):
        assert (np.sign(v[symmetric] @ new) == np.sign(w @ new)).mean() >= 0.49
    n = 1000
    exact = PacBayesMarginExact().risk(NormalizedMargins(np.full(n, margins.min()), 3), 0.05)
    seen = SummarizedRegion(0.0, n, -math.log(symmetric.mean()))
    whole = Region(0.0, n, -math.log(in_version_space.mean()))
    assert exact >= PacBayesAdmissible().risk(seen, 0.05) - 1e-3
    assert PacBayesAdmissible().risk(seen, 0.05) >= 2.0 * PacBayesSubset().risk(whole, 0.05)
    # Without the hyperplanes that label all inputs of a cone alike, the share of Q is larger.
    mixed = np.abs((np.sign(v @ x.T) * 1.0).sum(axis=1)) < len(x)
    narrowed = SummarizedRegion(0.0, n, max(0.0, math.log(mixed.mean() / symmetric.mean())))
    assert PacBayesAdmissible().risk(narrowed, 0.05) <= PacBayesAdmissible().risk(seen, 0.05)


@pytest.mark.spec("G.B-26")
def test_cummerbound() -> None:
    seen = ConcentratedMargins(np.full(1000, 0.5), 10, 0.9)
    assert Cummerbound().risk(seen, 0.05) == pytest.approx(0.0930266, abs=1e-7)
    for concentration in (0.0, 0.5, 0.9, 0.999):
        seen = ConcentratedMargins(np.full(1000, 0.5), 10, concentration)
        assert CummerboundExact().risk(seen, 0.05) <= PacBayesMarginExact().risk(seen, 0.05)
    assert CummerboundExact().risk(ConcentratedMargins([0.5], 1, 0.5), 0.05) == 1.0
    assert Cummerbound().risk(ConcentratedMargins([-0.5], 1, 0.5), 0.05) == 1.0


@pytest.mark.spec("G.B-27", "G.B-28")
def test_margin_distribution() -> None:
    assert distribution_value(0.02, 10 * math.log(8.0), 1000, 0.05) == pytest.approx(0.3162468, abs=1e-7)
    rng = np.random.default_rng(0)
    margins = np.clip(rng.normal(0.5, 0.25, 2000), -1.0, 1.0)
    seen = NormalizedMargins(margins, 5)
    grid = np.linspace(1e-3, 1.0, 3000)
    tried = [distribution_value(float((margins < g).mean()), 5 * math.log(2 / g**2), 2000, 0.05) for g in grid]
    assert MarginDistribution().risk(seen, 0.05) <= min(1.0, min(tried) * (1 + 1e-9))
    assert MarginDistribution().risk(seen, 0.05) == pytest.approx(min(tried), rel=0.01)
    assert MarginDistributionExact().risk(seen, 0.05) < MarginDistribution().risk(seen, 0.05)
    assert MarginDistribution().risk(NormalizedMargins([-0.5, -0.2], 1), 0.05) == 1.0


@pytest.mark.spec("G.B-27")
def test_in_the_cap_of_a_margin_only_smaller_margins_can_fail() -> None:
    rng = np.random.default_rng(0)
    w = np.array([1.0, 0.0, 0.0])
    x = rng.normal(size=(20, 3))
    x /= np.linalg.norm(x, axis=1, keepdims=True)
    signs = np.where(rng.random(20) < 0.2, -1.0, 1.0) * np.sign(x @ w)
    seen = NormalizedMargins(signs * (x @ w), 3)
    v = rng.normal(size=(50_000, 3))
    v /= np.linalg.norm(v, axis=1, keepdims=True)
    for margin, share in zip(*margin_shares(seen), strict=True):
        cap = v[v @ w > math.sqrt(1.0 - margin**2)]
        if len(cap):
            assert (signs * (cap @ x.T) <= 0).sum(axis=1).max() <= round(share * 20)


@pytest.mark.spec("G.B-37", "G.B-39")
def test_egalitarian_bounds() -> None:
    seen = Region(0.0, 1000, 5.0)
    assert Egalitarian(0.5).risk(seen, 0.05) == PacBayesVote().risk(seen, 0.05)
    assert Egalitarian(0.1).risk(seen, 0.05) == pytest.approx(10.0 * PacBayesSubset().risk(seen, 0.05))
    assert EgalitarianAgnostic().risk(Drawn(0, 1000), 0.05) == pytest.approx(0.0703686, abs=1e-7)
    with pytest.raises(TypeError, match="looks at Drawn"):
        EgalitarianAgnostic().risk(Training(0, 1000), 0.05)
