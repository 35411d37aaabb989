"""Classification around landmarks against scikit-learn's linear machines on the same features."""

import numpy as np
import pytest
import scipy.sparse as sp
from estimators.landmark.penalized_loss import gaussian, objective_and_slopes
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import LogisticRegression
from sklearn.svm import LinearSVC

from drupe import LandmarkClassifier, certify, load, save
from drupe.foundation.errors import BudgetError, InputError, ParameterError
from drupe.inputs import Vectors
from drupe.inputs.rows import RowsInMemory
from drupe.kernels import Gaussian, Spectrum
from drupe.losses import Logistic


def moons(n=300, classes=2, seed=0):
    random = np.random.default_rng(seed)
    X = random.normal(size=(n, 3))
    score = X[:, 0] + np.sin(3.0 * X[:, 1]) + 0.5 * random.normal(size=n)
    return X, np.digitize(score, np.quantile(score, np.arange(1, classes) / classes))


def tight(**more):
    return LandmarkClassifier("rbf", gamma=0.5, **{"tol": 1e-9, "max_passes": 2000, "random_state": 0, **more})


def features(X, landmarks):
    """Φ with ΦΦᵀ = K K_MM⁻¹ Kᵀ: what scikit-learn's Nystroem makes."""
    values, vectors = np.linalg.eigh(gaussian(landmarks, landmarks, 0.5))
    return gaussian(X, landmarks, 0.5) @ vectors / np.sqrt(values) @ vectors.T


def test_logistic_is_logistic_regression_on_nystroem_features():
    X, y = moons()
    machine = tight(landmarks=X[:25], strength=1e-3).fit(X, y)
    offset = machine.predictor_.offset[0]
    assert offset == pytest.approx(np.log(y.mean() / (1 - y.mean())), abs=1e-12)
    # A feature that is always there, with a price that is as good as none, and its weight fixed by the offset.
    peer = LogisticRegression(C=1e3 / len(y), fit_intercept=False, tol=1e-12, max_iter=10_000)
    assert abs(offset) < 1e-9  # two halves: no offset is the best one
    peer.fit(features(X, X[:25]), y)
    np.testing.assert_allclose(machine.decision_function(X), features(X, X[:25]) @ peer.coef_[0], atol=2e-5)
    np.testing.assert_allclose(machine.predict_proba(X), peer.predict_proba(features(X, X[:25])), atol=1e-5)
    same = tight(landmarks=X[:25], C=1e3 / len(y)).fit(X, y)
    assert same.strength_ == pytest.approx(1e-3)


def test_squared_hinge_is_the_linear_machine_of_that_loss():
    X, y = moons()
    machine = tight(loss="squared_hinge", landmarks=X[:25], strength=1e-3).fit(X, y)
    peer = LinearSVC(C=1e3 / len(y), fit_intercept=False, tol=1e-12, max_iter=100_000, dual=False)
    peer.fit(features(X, X[:25]), y)
    np.testing.assert_allclose(machine.decision_function(X), features(X, X[:25]) @ peer.coef_[0], atol=1e-5)
    assert not hasattr(machine, "predict_proba")


def test_softmax_of_several_classes():
    X, y = moons(classes=4)
    machine = tight(landmarks=X[:25], strength=1e-3).fit(X, y)
    peer = LogisticRegression(C=1e3 / len(y), fit_intercept=False, tol=1e-12, max_iter=10_000)
    peer.fit(features(X, X[:25]), y)
    np.testing.assert_allclose(machine.predict_proba(X), peer.predict_proba(features(X, X[:25])), atol=1e-5)
    np.testing.assert_allclose(machine.predict_proba(X).sum(axis=1), 1.0)


@pytest.mark.parametrize("loss", ["logistic", "squared_hinge", "squared"])
@pytest.mark.parametrize("weights", ["balanced", {"b": 5.0}, None])
def test_weights_of_classes_and_of_rows(loss, weights):
    X, y = moons(classes=3)
    labels = np.array(["b", "a", "c"])[np.where(np.arange(len(y)) % 7 == 0, y, 0)]
    rows = np.random.default_rng(1).integers(0, 3, size=len(y)).astype(float)
    machine = tight(loss=loss, landmarks=X[:20], strength=1e-2, class_weight=weights).fit(X, labels, rows)
    counts = np.array([rows[labels == one].sum() for one in "abc"])
    factors = {"balanced": counts.sum() / 3 / counts, None: np.ones(3)}.get(
        weights if isinstance(weights, str | None) else "", np.array([1.0, 5.0, 1.0])
    )
    codes = np.searchsorted(["a", "b", "c"], labels)
    K, among = gaussian(X, X[:20], 0.5), gaussian(X[:20], X[:20], 0.5)
    function = machine.predictor_
    kind = "softmax" if loss == "logistic" else loss
    value, slopes = objective_and_slopes(
        kind, K, among, function.coefficients, function.offset, codes, rows * factors[codes], 1e-2
    )
    assert machine.solution_.objective == pytest.approx(value, rel=1e-9)
    assert np.abs(slopes).max() < 1e-8


def test_rows_are_learned_as_arrays_are():
    X, y = moons(500)
    labels = np.array(["no", "yes"], dtype=object)[y]
    machine = LandmarkClassifier(Gaussian(1.0), landmarks=40, random_state=1)
    array = machine.fit(X, labels).decision_function(X)
    machine.fit(RowsInMemory(Vectors.of(X), labels))
    assert machine.classes_.tolist() == ["no", "yes"]
    assert machine.shape_fit_ == (500, 3)
    assert (machine.decision_function(X) == array).all()
    assert (machine.predict(RowsInMemory(Vectors.of(X))) == machine.predict(X)).all()
    with pytest.raises(TypeError, match="their own targets"):
        machine.fit(RowsInMemory(Vectors.of(X), labels), labels)
    with pytest.raises(InputError, match="no targets"):
        machine.fit(RowsInMemory(Vectors.of(X)))
    with pytest.raises(InputError, match="no rows"):
        machine.fit(RowsInMemory(Vectors.of(X).take([]), labels[:0]))


def test_the_seed_and_the_rows_are_all_that_chooses():
    X, y = moons(400)
    one, same = (LandmarkClassifier(landmarks=30, random_state=5).fit(X, y) for _ in range(2))
    other = LandmarkClassifier(landmarks=30, random_state=6).fit(X, y)
    threads = LandmarkClassifier(landmarks=30, random_state=5, n_jobs=3).fit(X, y)
    assert (one.predictor_.coefficients == same.predictor_.coefficients).all()
    assert (one.predictor_.coefficients == threads.predictor_.coefficients).all()
    assert not np.array_equal(one.predictor_.centers.array, other.predictor_.centers.array)


def test_sorted_rows_lend_landmarks_from_everywhere_and_doubles_lend_one():
    X, y = moons(3000)
    order = np.argsort(y, kind="stable")
    for choice in ("pivots", "uniform"):
        machine = LandmarkClassifier(landmarks=60, random_state=0, choice=choice).fit(X[order], y[order])
        positions = machine.predictor_.centers.origin.positions
        assert 10 < (positions < 1500).sum() < 50
        doubled = LandmarkClassifier(landmarks=60, random_state=0, choice=choice).fit(
            np.repeat(X[:30], 20, axis=0), np.repeat(y[:30], 20)
        )
        assert len(doubled.predictor_.centers) <= 30
        assert len(np.unique(doubled.predictor_.centers.array, axis=0)) == len(doubled.predictor_.centers)


def test_a_rare_class_at_the_end_is_found():
    X, y = moons(2000)
    labels = y.astype(object)
    labels[-1] = 7
    machine = LandmarkClassifier(landmarks=30, random_state=0).fit(RowsInMemory(Vectors.of(X), labels))
    assert machine.classes_.tolist() == [0, 1, 7]
    assert machine.predict_proba(X[:2]).shape == (2, 3)


def test_watched_rows_are_not_learned_from():
    X, y = moons(2000)
    machine = tight(landmarks=X[:20], strength=1e-3, validation_fraction=0.25, loss="squared").fit(X, y)
    from drupe.solvers.passes.known_rows import Draw

    kept = ~Draw(0, 0.25).watched(0, len(X))
    alone = tight(landmarks=X[:20], strength=1e-3, loss="squared").fit(X[kept], y[kept])
    assert 0.2 < 1.0 - kept.mean() < 0.3
    np.testing.assert_allclose(machine.decision_function(X), alone.decision_function(X), atol=0.05)
    wrong = (machine.predict(X) != y)[~kept].mean()
    assert machine.solution_.watched_errors[-1] == pytest.approx(wrong, abs=1e-12)
    assert machine.solution_.stop.name in ("SETTLED", "CONVERGED")


def test_sparse_rows_strings_and_precomputed_values():
    X, y = moons(200)
    dense = tight(landmarks=X[:30], strength=1e-2, tol=1e-6).fit(X, y)
    sparse = tight(landmarks=sp.csr_array(X[:30]), strength=1e-2, tol=1e-6).fit(sp.csr_array(X), y)
    np.testing.assert_allclose(sparse.decision_function(sp.csr_array(X)), dense.decision_function(X), atol=1e-5)
    words = ["abab", "babab", "cdcd", "dcdcd", "ababab", "cdcdcd"]
    machine = LandmarkClassifier(Spectrum(2), strength=1e-3).fit(words, [0, 0, 1, 1, 0, 1])
    assert machine.predict(["abba", "cddc"]).tolist() == [0, 1]
    K = gaussian(X, X, 0.5)
    known = LandmarkClassifier("precomputed", landmarks=30, strength=1e-2, random_state=0, tol=1e-6).fit(K, y)
    plain = tight(landmarks=30, strength=1e-2, tol=1e-6).fit(X, y)
    np.testing.assert_allclose(known.decision_function(K), plain.decision_function(X), atol=1e-5)


def test_pieces_of_classes():
    X, y = moons(400, classes=3)
    whole = tight(loss="squared", landmarks=X[:20]).fit(X, y)
    pieces = tight(loss="squared", landmarks=X[:20])
    with pytest.raises(InputError, match="first call"):
        pieces.partial_fit(X, y)
    pieces.partial_fit(X[300:], y[300:], classes=[0, 1, 2]).partial_fit(X[:300], y[:300])
    np.testing.assert_allclose(pieces.decision_function(X), whole.decision_function(X), atol=1e-6)
    with pytest.raises(InputError, match="not those of the first call"):
        pieces.partial_fit(X, y, classes=[0, 1])


def test_errors_tell_what_would_do():
    X, y = moons(100)
    with pytest.raises(BudgetError, match=r"(\d+) landmarks would fit") as error:
        LandmarkClassifier(landmarks=50_000, memory="200MB").fit(np.repeat(X, 1000, axis=0), np.repeat(y, 1000))
    assert "memory=" in str(error.value)
    with pytest.raises(ParameterError, match="'memory'"):
        LandmarkClassifier(memory="much").fit(X, y)
    with pytest.raises(ParameterError, match="engine must be"):
        LandmarkClassifier().fit(X, y, engine="dask")
    with pytest.raises(InputError, match="features"):
        LandmarkClassifier(landmarks=X[:3, :2]).fit(X, y)
    with pytest.raises(InputError, match="greater than one"):
        LandmarkClassifier().fit(RowsInMemory(Vectors.of(X), np.zeros(100)))
    with pytest.warns(ConvergenceWarning, match="reached the iteration limit after 2 passes"):
        LandmarkClassifier(max_passes=2, strength=1e-8, random_state=0).fit(X, y)
    with pytest.warns(ConvergenceWarning, match="reached the time limit"):
        LandmarkClassifier(max_time=1e-9, random_state=0).fit(X, y)


def test_a_row_that_is_not_a_number_is_named():
    X, y = moons(100)
    broken = Vectors.of(X.copy())
    broken.array[61, 1] = np.nan
    with pytest.raises(InputError, match="row 61 holds NaN"):
        LandmarkClassifier().fit(RowsInMemory(broken, y))


def test_files_and_certificates(tmp_path):
    X, y = moons(300)
    machine = LandmarkClassifier(Gaussian(1.0), landmarks=20, random_state=0).fit(X, y)
    save(machine, tmp_path / "machine.drupe")
    loaded = load(tmp_path / "machine.drupe")
    assert (loaded.decision_function(X) == machine.decision_function(X)).all()
    assert loaded.solution_.passes == machine.solution_.passes
    best = certify(machine, X, y).best_for_fitted
    assert best is not None
    assert best.value >= (machine.predict(X) != y).mean()


def test_a_loss_of_ones_own_choice_and_one_against_rest():
    X, y = moons(200, classes=3)
    machine = tight(loss=Logistic(rate=2.0), landmarks=X[:20], strength=1e-2).fit(X, y)
    np.testing.assert_allclose(machine.predict_proba(X).sum(axis=1), 1.0)
    assert machine.score(X, y) > 0.6


def test_progress_is_told_in_words(capsys):
    X, y = moons(3000)
    LandmarkClassifier(landmarks=50, random_state=0, validation_fraction=0.2, verbose=True).fit(X, y)
    said = capsys.readouterr().err
    assert "of at most 50" in said
    assert "watched error 0." in said
    assert "gradient" in said
    assert "of 2.0 GB" in said


@pytest.mark.parametrize(("loss", "classes"), [("logistic", 2), ("logistic", 3), (Logistic(2.0), 3), ("squared", 2)])
def test_a_graph_says_the_same(loss, classes):
    pytest.importorskip("onnx")
    from drupe.persistence.export import to_onnx
    from drupe.persistence.export.agreement import agreement

    X, y = moons(200, classes=classes)
    machine = LandmarkClassifier(Gaussian(1.0), loss=loss, landmarks=20, random_state=0).fit(X, y)
    found = agreement(machine, to_onnx(machine), X)
    assert found.equal == found.rows
    assert max(found.differences.values()) < 1e-5
