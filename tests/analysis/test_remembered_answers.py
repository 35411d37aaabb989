"""Answers are asked for once, and are those of the model."""

import numpy as np
import pytest

from drupe import SVC
from drupe.analysis.analysis import analyze
from drupe.analysis.influence import influence_of
from drupe.analysis.part import Part
from drupe.analysis.remembered_answers import RememberedAnswers


class Counting(SVC):
    """Keeps what it was asked for the outputs of."""

    asked: list[object]

    def decision_function(self, X):
        self.asked.append(X)
        return super().decision_function(X)


def noisy(n: int, seed: int) -> Part:
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(n, 2))
    return Part.of(x, np.where(x[:, 0] + 0.5 * rng.normal(size=n) > 0.0, "plum", "pear"))


def test_other_examples_and_other_questions_are_asked_anew() -> None:
    training, judged = noisy(30, 0), noisy(20, 1)
    model = SVC(kernel="linear").fit(training.X, training.y)
    asked = RememberedAnswers(model)
    for part in (training, judged, training):
        np.testing.assert_array_equal(asked.predict(part.X), model.predict(part.X))
        np.testing.assert_array_equal(asked.decision_function(part.X), model.decision_function(part.X))
    with pytest.raises(AttributeError, match="predict_proba"):
        _ = asked.predict_proba


def test_an_analysis_asks_for_held_out_outputs_once() -> None:
    training, judged = noisy(80, 0), noisy(50, 1)
    model = Counting(kernel="linear")
    model.asked = []
    model.fit(training.X, training.y)
    analyze(model, training, judged)
    # Those of the training examples tell their labels, too.
    for part in (training, judged):
        assert sum(X is part.X for X in model.asked) == 1


def test_suspicious_examples_are_those_that_predict_gets_wrong() -> None:
    part = noisy(40, 2)
    model = SVC(kernel="linear").fit(part.X, part.y)
    wrong = set(part.rows[model.predict(part.X) != part.y].tolist())
    found = influence_of(model, part)
    assert wrong
    assert {one.row for one in found.suspicious} <= wrong
    assert len(found.suspicious) == min(8, len(wrong))
    assert all((one.said != one.truth) == (one.row in wrong) for one in (*found.suspicious, *found.influential))


def test_on_the_border_the_model_itself_decides() -> None:
    part = Part.of([[-1.0], [1.0], [0.0]], ["a", "b", "b"])
    model = SVC(kernel="linear", C=0.25).fit([[-1.0], [1.0]], ["a", "b"])
    model.support_ = np.array([0, 1])
    assert model.decision_function([[0.0]]).item() == 0.0
    said = model.predict([[0.0]]).item()
    assert bool(influence_of(model, part).suspicious) == (said != "b")
