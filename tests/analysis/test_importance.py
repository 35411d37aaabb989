"""Importance of columns against closed forms, brute force and scikit-learn."""

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin
from sklearn.datasets import load_breast_cancer, load_diabetes
from sklearn.inspection import permutation_importance
from sklearn.metrics import balanced_accuracy_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from drupe import SVC, SVR, NearestMean, OneVsOne
from drupe.analysis import importance_of
from drupe.analysis.exchange import PREDICTIONS, STRONGEST, WIDEST
from drupe.analysis.measure import BalancedAccuracy, MeanError
from drupe.foundation.errors import ParameterError
from drupe.inputs.frame import Frame


class Rule(ClassifierMixin, BaseEstimator):
    """Looks at one column only."""

    classes_ = np.array([False, True])

    def __init__(self, j: int = 0) -> None:
        self.j, self.asked, self.fitted_ = j, 0, True

    def predict(self, X: np.ndarray) -> np.ndarray:
        self.asked += len(X)
        return np.asarray(X)[:, self.j] > 0.0


class Words(ClassifierMixin, BaseEstimator):
    """Looks at the words of a frame."""

    classes_ = np.array([False, True])

    def predict(self, X: Frame) -> np.ndarray:
        return X.column("kind") == "plum"


class Line(RegressorMixin, BaseEstimator):
    """f(x) = 2 x₀ + x₁."""

    def predict(self, X: np.ndarray) -> np.ndarray:
        return 2.0 * X[:, 0] + X[:, 1]


@pytest.fixture
def normal() -> np.ndarray:
    return np.random.default_rng(0).normal(size=(4000, 3))


def test_a_rule_that_looks_at_one_column(normal: np.ndarray) -> None:
    """It is right always, and with the cell of another row as often as two signs agree; other columns are nothing."""
    found = importance_of(Rule(1), normal, normal[:, 1] > 0.0)
    above = float((normal[:, 1] > 0.0).mean())
    assert found.low[1] < 2 * above * (1 - above) < found.high[1]
    assert found.high[1] - found.low[1] < 0.06
    assert found.drop[[0, 2]].tolist() == [0.0, 0.0]
    assert [one.name for one in found.ranked] == ["column 2", "column 1", "column 3"]
    assert found.top(1)[0].drop == found.drop[1]


def test_a_line_against_its_closed_form(normal: np.ndarray) -> None:
    """y = f(x): with another x₀ the error is 2|x₀ − x₀′|, whose mean is 2 · 2/√π; half of that for x₁."""
    found = importance_of(Line(), normal, 2.0 * normal[:, 0] + normal[:, 1])
    assert found.measure.words == "mean error"
    for j, size in enumerate((2.0, 1.0)):
        assert found.low[j] < size * 2.0 / np.sqrt(np.pi) < found.high[j]
    assert found.drop[2] == found.low[2] == found.high[2] == 0.0


def test_noise_in_the_target_hides_a_part_of_the_drop(normal: np.ndarray) -> None:
    """E|N(0, 1 + 2·4)| − E|N(0, 1)| for a target with noise of variance 1 and a weight of 2."""
    noise = np.random.default_rng(1).normal(size=4000)
    found = importance_of(Line(), normal, 2.0 * normal[:, 0] + normal[:, 1] + noise)
    expected = np.sqrt(2.0 / np.pi) * (np.sqrt(1.0 + 2.0 * 4.0) - 1.0)
    assert found.low[0] < expected < found.high[0]


def test_constant_and_doubled_columns(normal: np.ndarray) -> None:
    """A doubled column shares: the sign of x + x′ agrees with that of x in 3/4 of the cases."""
    X = np.column_stack([normal[:, 0], normal[:, 0], np.full(4000, 7.0)])
    model = SVC(kernel="linear", C=1e6).fit(X[:500], X[:500, 0] > 0.0)
    found = importance_of(model, X[500:], X[500:, 0] > 0.0)
    assert found.drop[2] == 0.0
    assert found.low[0] < 0.25 < found.high[0]
    assert found.low[1] < 0.25 < found.high[1]
    alone = importance_of(Rule(0), X[500:], X[500:, 0] > 0.0)
    assert alone.drop[0] == pytest.approx(0.5, abs=0.02)


@pytest.mark.parametrize("task", ["classes", "balanced", "quantity"])
def test_means_are_those_of_scikit_learn(task: str) -> None:
    data = load_diabetes if task == "quantity" else load_breast_cancer
    X, y = data(return_X_y=True)
    X = X[:, -8:]
    machine = SVR(C=50.0) if task == "quantity" else SVC()
    model = make_pipeline(StandardScaler(), machine).fit(X[::2], y[::2])
    kinds = {"classes": "accuracy", "balanced": "balanced_accuracy", "quantity": "neg_mean_absolute_error"}
    Z, truth = X[1::2], y[1::2]
    found = importance_of(model, Z, truth, measure=BalancedAccuracy() if task == "balanced" else None)
    peer = permutation_importance(model, Z, truth, scoring=kinds[task], n_repeats=40, random_state=0)
    assert found.rows == len(truth)
    # A repeat of theirs and one of ours spread alike; their donors include the row itself, once in n times.
    error = peer.importances.std(axis=1, ddof=1) * np.sqrt(1 / 40 + 1 / found.repeats)
    error += np.abs(peer.importances_mean) / len(truth) + 1e-12
    assert (np.abs(found.drop - peer.importances_mean) < 4.5 * error).all()
    assert (error < 0.3 * peer.importances_mean.max()).all()


def test_brute_force_over_all_pairs() -> None:
    """With every other row as a donor, the mean is that over all pairs, for balanced accuracy too."""
    rng = np.random.default_rng(2)
    X = np.column_stack([rng.normal(size=9), rng.integers(0, 3, 9)])
    y = np.array([False] * 6 + [True] * 3)

    def score(rows: np.ndarray, said: np.ndarray) -> float:
        return float(balanced_accuracy_score(rows, said))

    class Both(Rule):
        def predict(self, X: np.ndarray) -> np.ndarray:
            return X[:, 0] + X[:, 1] > 0.9

    found = importance_of(Both(), X, y, measure=BalancedAccuracy())
    assert found.repeats == 8
    before = score(y, Both().predict(X))
    for j in range(2):
        lost = []
        for shift in range(1, 9):
            Z = X.copy()
            Z[:, j] = np.roll(X[:, j], shift)
            lost.append(before - score(y, Both().predict(Z)))
        assert found.drop[j] == pytest.approx(np.mean(lost))


def test_a_column_of_words_is_one_column() -> None:
    kinds = np.array(["plum", "pear", "fig"] * 100, dtype=object)
    frame = Frame.of({"weight": np.arange(300.0), "kind": kinds.tolist()})
    found = importance_of(Words(), frame, kinds == "plum")
    assert found.names == ("weight", "kind")
    assert found.drop[0] == 0.0
    assert found.drop[1] == pytest.approx(4 / 9, abs=0.05)


def test_data_frames_and_sparse_rows_give_the_same() -> None:
    rng = np.random.default_rng(3)
    X = np.where(rng.random((200, 3)) < 0.5, 0.0, rng.normal(size=(200, 3)))
    y = X[:, 0] + 0.3 * X[:, 1] > 0.0
    dense = importance_of(SVC(kernel="linear").fit(X, y), X, y)
    sparse = importance_of(SVC(kernel="linear").fit(sp.csr_array(X), y), sp.csr_array(X), y)
    frame = pd.DataFrame(X, columns=["a", "b", "c"])
    named = importance_of(SVC(kernel="linear").fit(frame, y), frame, y)
    assert np.allclose(dense.drop, named.drop, atol=0.006)
    assert np.allclose(dense.drop, sparse.drop, atol=0.006)
    assert named.names == ("a", "b", "c")


def test_work_is_bounded_and_repeats_itself() -> None:
    X = np.random.default_rng(4).normal(size=(30_000, 20))
    rule, heard = Rule(), []
    first = importance_of(rule, X, X[:, 0] > 0.0, progress=heard.append)
    assert rule.asked <= PREDICTIONS + first.rows
    assert first.rows == PREDICTIONS / 20 / first.repeats
    assert heard == pytest.approx(np.arange(1, 21) / 20)
    again = importance_of(Rule(), X, X[:, 0] > 0.0)
    assert (again.drop.tolist(), again.low.tolist()) == (first.drop.tolist(), first.low.tolist())
    assert importance_of(Rule(), X, X[:, 0] > 0.0, seed=1).drop[0] != first.drop[0]


def test_of_many_columns_the_strongest_are_measured() -> None:
    X = np.random.default_rng(5).normal(size=(200, 300))
    y = X[:, [3, 150, 299]].sum(axis=1) > 0.0
    model = SVC(kernel="linear").fit(X, y)
    found = importance_of(model, X, y)
    assert (len(found.names), found.columns) == (STRONGEST, 300)
    assert {"column 4", "column 151", "column 300"} <= set(found.names)


def test_nothing_is_measured_where_there_are_no_columns_or_too_many() -> None:
    assert importance_of(Rule(), np.zeros((3, WIDEST + 1)), [False] * 3) is None
    assert importance_of(Rule(), ["plum", "pear"], [False, True]) is None
    assert importance_of(Rule(), np.zeros((1, 2)), [False]) is None


def test_columns_of_a_gram_matrix_are_examples() -> None:
    X = np.random.default_rng(0).normal(size=(20, 2))
    model = SVC(kernel="precomputed").fit(X @ X.T, X[:, 0] > 0.0)
    assert importance_of(model, X @ X.T, X[:, 0] > 0.0) is None


def test_slow_models_are_asked_less() -> None:
    """10¹⁰ products for 40 columns with 5 cells each: 10¹⁰ / (40 · 5 · 50 m) rows for a rule of m examples.

    Six machines for pairs of four classes have three times as many, where every example supports.
    """
    rng = np.random.default_rng(0)
    X = rng.normal(size=(3000, 40))
    y = rng.integers(0, 4, 3000)
    rows = [
        importance_of(model.fit(X[:size], y[:size]), X, y).rows
        for model, size in ((NearestMean(), 200), (NearestMean(), 3000), (OneVsOne(SVC(gamma=1.0)), 3000))
    ]
    assert rows == [1000, 333, 111]


def test_measures_that_do_not_suit_are_refused() -> None:
    with pytest.raises(ParameterError, match="Rule cannot be judged by mean error"):
        importance_of(Rule(), np.zeros((3, 1)), [False] * 3, measure=MeanError())
    with pytest.raises(ParameterError, match="Line cannot be judged by balanced accuracy"):
        importance_of(Line(), np.zeros((3, 2)), [0.0] * 3, measure=BalancedAccuracy())


def test_drawn() -> None:
    X = np.random.default_rng(6).normal(size=(100, 30))
    found = importance_of(Rule(), X, X[:, 0] > 0.0, names=tuple(f"${j}" for j in range(30)))
    ax = found.plot(most=5).ax_
    ax.figure.canvas.draw()
    assert len(ax.get_yticklabels()) == 5
