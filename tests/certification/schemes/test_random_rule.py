"""A rule that draws: anew for every answer, by weight, reproducibly with a seed, and not alike in all copies."""

import pickle

import numpy as np
import pytest
from certification.finite_worlds import ONE, Parity
from sklearn.dummy import DummyClassifier
from sklearn.utils import get_tags

import drupe
from drupe import SVC, CertifiedClassifier
from drupe.certification.schemes.aggregation import AggregationScheme
from drupe.certification.schemes.random_rule import RandomRule
from drupe.foundation.lots import Lots

WEIGHTS = np.array([0.2, 0.5, 0.3])
ASKED = np.zeros((600, 1))


def rule(seed=0):
    machines = [
        DummyClassifier(strategy="constant", constant=name).fit(np.zeros((3, 1)), list("abc")) for name in "abc"
    ]
    return RandomRule(machines, WEIGHTS, Lots(np.random.default_rng(seed)))


def shares(answers):
    return np.array([np.mean(np.asarray(answers) == name) for name in "abc"])


def test_equal_examples_are_answered_by_weight() -> None:
    drawing = rule()
    tolerance = 4.5 * np.sqrt(0.25 / 600)
    np.testing.assert_allclose(shares(drawing.predict(ASKED)), WEIGHTS, atol=tolerance)
    one_by_one = [drawing.predict(ASKED[:1])[0] for _ in range(600)]
    np.testing.assert_allclose(shares(one_by_one), WEIGHTS, atol=tolerance)


def test_whoever_loads_the_rule_for_every_question_gets_new_lots() -> None:
    stored = pickle.dumps(rule())
    loaded = [pickle.loads(stored).predict(ASKED[:1])[0] for _ in range(600)]
    np.testing.assert_allclose(shares(loaded), WEIGHTS, atol=5.0 * np.sqrt(0.25 / 600))


def test_answers_stand_at_the_place_of_their_question() -> None:
    X, y = np.arange(8.0)[:, None], np.array([0, 0, 1, 1, 0, 0, 1, 1])
    learned = SVC(gamma=10.0, C=100.0).fit(X, y)
    np.testing.assert_array_equal(RandomRule([learned] * 3, WEIGHTS, Lots()).predict(X), y)


def test_a_seed_makes_equal_programs_equal() -> None:
    np.testing.assert_array_equal(rule(3).predict(ASKED), rule(3).predict(ASKED))
    X, y = ONE.draw(60, np.random.default_rng(0))
    first, second = (CertifiedClassifier(Parity(), scheme="progressive", random_state=4).fit(X, y) for _ in range(2))
    np.testing.assert_array_equal(first.predict(ASKED), second.predict(ASKED))
    assert len(np.unique(first.predict(ASKED))) == 2


@pytest.mark.parametrize(
    ("scheme", "drawing"),
    [
        ("hold-out", False),
        ("vote", False),
        ("pick-to-learn", False),
        ("progressive", True),
        ("blockwise", True),
        ("aggregation", True),
        (AggregationScheme(voting=True), False),
    ],
)
def test_scikit_learn_is_told_who_draws(scheme, drawing) -> None:
    assert get_tags(CertifiedClassifier(scheme=scheme)).non_deterministic is drawing


def test_files_hold_no_lots(tmp_path) -> None:
    rng = np.random.default_rng(0)
    X = rng.normal(size=(80, 2))
    model = CertifiedClassifier(SVC(gamma=0.3), scheme="progressive").fit(X, X[:, 0] > 0)
    drupe.save(model, tmp_path / "model.drupe")
    loaded = drupe.load(tmp_path / "model.drupe")
    assert loaded.rule_.lots.generator is None
    np.testing.assert_array_equal(loaded.rule_.weights, model.rule_.weights)


def test_the_sentence_says_what_is_drawn() -> None:
    X, y = ONE.draw(200, np.random.default_rng(0))
    model = CertifiedClassifier(DummyClassifier(), scheme="progressive").fit(X, y)
    assert "one of the successive machines, drawn anew for each answer" in model.certificate_.sentence()
