"""Hold-out with an exact limit and with a drawn one, learned by adversaries from one, two and nine distinct inputs."""

import numpy as np
import pytest
from certification.certified_samples import noisy
from scipy.stats import binom, kstest
from sklearn.base import BaseEstimator, ClassifierMixin

from drupe import SVC, CertifiedClassifier, certify, load, save
from drupe.bounds.concentration.binomial_tail import randomized_upper
from drupe.certification.schemes.hold_out import HoldOutScheme
from drupe.witness.drawn_held_out import DrawnHeldOut

X, y = noisy(120)
DRAWN = HoldOutScheme(limit="randomized")


class Adversary(ClassifierMixin, BaseEstimator):
    """Answers the parity of its labels, the label it saw last for an input, or the class that it saw less often."""

    def __init__(self, kind: str = "parity"):
        self.kind = kind

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        usual = np.bincount(y, minlength=2).argmax()
        self.answer_ = {"parity": int(y.sum()) % 2, "memory": usual, "flip": 1 - usual}[self.kind]
        self.seen_ = dict(zip(X[:, 0].tolist(), y.tolist(), strict=True)) if self.kind == "memory" else {}
        return self

    def predict(self, X):
        return np.array([self.seen_.get(value, self.answer_) for value in X[:, 0].tolist()])


def risk(model, rates) -> float:
    """The exact one, of inputs 0, 1, ... that are equally likely and have the label 1 at these rates."""
    said = model.predict(np.arange(len(rates), dtype=float)[:, None])
    return float(np.where(said == 1, 1.0 - rates, rates).mean())


@pytest.mark.parametrize("limit", ["exact", "randomized"])
@pytest.mark.parametrize("kind", ["parity", "memory", "flip"])
@pytest.mark.parametrize("distinct", [1, 2, 9])
def test_adversaries_do_not_break_the_promise(distinct, kind, limit) -> None:
    rates, delta, draws, broken = np.linspace(0.9, 0.3, distinct), 0.5, 300, 0
    rng = np.random.default_rng(distinct)
    for _ in range(draws):
        inputs = rng.integers(distinct, size=60)
        labels = (rng.random(60) < rates[inputs]).astype(int)
        model = CertifiedClassifier(Adversary(kind), scheme=HoldOutScheme(limit=limit), delta=delta, random_state=rng)
        model.fit(inputs[:, None].astype(float), labels)
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
