"""Predictions of support vector classifiers against numpy in float64 on what they publish, in hundreds of problems."""

import pickle
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations

import numpy as np
import pytest
import scipy.sparse as sp
from native.fresh_process import run_script
from sklearn.svm import SVC as Theirs

from drupe import SVC

SURE = 1e-7
"""Outputs that are larger than this part of what was added up have the sign that float64 finds."""


def problem(seed):
    """Classes, columns, kinds of numbers and parameters, all drawn."""
    rng = np.random.default_rng(seed)
    k, d, n = int(rng.integers(2, 13)), int(rng.integers(1, 30)), int(rng.integers(40, 220))
    y = np.concatenate([np.arange(k), np.arange(k), rng.integers(0, k, size=n)])
    kind = ["normal", "zero or one", "whole", "thousandths", "far", "mostly zero"][seed % 6]
    new = int(rng.choice([1, 7, 300, 700]))
    both = rng.normal(size=(len(y) + new, d)) + rng.normal(size=(k, d))[np.r_[y, rng.integers(0, k, size=new)]]
    if kind == "zero or one":
        both = (both > 0.5).astype(float)
    elif kind == "whole":
        both = np.round(40.0 * both)
    elif kind == "thousandths":
        both = np.where(both < 0.0, -1.0, np.round(both, 3))
    elif kind == "far":
        both = both + 300.0
    elif kind == "mostly zero":
        both = both * (rng.random(both.shape) < 0.2)
    spread = float(both.std()) or 1.0
    gamma = float(rng.choice([0.1, 1.0, 10.0, 1e4, 1e-4])) / (d * spread**2)
    parameters = {"kernel": str(rng.choice(["rbf", "rbf", "poly", "linear", "sigmoid"])), "gamma": gamma}
    if parameters["kernel"] in ("linear", "poly"):  # of long examples such machines take long to fit
        both = (both - both.mean(axis=0)) / spread if kind == "far" else both / max(spread, 1.0)
        parameters["gamma"] = 1.0 / d
    dtype = np.float32 if rng.random() < 0.3 else np.float64
    X, Z = both[: len(y)].astype(dtype), both[len(y) :].astype(dtype)
    if rng.random() < 0.4:
        X, Z = sp.csr_matrix(X), sp.csr_matrix(Z)
    return X, y, Z, {**parameters, "C": float(rng.choice([0.1, 1.0, 100.0])), "max_iter": 20_000}


def recomputed(machine, Z):
    """Outputs of all pairs, positive for the first class, and how much of either sign was added up."""
    vectors, dual, rows = (
        np.asarray(a.toarray() if sp.issparse(a) else a, dtype=np.float64)
        for a in (machine.support_vectors_, machine.dual_coef_, Z)
    )
    gamma, degree = machine.gamma, machine.degree
    if machine.kernel == "rbf":
        K = np.exp(-gamma * np.square(rows[:, None, :] - vectors[None, :, :]).sum(axis=2))
    else:
        products = rows @ vectors.T
        K = {"linear": products, "poly": (gamma * products) ** degree}.get(machine.kernel)
        K = np.tanh(gamma * products) if K is None else K
    k = len(machine.classes_)
    if k == 2:
        return -(K @ dual.T + machine.intercept_), np.abs(K) @ np.abs(dual).T + np.abs(machine.intercept_)
    ends = np.concatenate([[0], np.cumsum(machine.n_support_)])
    outputs, sizes = [], []
    for p, (i, j) in enumerate(combinations(range(k), 2)):
        parts = [(slice(ends[i], ends[i + 1]), j - 1), (slice(ends[j], ends[j + 1]), i)]
        outputs.append(sum(K[:, own] @ dual[row, own] for own, row in parts) + machine.intercept_[p])
        sizes.append(sum(np.abs(K[:, own]) @ np.abs(dual[row, own]) for own, row in parts) + 1.0)
    return np.column_stack(outputs), np.column_stack(sizes)


def voted(machine, outputs):
    k = len(machine.classes_)
    votes = np.zeros((len(outputs), k))
    for p, (i, j) in enumerate(combinations(range(k), 2)):
        votes[:, i] += outputs[:, p] > 0
        votes[:, j] += ~(outputs[:, p] > 0)
    return machine.classes_[votes.argmax(axis=1)]


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning", "ignore::UserWarning")
@pytest.mark.parametrize("seed", range(240))
def test_predictions_are_those_of_what_is_published(seed):
    X, y, Z, parameters = problem(seed)
    machine = SVC(**parameters, decision_function_shape="ovo").fit(X, y)
    outputs, sizes = recomputed(machine, Z)
    sure = (np.abs(outputs) > SURE * sizes).all(axis=1)
    np.testing.assert_array_equal(machine.predict(Z)[sure], voted(machine, outputs)[sure])
    found = machine.decision_function(Z)
    found = -found[:, None] if outputs.shape[1] == 1 else found
    assert (np.abs(found - outputs) <= SURE * sizes).all()


def grid(k):
    """Examples of which many have as many votes for one class as for another, on borders of classes, too."""
    rng = np.random.default_rng(k)
    X = rng.integers(0, 4, size=(160, 2)).astype(float)
    y = np.concatenate([np.arange(k), rng.integers(0, k, size=160 - k)])
    along = np.arange(-1.1, 4.3, 0.06)
    return X, y, np.stack(np.meshgrid(along, along), axis=-1).reshape(-1, 2)


@pytest.mark.parametrize("break_ties", [False, True])
@pytest.mark.parametrize("k", [3, 4, 6, 11])
def test_ties_are_broken_as_scikit_learn_breaks_them(k, break_ties):
    X, y, Z = grid(k)
    ours = SVC(C=1.0, gamma=0.5, tol=1e-8, break_ties=break_ties).fit(X, y)
    theirs = Theirs(C=1.0, gamma=0.5, tol=1e-8, break_ties=break_ties).fit(X, y)
    pairs = theirs.set_params(break_ties=False, decision_function_shape="ovo").decision_function(Z)
    theirs.set_params(break_ties=break_ties, decision_function_shape="ovr")
    sure = (np.abs(pairs) > 1e-4).all(axis=1)
    votes = np.floor(theirs.decision_function(Z) + 0.5)
    assert (np.sort(votes, axis=1)[:, -1] == np.sort(votes, axis=1)[:, -2])[sure].any(), "there are ties"
    expected = theirs.predict(Z)[sure]
    np.testing.assert_array_equal(ours.predict(Z)[sure], expected)
    few = np.array_split(Z, 60)  # in double precision from the start
    np.testing.assert_array_equal(np.concatenate([ours.predict(rows) for rows in few])[sure], expected)


def test_predictions_have_the_same_bits_on_any_number_of_threads():
    rng = np.random.default_rng(0)
    X, y, Z = rng.normal(size=(1200, 6)), rng.integers(0, 7, size=1200), rng.normal(size=(3000, 6))
    alone, *others = (SVC(n_jobs=n).fit(X, y) for n in (1, 2, 3))
    for other in others:
        np.testing.assert_array_equal(other.predict(Z), alone.predict(Z))
        np.testing.assert_array_equal(other.decision_function(Z), alone.decision_function(Z))


def test_threads_share_a_model_that_is_not_yet_packed():
    rng = np.random.default_rng(1)
    X, y, Z = rng.normal(size=(900, 6)), rng.integers(0, 5, size=900), rng.normal(size=(2000, 6))
    fitted = SVC().fit(X, y)
    fresh = pickle.loads(pickle.dumps(fitted))
    with ThreadPoolExecutor(6) as pool:
        answers = list(pool.map(lambda _: fresh.predict(Z), range(12)))
    for answer in answers:
        np.testing.assert_array_equal(answer, fitted.predict(Z))


FORK = """
import os
import numpy as np
from drupe import SVC

rng = np.random.default_rng(0)
X, y, Z = rng.normal(size=(900, 6)), rng.integers(0, 6, size=900), rng.normal(size=(3000, 6))
machine = SVC(n_jobs=2).fit(X, y)
before = machine.predict(Z)
child = os.fork()
if child == 0:
    same = np.array_equal(machine.predict(Z), before) and np.array_equal(machine.predict(Z[:5]), before[:5])
    os._exit(0 if same else 1)
_, status = os.waitpid(child, 0)
assert os.waitstatus_to_exitcode(status) == 0
assert np.array_equal(machine.predict(Z), before)
"""


def test_a_forked_process_predicts_the_same():
    run_script(FORK)
