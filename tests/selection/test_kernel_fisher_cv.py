"""KernelFisherCV: scores are those of refits, the choice is the best, and bounds pay for it."""

import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning
from sklearn.model_selection import LeaveOneOut, cross_val_predict
from sklearn.utils.estimator_checks import parametrize_with_checks

from drupe import KernelFisher, KernelFisherCV, certify
from drupe.foundation.errors import BudgetError, InputError, ParameterError
from drupe.kernels import Gaussian, Linear

RNG = np.random.default_rng(0)
X = RNG.normal(size=(30, 2))
TWO = np.where(X[:, 0] * X[:, 1] + 0.2 * RNG.normal(size=30) > 0, "yes", "no")
THREE = np.digitize(X[:, 1], [-0.4, 0.4])
KERNELS = [Gaussian(0.5), Gaussian(1.5), Linear()]
ALPHAS = [0.01, 0.3, 10.0]

LOSSES = {
    "squares": lambda f, y, codes: np.square(f - y).sum(axis=1).mean(),
    "logistic": lambda f, y, codes: np.log1p(np.exp(-3.0 * y * f)).sum(axis=1).mean(),
    "errors": lambda f, y, codes: np.mean(
        ((f[:, 0] >= 0) if f.shape[1] == 1 else f.argmax(axis=1)).astype(int) != codes
    ),
}


@pytest.mark.filterwarnings("ignore:.*gives every training example the class")
@parametrize_with_checks([KernelFisherCV(alphas=5)])
def test_checks_of_scikit_learn(estimator, check) -> None:
    check(estimator)


@pytest.mark.filterwarnings("ignore:.*gives every training example the class")
@pytest.mark.spec("M.B19")
@pytest.mark.parametrize("criterion", LOSSES)
@pytest.mark.parametrize("y", [TWO, THREE], ids=["two", "three"])
def test_scores_are_those_of_refits(criterion: str, y: np.ndarray) -> None:
    machine = KernelFisherCV(alphas=ALPHAS, kernels=KERNELS, criterion=criterion).fit(X, y)
    classes, codes = np.unique(y, return_inverse=True)
    signs = np.where(codes[:, None] == (np.array([1]) if len(classes) == 2 else np.arange(3)), 1.0, -1.0)
    for i, kernel in enumerate(KERNELS):
        for j, alpha in enumerate(ALPHAS):
            one = KernelFisher(kernel, alpha=alpha, threshold="least squares")
            outputs = cross_val_predict(one, X, y, cv=LeaveOneOut(), method="decision_function").reshape(30, -1)
            assert machine.scores_[i, j] == pytest.approx(LOSSES[criterion](outputs, signs, codes), abs=1e-8)
    assert machine.best_score_ == machine.scores_.min()


def test_the_machine_is_the_one_that_was_chosen() -> None:
    machine = KernelFisherCV(alphas=ALPHAS, kernels=KERNELS).fit(X, TWO)
    row, column = np.unravel_index(machine.scores_.argmin(), machine.scores_.shape)
    assert (machine.best_kernel_, machine.best_alpha_) == (KERNELS[row], ALPHAS[column])
    again = KernelFisher(machine.best_kernel_, alpha=machine.best_alpha_).fit(X, TWO)
    np.testing.assert_allclose(machine.decision_function(X), again.decision_function(X))
    np.testing.assert_allclose(machine.alphas_, ALPHAS)
    assert machine.n_candidates_ == 9


def test_of_level_ones_the_smoothest_is_taken() -> None:
    apart = np.array([[-3.0], [-2.5], [-2.0], [2.0], [2.5], [3.0]])
    machine = KernelFisherCV(alphas=[1e-3, 1e-2, 1e-1], kernels=[Linear()], criterion="errors")
    assert machine.fit(apart, [0, 0, 0, 1, 1, 1]).best_alpha_ == 0.1


def test_weights_count_where_examples_are_judged() -> None:
    weights = RNG.integers(1, 4, size=30).astype(float)
    machine = KernelFisherCV(alphas=ALPHAS, kernels=KERNELS[:1], criterion="squares").fit(X, TWO, weights)
    signs = np.where(TWO == "yes", 1.0, -1.0)
    for j, alpha in enumerate(ALPHAS):
        missed = []
        for i in range(30):
            others = np.delete(np.arange(30), i)
            one = KernelFisher(KERNELS[0], alpha=alpha, threshold="least squares")
            one.fit(X[others], TWO[others], weights[others])
            missed.append(one.decision_function(X[[i]])[0] - signs[i])
        assert machine.scores_[0, j] == pytest.approx(np.average(np.square(missed), weights=weights), abs=1e-8)


def test_bounds_pay_for_the_choice_and_refuse_kernels_of_the_data() -> None:
    chosen = KernelFisherCV(alphas=ALPHAS, kernels=KERNELS).fit(X, TWO)
    seen = certify(chosen, X, TWO, bounds="prefix_validation").best
    fixed = KernelFisher(chosen.best_kernel_, alpha=chosen.best_alpha_).fit(X, TWO)
    alone = certify(fixed, X, TWO, bounds="prefix_validation").best
    assert seen.delta == pytest.approx(alone.delta / 9)
    assert seen.value >= alone.value
    with pytest.raises(InputError, match="takes the kernel from the data"):
        _ = certify(KernelFisherCV(alphas=ALPHAS).fit(X, TWO), X, TWO, bounds="prefix_validation").best


def test_a_second_fit_chooses_again() -> None:
    machine = KernelFisherCV(alphas=ALPHAS, kernels=KERNELS).fit(X, TWO)
    machine.set_params(kernels=[Linear()]).fit(X, THREE)
    assert machine.best_kernel_ == Linear()
    assert machine.scores_.shape == (1, 3)


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"kernels": []}, "must hold kernels of drupe"),
        ({"kernels": ["rbf"]}, "must hold kernels of drupe"),
        ({"alphas": 0}, "at least one alpha"),
        ({"alphas": [0.0, 1.0]}, "every alpha must lie in"),
        ({"criterion": "luck"}, "criterion"),
    ],
)
def test_what_cannot_be_tried_is_refused(parameters: dict[str, object], message: str) -> None:
    with pytest.raises(ParameterError, match=message):
        KernelFisherCV(**parameters).fit(X, TWO)


def test_matrix_beyond_the_budget_is_refused() -> None:
    with pytest.raises(BudgetError, match=r"30 examples needs 7\.0 KiB .* larger cache_size"):
        KernelFisherCV(cache_size=0.001).fit(X, TWO)


def test_interruption_raises_or_chooses_among_what_was_tried(monkeypatch) -> None:
    """Ctrl-C falls into the third kernel; the price of the choice is that of all that might have been chosen."""
    own = KernelFisherCV._scores

    def interrupted(self: KernelFisherCV, kernel, **given):
        if kernel == KERNELS[2]:
            raise KeyboardInterrupt
        return own(self, kernel, **given)

    two = KernelFisherCV(alphas=ALPHAS, kernels=KERNELS[:2]).fit(X, TWO)
    monkeypatch.setattr(KernelFisherCV, "_scores", interrupted)
    with pytest.raises(KeyboardInterrupt):
        KernelFisherCV(alphas=ALPHAS, kernels=KERNELS, n_jobs=1).fit(X, TWO)
    with pytest.warns(ConvergenceWarning, match="was interrupted: it chose among 2 of 3 kernels"):
        kept = KernelFisherCV(alphas=ALPHAS, kernels=KERNELS, n_jobs=1, on_interrupt="keep").fit(X, TWO)
    assert (kept.best_kernel_, kept.best_alpha_, kept.n_candidates_) == (two.best_kernel_, two.best_alpha_, 9)
    np.testing.assert_array_equal(kept.scores_, two.scores_)
    with pytest.raises(KeyboardInterrupt):
        KernelFisherCV(alphas=ALPHAS, kernels=KERNELS[2:], n_jobs=1, on_interrupt="keep").fit(X, TWO)


def test_progress_is_shown_kernel_by_kernel(capsys) -> None:
    KernelFisherCV(alphas=ALPHAS, kernels=KERNELS, n_jobs=1, verbose=True).fit(X, TWO)
    assert "KernelFisherCV" in capsys.readouterr().err
