"""The library's own boosted stumps are certified by all cuts, whichever of them a search tries."""

import numpy as np
import pytest
from estimators.boosting.boosting_stub import line
from sklearn.tree import DecisionTreeClassifier

from drupe import certify
from drupe.estimators.boosting.ada_boost_classifier import AdaBoostClassifier
from drupe.solvers.boosting.best_stump import BestStump, GradedStump


@pytest.mark.parametrize("estimator", [None, BestStump(bins=4), GradedStump()], ids=repr)
def test_patterns_are_those_of_all_cuts(estimator) -> None:
    """Bins are formed from the examples, so that cuts between them are no class of their own."""
    X, y = line()
    model = AdaBoostClassifier(estimator, n_estimators=5).fit(X, y)
    table = certify(model, X, y, bounds=["vote_growth", "vote_rademacher"])
    assert table["vote_growth"].witness.patterns == 2 * 2 * (len(X) - 1) + 2
    places = sum(len(np.unique(column)) - 1 for column in X.T)
    assert table["vote_rademacher"].witness.patterns == 2 * places + 2
    fresh = line(4000, seed=1)
    assert np.mean(model.predict(fresh[0]) != fresh[1]) < table.best_for_fitted.value
    assert table["vote_growth"].witness.rate == pytest.approx(0.5 * (1.0 - model.margins_.mean()))


def test_trained_rules_and_several_classes_need_fresh_examples() -> None:
    X, y = line(100)
    table = certify(AdaBoostClassifier(DecisionTreeClassifier(max_depth=2), n_estimators=3).fit(X, y), X, y)
    assert not table.valid
    assert "is not known" in table["vote_growth"].reason
    three = np.arange(100) % 3
    table = certify(AdaBoostClassifier(n_estimators=3).fit(X, three), X, three)
    assert not table.valid
    assert "two classes" in table["vote_growth"].reason
