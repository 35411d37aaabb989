"""Three ways to learn a ranking from the same lessons, each against another way to know the answer."""

import numpy as np
import pytest
import scipy.sparse as sp
from sklearn.linear_model import LogisticRegression

from drupe import SVC, BayesPointMachine, KernelPerceptron, Perceptron
from drupe.foundation.errors import InputError
from drupe.go.ranking import AsChoices, AsClasses, AsDifferences, Lessons, placings

WEIGHTS = np.array([2.0, -1.0, 0.5, 0.0])


def lessons(positions: int, moves: int, seed: int, noise: float = 0.0) -> Lessons:
    """Moves whose best is that of the largest ⟨w, x⟩."""
    rng = np.random.default_rng(seed)
    made = []
    for _ in range(positions):
        rows = rng.normal(size=(moves, len(WEIGHTS)))
        values = rows @ WEIGHTS + noise * rng.gumbel(size=moves)
        made.append((sp.csr_matrix(rows), np.arange(moves) == np.argmax(values)))
    return Lessons.of(made)


@pytest.mark.spec("G.G-05")
@pytest.mark.parametrize(
    "how",
    [
        AsClasses(SVC(kernel="linear", C=10.0)),
        AsClasses(KernelPerceptron("linear", diagonal=1.0)),
        AsClasses(BayesPointMachine("linear", sampler="perceptron", diagonal=1.0, n_samples=20, random_state=0)),
        AsDifferences(SVC(kernel="linear", C=1.0)),
        AsDifferences(Perceptron(fit_intercept=False)),
        AsChoices(ridge=0.1, least=1),
    ],
    ids=["svm", "perceptron", "bayes point", "differences", "perceptron on differences", "choices"],
)
def test_any_machine_finds_the_order(how: AsClasses | AsDifferences | AsChoices) -> None:
    scores = how.learn(lessons(60, 6, seed=0))
    found = placings(scores, lessons(200, 6, seed=1))
    assert found.top(1) > 0.8  # a sixth by chance
    assert found.beaten > 0.9


def test_two_moves_are_a_logistic_regression() -> None:
    told = lessons(80, 2, seed=2, noise=1.0)
    better = told.features[told.good].toarray() - told.features[~told.good].toarray()
    signs = np.where(np.arange(len(better)) % 2, -1, 1)
    peer = LogisticRegression(C=1.0, fit_intercept=False, tol=1e-10, max_iter=1000).fit(better * signs[:, None], signs)
    np.testing.assert_allclose(AsChoices(ridge=1.0, least=0).learn(told).weights, peer.coef_[0], atol=1e-3)


def test_choices_find_the_probabilities_they_were_drawn_from() -> None:
    """With Gumbel noise the best of several is chosen with probability exp⟨w, x⟩ / Σ exp⟨w, x'⟩."""
    weights = AsChoices(ridge=1e-3, least=0).learn(lessons(4000, 5, seed=3, noise=1.0)).weights
    np.testing.assert_allclose(weights, WEIGHTS, atol=0.15)


def test_several_good_moves_and_their_slope() -> None:
    rng = np.random.default_rng(4)
    told = Lessons.of([(sp.csr_matrix(rng.normal(size=(5, 3))), [True, True, False, False, False]) for _ in range(12)])

    def loss(weights: np.ndarray) -> float:
        total = 0.5 * float(weights @ weights)
        for start, end in zip(told.starts[:-1], told.starts[1:], strict=True):
            worth = np.exp(told.features[start:end] @ weights)
            total -= float(np.log(worth[told.good[start:end]].sum() / worth.sum()))
        return total

    found = AsChoices(ridge=1.0, least=0).learn(told).weights
    slope = np.array([(loss(found + step) - loss(found - step)) / 2e-5 for step in 1e-5 * np.eye(3)])
    assert np.abs(slope).max() < 1e-3


def test_columns_of_too_few_good_moves_stay_out() -> None:
    rows = sp.csr_matrix([[1.0, 0.0], [0.0, 1.0]])
    told = Lessons.of([(rows, [True, False])] * 5 + [(rows, [False, True])] * 3)
    weights = AsChoices(least=5).learn(told).weights
    assert weights[0] > 0
    assert weights[1] == 0


def test_what_cannot_be_learned_from_is_said() -> None:
    with pytest.raises(InputError, match="no positions"):
        Lessons.of([])
    with pytest.raises(InputError, match="at least one move"):
        Lessons.of([(sp.csr_matrix((0, 3)), [])])
    rows = sp.csr_matrix([[1.0], [2.0]])
    with pytest.raises(InputError, match="nothing to learn"):
        AsChoices().learn(Lessons.of([(rows, [True, True])]))
