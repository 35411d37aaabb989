"""Pick to learn: what is not picked and not mistaken can be taken away, and nothing changes."""

import numpy as np
import pytest
from certification.certified_samples import noisy

from drupe import SVC
from drupe.certification.schemes.learned import Examples
from drupe.certification.schemes.pick_to_learn import PickToLearnScheme


class Keep:
    """A generator that leaves the order as it is, so that parts of a sample are run in the same order."""

    def permutation(self, n):
        return np.arange(n)


def run(X, y, count):
    scheme = PickToLearnScheme(stops=(count / len(y),))
    return scheme.learn(SVC(gamma=0.3, C=1.0, tol=1e-6), Examples(X, y), Keep(), 0.05)


def test_others_can_be_taken_away() -> None:
    X, y = noisy(80)
    whole = run(X, y, 12)
    machine, margins = whole.rule, np.where(y == 1, 1.0, -1.0) * whole.rule.decision_function(X)
    picked = np.array([any(np.array_equal(row, seen) for seen in machine.support_vectors_) for row in X])
    kept = picked | (margins <= 0.0)
    assert whole.certificate.witness.picked == 12
    assert whole.certificate.witness.mistakes == int((margins[~picked] <= 0).sum())
    part = kept | (np.random.default_rng(0).random(80) < 0.5)
    again = run(X[part], y[part], 12)
    assert again.certificate.witness.kept == whole.certificate.witness.kept
    np.testing.assert_allclose(again.rule.decision_function(X), machine.decision_function(X), atol=1e-6)


def test_separable_classes_need_few_picks() -> None:
    rng = np.random.default_rng(0)
    X = rng.normal(size=(120, 2)) + np.repeat([[-4.0], [4.0]], 60, axis=0)
    learned = run(X, np.repeat([0, 1], 60), 40)
    assert learned.certificate.witness.kept < 10
    assert learned.certificate.value < 0.25


def test_more_than_two_classes_are_refused() -> None:
    with pytest.raises(ValueError, match="two classes"):
        run(*noisy(60, classes=3), 5)
