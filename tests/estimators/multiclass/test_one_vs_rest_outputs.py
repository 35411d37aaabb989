"""One against the rest: the largest output decides, also normalized."""

import numpy as np
import pytest
from sklearn.datasets import load_digits, load_iris
from sklearn.linear_model import RidgeClassifier
from sklearn.multiclass import OneVsRestClassifier
from sklearn.neighbors import KNeighborsClassifier
from sklearn.svm import SVC as PeerSVC
from sklearn.svm import LinearSVC

from drupe import SVC
from drupe.estimators.multiclass import OneVsRest
from drupe.foundation.errors import ParameterError
from drupe.kernels import Gaussian

IRIS = load_iris(return_X_y=True)
DIGITS = tuple(part[:400] for part in load_digits(return_X_y=True))


@pytest.mark.spec("H.S06", "G.M-02")
@pytest.mark.parametrize("sample", [IRIS, DIGITS], ids=["iris", "digits"])
@pytest.mark.parametrize("machine", [PeerSVC(C=2.0), RidgeClassifier()], ids=["svc", "ridge"])
def test_decides_as_the_peer_does(sample, machine):
    X, y = sample[0] / np.abs(sample[0]).max(), sample[1]
    ours, peers = OneVsRest(machine).fit(X, y), OneVsRestClassifier(machine).fit(X, y)
    np.testing.assert_allclose(ours.decision_function(X), peers.decision_function(X), atol=1e-9)
    np.testing.assert_array_equal(ours.predict(X), peers.predict(X))


@pytest.mark.spec("H.S06", "G.M-02")
def test_our_machine_inside():
    X, y = DIGITS
    kernel = Gaussian(20.0)
    ours = OneVsRest(SVC(kernel=kernel, C=5.0, tol=1e-6)).fit(X, y)
    peers = OneVsRest(PeerSVC(kernel="rbf", gamma=1 / 800, C=5.0, tol=1e-6)).fit(X, y)
    np.testing.assert_allclose(ours.decision_function(X), peers.decision_function(X), atol=1e-3)
    assert (ours.predict(X) == y).mean() > 0.97


@pytest.mark.spec("G.M-02")
def test_one_claim_wins_and_otherwise_the_outputs_decide():
    X, y = DIGITS
    machine = OneVsRest(PeerSVC(C=0.5)).fit(X, y)
    outputs, predicted = machine.decision_function(X), machine.predict(X)
    claims = (outputs > 0).sum(axis=1)
    assert (claims == 1).any()
    assert (claims == 0).any()
    np.testing.assert_array_equal(predicted[claims == 1], (outputs > 0).argmax(axis=1)[claims == 1])
    np.testing.assert_array_equal(predicted, outputs.argmax(axis=1))


@pytest.mark.spec("C.A12", "H.S06")
def test_two_classes_are_one_hyperplane():
    X, y = IRIS
    X, y = X[y > 0], y[y > 0]
    ours = OneVsRest(PeerSVC(kernel="linear")).fit(X, y)
    both = [PeerSVC(kernel="linear").fit(X, (y == label).astype(int)) for label in (1, 2)]
    assert len(ours.estimators_) == 1
    # f₁ − f₋₁ of the pair of machines is twice the one.
    difference = both[1].decision_function(X) - both[0].decision_function(X)
    np.testing.assert_allclose(2 * ours.decision_function(X), difference, atol=1e-2)
    np.testing.assert_array_equal(ours.predict(X), np.where(difference > 0, 2, 1))


@pytest.mark.spec("G.M-02")
@pytest.mark.parametrize("shared", [True, False])
def test_normalized_outputs_do_not_depend_on_the_scale_of_a_machine(shared):
    X, y = IRIS
    machine = SVC(kernel=Gaussian(1.5), C=3.0) if shared else LinearSVC(dual=False)
    plain, normalized = OneVsRest(machine).fit(X, y), OneVsRest(machine, normalized=True).fit(X, y)
    np.testing.assert_allclose(
        normalized.decision_function(X) * normalized.norms_, plain.decision_function(X), rtol=1e-9, atol=1e-12
    )
    if shared:
        K = Gaussian(1.5)(X)
        for norm, inner in zip(normalized.norms_, normalized.estimators_, strict=True):
            beta = np.zeros(len(X))
            beta[inner.support_] = inner.dual_coef_.ravel()
            np.testing.assert_allclose(norm, np.sqrt(beta @ K @ beta))
    else:
        np.testing.assert_allclose(normalized.norms_, [np.linalg.norm(inner.coef_) for inner in normalized.estimators_])


def test_what_cannot_be_done_is_refused():
    X, y = IRIS
    with pytest.raises(ParameterError, match="weight vector of SVC"):
        OneVsRest(PeerSVC(), normalized=True).fit(X, y)
    with pytest.raises(ParameterError, match="KNeighborsClassifier has no decision_function"):
        OneVsRest(KNeighborsClassifier()).fit(X, y)
    with pytest.raises(ValueError, match=r"needs two or more; got 1 class, \['a'\]"):
        OneVsRest(PeerSVC()).fit(X, ["a"] * len(X))


@pytest.mark.spec("C.A12")
def test_regions_of_linear_machines_by_largest_output_are_convex():
    X, y = IRIS
    machine = OneVsRest(PeerSVC(kernel="linear")).fit(X, y)
    weights = np.vstack([inner.coef_ for inner in machine.estimators_])
    offsets = np.concatenate([inner.intercept_ for inner in machine.estimators_])
    np.testing.assert_array_equal(machine.predict(X), (X @ weights.T + offsets).argmax(axis=1))
    random = np.random.default_rng(0)
    points = random.uniform(X.min(axis=0), X.max(axis=0), size=(300, 4))
    classes = machine.predict(points)
    for _ in range(300):
        i, j = random.integers(300, size=2)
        if classes[i] == classes[j]:
            assert machine.predict([(points[i] + points[j]) / 2])[0] == classes[i]
