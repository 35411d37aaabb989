"""Examples that were trained on are noticed in every disguise, and honest ones are not taken for them."""

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp
from certification.certified_samples import noisy
from sklearn.calibration import CalibratedClassifierCV
from sklearn.ensemble import VotingClassifier
from sklearn.gaussian_process import GaussianProcessClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import MaxAbsScaler, StandardScaler
from sklearn.svm import SVC as PeerSVC

from drupe import SVC, CertifiedClassifier, NeighborsClassifier, certify
from drupe.certification.equal_rows import groupings
from drupe.certification.independence import check_separate
from drupe.certification.selective_rule import certify_answers

X, y = noisy(200)
X_NEW, Y_NEW = noisy(200, seed=1)

UNCENTERED = StandardScaler(with_mean=False)
DISGUISES = {
    "as they are": lambda rows: rows.copy(),
    "float32": lambda rows: rows.astype(np.float32),
    "six decimals": lambda rows: rows.round(6),
    "six digits": lambda rows: np.array([float(f"{value:.6g}") for value in rows.flat]).reshape(rows.shape),
    "moved": lambda rows: rows + 1e-12,
    "sparse": sp.csr_array,
    "a frame of float32": lambda rows: pd.DataFrame(rows.astype(np.float32)),
    "lists": lambda rows: rows.tolist(),
    "in another order": lambda rows: rows[::-1],
}


def noticed(what="held-out examples equal a training example"):
    return pytest.raises(ValueError, match=what)


@pytest.mark.parametrize("disguise", DISGUISES)
@pytest.mark.parametrize("shift", [0.0, 400.0], ids=["around zero", "far from zero"])
@pytest.mark.parametrize("width", [1, 3, 300])
def test_copies_in_disguise(disguise, shift, width) -> None:
    rows = np.random.default_rng(0).normal(size=(400, width)) * np.geomspace(1e-3, 1e3, width) + shift
    if width == 1 or disguise == "six decimals":
        rows += np.random.default_rng(1).normal(size=rows.shape)  # of a spread of 0.001 no digit would be left
    with noticed("equal a training example"):
        check_separate(rows, DISGUISES[disguise](rows[100:220]), "held-out examples")


@pytest.mark.parametrize("disguise", DISGUISES)
@pytest.mark.parametrize(
    "model",
    [
        KNeighborsClassifier(1),
        make_pipeline(MaxAbsScaler(), KNeighborsClassifier(1)),
        make_pipeline(MaxAbsScaler(), make_pipeline(UNCENTERED, PeerSVC(gamma=50.0))),
        GridSearchCV(make_pipeline(UNCENTERED, SVC(gamma=50.0)), {"svc__C": [1.0, 10.0]}, cv=3),
        NeighborsClassifier(1),
    ],
    ids=["neighbors", "pipeline of neighbors", "pipeline of a pipeline of SVC", "search", "our neighbors"],
)
def test_models_remember_what_they_were_fitted_on(model, disguise) -> None:
    fitted = model.fit(X, y)
    with noticed():
        certify(fitted, X_held_out=DISGUISES[disguise](X), y_held_out=y[::-1] if "order" in disguise else y)
    assert certify(fitted, X_held_out=X_NEW, y_held_out=Y_NEW)["hold_out"].valid


@pytest.mark.parametrize(
    "model",
    [
        GaussianProcessClassifier(optimizer=None),
        VotingClassifier([("near", KNeighborsClassifier(1)), ("line", LogisticRegression())]),
        CalibratedClassifierCV(KNeighborsClassifier(3), ensemble=False),
        CertifiedClassifier(KNeighborsClassifier(1)),
    ],
    ids=lambda model: type(model).__name__,
)
def test_models_inside_models_remember_too(model) -> None:
    with noticed():
        certify(model.fit(X, y), X_held_out=X.astype(np.float32), y_held_out=y)


def test_answers_are_certified_on_fresh_examples_only() -> None:
    with noticed():
        certify_answers(make_pipeline(StandardScaler(), SVC(gamma=0.3)).fit(X, y), X.astype(np.float32), y)


@pytest.mark.parametrize("kind", [SVC, PeerSVC])
def test_rows_of_kernel_values_tell_too(kind) -> None:
    def kernel(left, right):
        return np.exp(-30.0 * ((left[:, None] - right[None]) ** 2).sum(axis=2))

    model, values = kind(kernel="precomputed", C=100.0).fit(kernel(X, X), y), kernel(X, X)
    for copies in (values[50:150].copy(), values[50:150].astype(np.float32)):
        with noticed():
            certify(model, values, y, X_held_out=copies, y_held_out=y[50:150])
    assert certify(model, values, y, X_held_out=kernel(X_NEW, X), y_held_out=Y_NEW)["hold_out"].valid


@pytest.mark.parametrize("n", [12, 20, 30, 60, 200])
@pytest.mark.parametrize("evenness", [0.3, 1.0, 10.0])
def test_honest_examples_of_nine_values_pass(n, evenness) -> None:
    for seed in range(150):
        rng = np.random.default_rng(seed)
        chances = rng.dirichlet(np.full(9, evenness))
        check_separate(*(rng.choice(9, size=(n, 1), p=chances).astype(float) for _ in range(2)), "fresh examples")


@pytest.mark.parametrize("values", [3, 60, 400, 3000])
@pytest.mark.parametrize(("n", "m"), [(300, 60), (100, 100), (60, 400)])
def test_honest_examples_that_repeat_now_and_then_pass(values, n, m) -> None:
    for seed in range(40):
        rng = np.random.default_rng(seed)
        check_separate(*(rng.integers(values, size=(size, 1)).astype(float) for size in (n, m)), "fresh examples")
        check_separate(*([f"word {rng.integers(values)}" for _ in range(size)] for size in (n, m)), "fresh examples")


def test_honest_examples_pass_models_that_keep_one_of_equals() -> None:
    for seed in range(25):
        rng = np.random.default_rng(seed)
        there, here = (rng.integers(0, 12, size=(150, 2)).astype(float) for _ in range(2))
        labels = (there.sum(axis=1) > 11).astype(int)
        certify(SVC(gamma=0.3, C=100.0).fit(there, labels), X_held_out=here, y_held_out=here.sum(axis=1) > 11)


def test_a_few_copies_in_a_large_sample_are_noticed_by_their_places() -> None:
    rows = np.random.default_rng(0).normal(size=(2000, 5))
    fresh = np.r_[rows[:8], np.random.default_rng(1).normal(size=(92, 5))]
    with noticed("8 of 100"):
        check_separate(rows, fresh, "held-out examples")


def test_gaps_words_and_widths() -> None:
    rows = np.random.default_rng(0).normal(size=(60, 2))
    rows[::3, 0] = np.nan
    codes = groupings(rows, rows.copy())[0]
    np.testing.assert_array_equal(*codes)
    assert len(np.unique(codes[0])) == 60
    assert not np.intersect1d(*groupings(rows, rows[:, :1])[0]).size
    words = groupings(["a", "b"], ["b", "c"])
    assert words[0][0][1] == words[0][1][0]
