"""Directions of fitted machines: cosines in an explicit feature space."""

import numpy as np
import pytest
from certification.certified_samples import noisy

from drupe import SVC
from drupe.certification.derived import OFFSET_FEATURES
from drupe.certification.reading import read
from drupe.witness.directions import Direction, ShiftedDirection


def test_margins_are_cosines_in_the_space_with_one_more_feature() -> None:
    X, y = noisy(120)
    model = SVC(kernel="linear", C=1.0, tol=1e-7).fit(X, y)
    seen = read(model, X, y).witnesses[Direction]()
    signs = np.where(y == 1, 1.0, -1.0)
    candidates = []
    for feature in OFFSET_FEATURES:
        w = np.append(model.coef_[0], model.intercept_[0] / feature)
        x = np.column_stack([X, np.full(len(X), feature)])
        candidates.append(signs * (x @ w) / (np.linalg.norm(w) * np.linalg.norm(x, axis=1)))
    distance = [np.abs(np.sort(seen.margins) - np.sort(one)).max() for one in candidates]
    assert min(distance) < 1e-6
    assert seen.choices == len(OFFSET_FEATURES)


def test_cosine_to_the_learned_prior_is_that_of_weight_vectors() -> None:
    X, y = noisy(120)
    model = SVC(kernel="linear", C=1.0, tol=1e-7, fit_intercept=False).fit(X, y)
    seen = read(model, X, y).witnesses[ShiftedDirection]()
    order = np.random.default_rng(20001).permutation(len(y))
    half = np.sort(order[: len(y) // 2])
    part = SVC(kernel="linear", C=1.0, tol=1e-7, fit_intercept=False).fit(X[half], y[half])
    v, w = part.coef_[0], model.coef_[0]
    assert seen.cosine == pytest.approx(v @ w / (np.linalg.norm(v) * np.linalg.norm(w)), abs=1e-6)
    assert seen.n == len(y) - len(half)
