"""Relevance vector regression: error bars by the full formula, any functions, and input that is hard on it."""

import warnings

import numpy as np
import pytest
from estimators.interruptions import interrupt_at_once
from sklearn.exceptions import ConvergenceWarning
from sklearn.metrics.pairwise import rbf_kernel
from solvers.relevance.dense_evidence import gaussian_log_evidence, sinc

from drupe import RelevanceVectorRegressor
from drupe.foundation.errors import InputError, InputTypeError, ParameterError
from drupe.kernels import Gaussian, Spectrum


@pytest.mark.spec("H.R01", "H.R03")
@pytest.mark.parametrize("fit_intercept", [True, False])
def test_mean_and_error_bars_follow_the_full_formula(fit_intercept: bool) -> None:
    x, t = sinc(60, 0)
    new = np.linspace(-12.0, 12.0, 31)[:, None]
    machine = RelevanceVectorRegressor(gamma=0.1, fit_intercept=fit_intercept).fit(x, 2.0 + 5.0 * t)
    solution = machine.solution_
    chosen = solution.chosen

    def functions(at: np.ndarray) -> np.ndarray:
        return np.column_stack([rbf_kernel(at, x, gamma=0.1), np.ones(len(at))])[:, chosen]

    left, right = functions(x), functions(new)
    covariance = np.linalg.inv(left.T @ left / machine.noise_ + np.diag(1.0 / machine.variances_))
    weights = covariance @ left.T @ (2.0 + 5.0 * t) / machine.noise_
    variance = np.einsum("ij,jk,ik->i", right, covariance, right)
    mean, deviation = machine.predict(new, return_std=True)
    np.testing.assert_allclose(mean, right @ weights, rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(deviation**2, variance, rtol=1e-5, atol=1e-9)
    _, noisy = machine.predict(new, return_std=True, noisy=True)
    np.testing.assert_allclose(noisy**2, variance + machine.noise_, rtol=1e-6)
    dense = gaussian_log_evidence(left, 2.0 + 5.0 * t, machine.variances_, machine.noise_)
    assert machine.log_evidence_ == pytest.approx(dense, abs=1e-6)
    assert machine.relevance_.tolist() == chosen[chosen < 60].tolist()


def test_noise_is_learned() -> None:
    x, t = sinc(400, 1, noise=0.2)
    machine = RelevanceVectorRegressor(gamma=0.1).fit(x, t)
    assert machine.noise_ == pytest.approx(0.04, rel=0.2)
    assert len(machine.relevance_) < 15
    assert np.abs(machine.predict(x) - np.sinc(x[:, 0] / np.pi)).max() < 0.15


@pytest.mark.spec("H.K22")
def test_any_function_of_two_examples_will_do() -> None:
    x, t = sinc(50, 0)

    def lopsided(left: np.ndarray, right: np.ndarray) -> np.ndarray:
        return np.tanh(0.7 * (left - 0.5 * right.T)) + 0.1 * np.cos(right.T)

    machine = RelevanceVectorRegressor(lopsided, fit_intercept=False).fit(x, t)
    table = lopsided(x, x)
    assert not np.allclose(table, table.T)
    assert np.linalg.eigvals(table).real.min() < 0.0
    left = table[:, machine.relevance_]
    dense = gaussian_log_evidence(left, t, machine.variances_, machine.noise_)
    assert machine.log_evidence_ == pytest.approx(dense, abs=1e-6)
    new = np.linspace(-3.0, 3.0, 7)[:, None]
    np.testing.assert_allclose(
        machine.predict(new), lopsided(new, x[machine.relevance_]) @ machine.dual_coef_, rtol=1e-9, atol=1e-12
    )


@pytest.mark.spec("H.K22", "H.R03")
def test_centers_may_be_others_than_the_examples() -> None:
    x, t = sinc(80, 0)
    centers = np.linspace(-10.0, 10.0, 15)[:, None]
    machine = RelevanceVectorRegressor(gamma=0.1, centers=centers, fit_intercept=False).fit(x, t)
    assert machine.relevance_.max() < 15
    left = rbf_kernel(x, centers[machine.relevance_], gamma=0.1)
    np.testing.assert_allclose(machine.predict(x), left @ machine.dual_coef_, rtol=1e-9, atol=1e-12)
    assert machine.log_evidence_ == pytest.approx(
        gaussian_log_evidence(left, t, machine.variances_, machine.noise_), abs=1e-6
    )


@pytest.mark.spec("H.R01")
def test_columns_are_functions_where_there_is_no_kernel() -> None:
    rng = np.random.default_rng(0)
    x = rng.standard_normal((60, 12))
    t = 3.0 * x[:, 2] - 2.0 * x[:, 7] + 0.1 * rng.standard_normal(60)
    machine = RelevanceVectorRegressor(kernel=None).fit(x, t)
    assert {2, 7} <= set(machine.relevance_.tolist())
    coefficients = dict(zip(machine.relevance_.tolist(), machine.dual_coef_.tolist(), strict=True))
    assert coefficients[2] == pytest.approx(3.0, abs=0.1)
    assert coefficients[7] == pytest.approx(-2.0, abs=0.1)
    np.testing.assert_allclose(
        machine.predict(x), x[:, machine.relevance_] @ machine.dual_coef_ + machine.intercept_, rtol=1e-9, atol=1e-12
    )


def test_a_matrix_that_is_given_does_as_its_kernel() -> None:
    x, t = sinc(60, 3)
    one = RelevanceVectorRegressor(gamma=0.2).fit(x, t)
    other = RelevanceVectorRegressor("precomputed").fit(rbf_kernel(x, gamma=0.2), t)
    assert one.relevance_.tolist() == other.relevance_.tolist()
    assert one.log_evidence_ == pytest.approx(other.log_evidence_, abs=1e-6)


def test_strings_have_relevance_vectors() -> None:
    texts = ["aaaa", "aaab", "abab", "bbbb", "bbba", "baba", "aabb", "bbaa"]
    targets = np.array([text.count("a") for text in texts], dtype=np.float64)
    machine = RelevanceVectorRegressor(Spectrum(1)).fit(texts, targets)
    assert np.abs(machine.predict(texts) - targets).max() < 0.1
    assert len(machine.relevance_) <= 3


def test_functions_that_are_not_held_give_the_same() -> None:
    x, t = sinc(120, 0)
    held = RelevanceVectorRegressor(gamma=0.1).fit(x, t)
    computed = RelevanceVectorRegressor(gamma=0.1, cache_size=0.01).fit(x, t)
    assert held.relevance_.tolist() == computed.relevance_.tolist()
    np.testing.assert_allclose(held.predict(x), computed.predict(x), rtol=1e-6)


def test_weights_count_as_repetitions() -> None:
    x, t = sinc(40, 0)
    counts = np.random.default_rng(1).integers(1, 4, 40)
    one = RelevanceVectorRegressor(gamma=0.1).fit(x, t, sample_weight=counts)
    other = RelevanceVectorRegressor(gamma=0.1).fit(np.repeat(x, counts, axis=0), np.repeat(t, counts))
    assert one.log_evidence_ == pytest.approx(other.log_evidence_, abs=1e-5)
    np.testing.assert_allclose(one.predict(x), other.predict(x), atol=1e-5)


def test_repeated_inputs_leave_one_relevance_vector() -> None:
    x = np.repeat([[-2.0], [0.0], [2.0]], 20, axis=0)
    t = np.repeat([1.0, -1.0, 0.5], 20) + 0.05 * np.random.default_rng(0).standard_normal(60)
    machine = RelevanceVectorRegressor(gamma=1.0).fit(x, t)
    assert len(np.unique(x[machine.relevance_])) == len(machine.relevance_) <= 3
    means = t.reshape(3, 20).mean(axis=1)
    np.testing.assert_allclose(machine.predict([[-2.0], [0.0], [2.0]]), means, atol=0.02)


@pytest.mark.parametrize("value", [0.0, 7.5, -1e6])
def test_constant_targets_are_answered_by_that_constant(value: float) -> None:
    x, _ = sinc(30, 0)
    machine = RelevanceVectorRegressor(gamma=0.1).fit(x, np.full(30, value))
    np.testing.assert_allclose(machine.predict(x), value, rtol=1e-4, atol=1e-9)


def test_targets_without_noise_are_followed() -> None:
    x = np.linspace(-10.0, 10.0, 100)[:, None]
    t = np.sinc(x[:, 0] / np.pi)
    machine = RelevanceVectorRegressor(gamma=0.1)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        machine.fit(x, t)
    assert np.abs(machine.predict(x) - t).max() < 1e-3
    assert np.isfinite(machine.log_evidence_)
    assert 0.0 < machine.noise_ < 1e-6


def test_functions_that_are_zero_are_never_chosen() -> None:
    x, t = sinc(40, 0)
    table = rbf_kernel(x, gamma=0.1)
    table[[5, 17]] = table[:, [5, 17]] = 0.0
    machine = RelevanceVectorRegressor("precomputed", fit_intercept=False).fit(table, t)
    assert not {5, 17} & set(machine.relevance_.tolist())
    nothing = RelevanceVectorRegressor("precomputed", fit_intercept=False).fit(np.zeros((40, 40)), t)
    assert nothing.relevance_.tolist() == []
    assert nothing.predict(np.zeros((2, 40))).tolist() == [0.0, 0.0]
    dense = gaussian_log_evidence(np.zeros((40, 1)), t, np.zeros(1), nothing.noise_)
    assert nothing.log_evidence_ == pytest.approx(dense)
    assert nothing.noise_ == pytest.approx(np.mean(t**2))


def test_what_cannot_be_is_refused() -> None:
    x, t = sinc(20, 0)
    with pytest.raises(InputError, match="name one, or drop them"):
        RelevanceVectorRegressor(kernel=None, centers=x).fit(x, t)
    with pytest.raises(InputTypeError, match="name a kernel"):
        RelevanceVectorRegressor(kernel=None).fit(["ab", "ba"], [0.0, 1.0])
    for centers in (5, [], np.empty((0, 1)), [[1.0], [np.nan]], [[1.0, 2.0]], ["ab"]):
        with pytest.raises(InputError, match=r"^centers "):
            RelevanceVectorRegressor(Gaussian(1.0), centers=centers).fit(x, t)
    with pytest.raises(InputError, match="scale y"):
        RelevanceVectorRegressor(Gaussian(1.0)).fit(x, 1e200 * t)
    with pytest.raises(ParameterError, match="float64"):
        RelevanceVectorRegressor(Gaussian(1.0), noise=1e-30).fit(x, t)
    with pytest.raises(ParameterError):
        RelevanceVectorRegressor(Gaussian(1.0), noise=-1.0).fit(x, t)


def test_the_unit_of_the_targets_does_not_matter() -> None:
    x, t = sinc(60, 0)
    one, other = RelevanceVectorRegressor(gamma=0.1).fit(x, t), RelevanceVectorRegressor(gamma=0.1).fit(x, 1e6 * t)
    np.testing.assert_allclose(1e6 * one.predict(x), other.predict(x), rtol=1e-6)
    assert other.noise_ == pytest.approx(1e12 * one.noise_, rel=1e-6)
    assert other.log_evidence_ == pytest.approx(one.log_evidence_ - 60.0 * np.log(1e6), abs=1e-5)


def test_an_interrupted_fit_is_kept_if_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    interrupt_at_once(monkeypatch)
    x, t = sinc(300, 0)
    with pytest.raises(KeyboardInterrupt):
        RelevanceVectorRegressor(gamma=1.0).fit(x, t)
    with pytest.warns(ConvergenceWarning, match="was interrupted"):
        machine = RelevanceVectorRegressor(gamma=1.0, on_interrupt="keep").fit(x, t)
    assert np.abs(machine.predict(x) - np.sinc(x[:, 0] / np.pi)).max() < 0.3


def test_one_look_is_too_few_and_is_told() -> None:
    x, t = sinc(300, 0)
    with pytest.warns(ConvergenceWarning, match="Allow more max_iter"):
        RelevanceVectorRegressor(gamma=2.0, max_iter=1).fit(x, t)


def test_functions_that_depend_on_each_other_are_told() -> None:
    x = np.linspace(0.0, 10.0, 100)[:, None]
    with pytest.warns(ConvergenceWarning, match=r"no further progress .* Functions depend on each other"):
        machine = RelevanceVectorRegressor(gamma=0.05, noise=1e-4).fit(x, np.sin(3.0 * x[:, 0]))
    assert machine.solution_.gain > 1.0


@pytest.mark.parametrize("offset", [1e3, 1e6, -1e8])
def test_a_large_mean_does_not_hide_the_rest(offset: float) -> None:
    x, t = sinc(200, 0, noise=0.01)
    counts = np.random.default_rng(0).integers(1, 4, 200)
    machine = RelevanceVectorRegressor(gamma=0.1).fit(x, t + offset, sample_weight=counts)
    assert machine.noise_**0.5 == pytest.approx(0.01, rel=0.15)
    np.testing.assert_allclose(machine.predict(x) - offset, np.sinc(x[:, 0] / np.pi), atol=0.02)
    mean = np.average(t + offset, weights=counts)
    left = np.column_stack([rbf_kernel(x, gamma=0.1), np.ones(200)])[:, machine.solution_.chosen]
    rest = np.repeat(t + offset - mean, counts)
    dense = gaussian_log_evidence(np.repeat(left, counts, axis=0), rest, machine.variances_, machine.noise_)
    assert machine.log_evidence_ == pytest.approx(dense, abs=1e-5)


def test_a_mean_that_hides_the_rest_is_told_where_it_must_stay() -> None:
    x, t = sinc(60, 0, noise=1e-3)
    columns = np.column_stack([np.ones(60), np.sinc(x[:, 0] / np.pi)])
    with pytest.warns(ConvergenceWarning, match="subtract the mean"):
        RelevanceVectorRegressor(kernel=None, fit_intercept=False).fit(columns, t + 1e6)


@pytest.mark.parametrize("size", [1e-200, 1e-150])
def test_functions_whose_squares_vanish_are_refused(size: float) -> None:
    x, t = sinc(30, 0)
    with pytest.raises(InputError, match="scale the kernel"):
        RelevanceVectorRegressor(lambda a, b: size * rbf_kernel(a, b, gamma=0.1)).fit(x, t)
    one = RelevanceVectorRegressor(lambda a, b: 1e-100 * rbf_kernel(a, b, gamma=0.1)).fit(x, t)
    other = RelevanceVectorRegressor(gamma=0.1).fit(x, t)
    np.testing.assert_allclose(one.predict(x), other.predict(x), rtol=1e-6, atol=1e-9)
