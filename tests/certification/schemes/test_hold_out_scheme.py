"""Hold-out with an exact limit and with a drawn one, learned by adversaries from one, two and nine distinct inputs."""

import numpy as np
import pytest
from certification.certified_samples import noisy
from certification.fickle_learners import Adversary, few_inputs, risk
from scipy.stats import binom, kstest

from drupe import SVC, CertifiedClassifier, certify, load, save
from drupe.bounds.concentration.binomial_tail import randomized_upper
from drupe.certification.schemes.hold_out import HoldOutScheme
from drupe.witness.drawn_held_out import DrawnHeldOut

X, y = noisy(120)
DRAWN = HoldOutScheme(limit="randomized")


@pytest.mark.parametrize("limit", ["exact", "randomized"])
@pytest.mark.parametrize("kind", ["parity", "memory", "flip"])
@pytest.mark.parametrize("distinct", [1, 2, 9])
def test_adversaries_do_not_break_the_promise(distinct, kind, limit) -> None:
    rates, delta, draws, broken = np.linspace(0.9, 0.3, distinct), 0.5, 300, 0
    rng = np.random.default_rng(distinct)
    for _ in range(draws):
        model = CertifiedClassifier(Adversary(kind), scheme=HoldOutScheme(limit=limit), delta=delta, random_state=rng)
        model.fit(*few_inputs(rng, rates, 60))
        broken += risk(model, rates) > model.certificate_.bound.risk(model.certificate_.witness, delta)
    assert broken <= binom.isf(1e-6, draws, delta)
    # A limit of which nothing is left unused is broken about as often as it may be, not much less.
    assert limit == "exact" or broken >= binom.ppf(1e-6, draws, delta)


def test_a_drawn_limit_is_that_of_its_witness_and_splits_as_the_exact_one() -> None:
    exact, drawn = (CertifiedClassifier(SVC(gamma=0.3), scheme=s, random_state=3) for s in ("hold-out", DRAWN))
    known, seen = exact.fit(X, y).certificate_.witness, drawn.fit(X, y).certificate_.witness
    assert isinstance(seen, DrawnHeldOut)
    assert (seen.errors, seen.n) == (known.errors, known.n)
    assert drawn.certificate_.value == pytest.approx(randomized_upper(seen.errors, seen.n, seen.draw, 0.05))
    assert drawn.certificate_.value <= exact.certificate_.value * (1 + 1e-9)
    assert drawn.certificate_.recheck()
    np.testing.assert_array_equal(drawn.predict(X), exact.predict(X))


def test_numbers_are_drawn_anew_and_evenly_whatever_the_seed() -> None:
    learner = Adversary("flip")
    fits = [CertifiedClassifier(learner, scheme=DRAWN, random_state=0).fit(X, y) for _ in range(150)]
    draws = [model.certificate_.witness.draw for model in fits]
    assert len(set(draws)) == 150
    assert kstest(draws, "uniform").pvalue > 1e-6


def test_it_says_that_it_was_drawn() -> None:
    model = CertifiedClassifier(SVC(gamma=0.3), scheme=DRAWN).fit(X, y)
    assert "drawn once" in model.certificate_.sentence()
    assert certify(model).best.value == pytest.approx(model.certificate_.value)


def test_a_drawn_limit_goes_into_a_file(tmp_path) -> None:
    model = CertifiedClassifier(SVC(gamma=0.3), scheme=DRAWN).fit(X, y)
    save(model, tmp_path / "model.drupe")
    again = load(tmp_path / "model.drupe")
    assert again.certificate_.witness == model.certificate_.witness
    assert again.certificate_.recheck()


def test_there_are_two_limits() -> None:
    with pytest.raises(ValueError, match='"exact" or "randomized", got \'lucky\''):
        HoldOutScheme(limit="lucky")
