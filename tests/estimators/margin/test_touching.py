"""The examples that a machine leans on: taking away any of the others changes nothing."""

import numpy as np
import pytest
from certification.certified_samples import noisy, repeated, svc

from drupe import SVC, HardMarginSVC, TwoNormSVC
from drupe.certification.reading import read
from drupe.witness.touching import Touching


def kept_mask(model, X, y):
    return read(model, X, y).witnesses[Touching].__closure__[0].cell_contents.kept


@pytest.mark.spec("C.E20", "H.O03", "G.A-42")
@pytest.mark.parametrize("C", [0.1, 1.0, 100.0])
@pytest.mark.parametrize("sample", [noisy(150), repeated(120)], ids=["noisy", "repeated"])
def test_any_of_the_others_can_be_taken_away(C, sample) -> None:
    X, y = sample
    model = svc(X, y, C=C)
    kept = kept_mask(model, X, y)
    rng = np.random.default_rng(0)
    for share in (0.0, 0.3, 0.8):
        rest = kept | (rng.random(len(y)) < share)
        again = svc(X[rest], y[rest], C=C)
        np.testing.assert_allclose(again.decision_function(X), model.decision_function(X), atol=1e-4)
        assert kept_mask(again, X[rest], y[rest]).sum() == kept.sum()


def test_copies_on_the_margin_count_only_as_often_as_they_carry_weight() -> None:
    X, y = repeated(200)
    model = svc(X, y, C=1e4)
    margins = np.where(y == 1, 1.0, -1.0) * model.decision_function(X)
    touching, kept = margins <= 1.0 + 1e-5, kept_mask(model, X, y)
    assert kept.sum() < 0.7 * touching.sum()
    assert kept[margins < 1.0 - 1e-4].all()


def test_one_input_only_leaves_twice_the_minority_and_one() -> None:
    # min ½w² + Σ max(0, 1 − yᵢ w): the minority at the end of its box, as many of the others, and one for w itself.
    X, y = np.ones((50, 1)), np.repeat([0, 1], [12, 38])
    model = SVC(kernel="linear", C=1.0, fit_intercept=False, tol=1e-8).fit(X, y)
    assert kept_mask(model, X, y).sum() == 2 * 12 + 2
    assert model.decision_function([[1.0]]).item() == pytest.approx(1.0, abs=1e-6)


def test_every_example_within_the_margin_is_kept() -> None:
    X, y = noisy(200)
    model = svc(X, y)
    margins = np.where(y == 1, 1.0, -1.0) * model.decision_function(X)
    kept = kept_mask(model, X, y)
    assert kept[margins < 1.0].all()
    assert not kept[margins > 1.01].any()


@pytest.mark.parametrize("kind", [HardMarginSVC, TwoNormSVC])
def test_machines_without_a_box_lean_on_their_support_vectors(kind) -> None:
    X, y = noisy(80)
    model = kind(kernel="rbf", gamma=2.0).fit(X, y)
    kept = kept_mask(model, X, y)
    assert set(model.support_) <= set(np.flatnonzero(kept))
    again = kind(kernel="rbf", gamma=2.0).fit(X[kept], y[kept])
    np.testing.assert_allclose(again.decision_function(X), model.decision_function(X), atol=1e-2)


def test_offset_between_two_examples_keeps_them() -> None:
    # Every α at the end of its box: the offset lies half-way between the examples nearest to the margin.
    X, y = noisy(60, seed=3)
    model = svc(X, y, C=1e-3)
    upper = np.isclose(np.abs(model.dual_coef_[0]), 1e-3)
    kept = kept_mask(model, X, y)
    again = svc(X[kept], y[kept], C=1e-3)
    assert upper.sum() >= len(upper) - 1
    np.testing.assert_allclose(again.decision_function(X), model.decision_function(X), atol=1e-6)
