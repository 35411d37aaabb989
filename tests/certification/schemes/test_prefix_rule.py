"""Machines of the first examples without fits: as refits answer, and with certificates that hold."""

import numpy as np
import pytest
from certification.finite_worlds import NINE, ONE, TWO, FiniteWorld

from drupe import CertifiedClassifier, KernelFisher, certify, load, save
from drupe.bounds.held_out.prefix_validation import PrefixValidation
from drupe.certification.constant_rule import fitted_on
from drupe.certification.schemes.learned import Examples
from drupe.certification.schemes.prefix_rule import PrefixRule, succession
from drupe.certification.schemes.progressive import ProgressiveScheme
from drupe.estimators.prefix_machines import SEED, LeastSquaresLearner, decided, order_generator
from drupe.foundation.errors import InputError
from drupe.inputs import Vectors
from drupe.kernels import Gaussian
from drupe.witness.assumptions import Assumption

MACHINE = KernelFisher("rbf", gamma=0.7, alpha=0.2, threshold="least squares")
N, TRIALS = 40, 300


def moons(seed: int, n: int, classes: int = 2) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 2))
    return X, np.digitize(X[:, 0] + 0.3 * rng.normal(size=n), [0.0] if classes == 2 else [-0.5, 0.5])


@pytest.mark.parametrize("classes", [2, 3])
def test_every_machine_answers_as_its_refit_does(classes: int) -> None:
    X, y = moons(0, 30, classes)
    found = succession(MACHINE, Examples(X, y), np.random.default_rng(3))
    assert found is not None
    new = np.random.default_rng(1).normal(size=(25, 2))
    wrong = 0
    for machines in found.orders:
        rows = machines.inputs.dense()
        places = [int(np.flatnonzero((row == X).all(axis=1))[0]) for row in rows]
        for length in range(found.start, len(y)):
            seen = places[:length]
            again = fitted_on(KernelFisher(**MACHINE.get_params()), X[seen], y[seen])
            said = machines.codes(Vectors.of(new), np.full(25, length))
            assert (np.unique(y)[said] == again.predict(new)).all()
            wrong += int(again.predict(X[places[length : length + 1]])[0] != y[places[length]])
    assert found.tests.errors == wrong / len(found.orders)


def test_the_first_examples_are_those_of_every_order() -> None:
    X, y = moons(0, 30)
    found = succession(MACHINE, Examples(X, y), np.random.default_rng(3))
    assert found is not None
    firsts = [one.inputs.dense()[: found.start] for one in found.orders]
    assert (firsts[0] == firsts[1]).all()
    assert (firsts[0] == firsts[2]).all()
    assert (found.orders[0].inputs.dense() != found.orders[1].inputs.dense()).any()


@pytest.mark.parametrize(
    "machine",
    [
        KernelFisher("rbf", gamma=0.7, alpha=0.2),
        KernelFisher("rbf", alpha=0.2, threshold="least squares"),
        KernelFisher("rbf", gamma=0.7, alpha=0.2, threshold="least squares", penalty="coefficients"),
        KernelFisher("rbf", gamma=0.7, alpha=0.2, threshold="least squares", centers=5),
    ],
    ids=["another threshold", "a kernel from the data", "coefficients", "few centers"],
)
def test_what_does_not_follow_is_fitted_again(machine: KernelFisher) -> None:
    X, y = moons(0, 60)
    assert succession(machine, Examples(X, y), np.random.default_rng(0)) is None
    rule = CertifiedClassifier(machine, scheme=ProgressiveScheme(blocks=3, orders=1, folds=2)).fit(X, y)
    assert not isinstance(rule.rule_, PrefixRule)


def test_scheme_fits_nothing_and_its_rule_is_kept_in_files(tmp_path, monkeypatch) -> None:
    X, y = moons(0, 120)

    def refuse(self: KernelFisher, sample: object) -> None:
        raise AssertionError("fitted")

    monkeypatch.setattr(KernelFisher, "_learn", refuse)
    rule = CertifiedClassifier(MACHINE, scheme="progressive", random_state=0).fit(X, y)
    monkeypatch.undo()
    assert isinstance(rule.rule_, PrefixRule)
    assert rule.certificate_.value < 0.5
    save(rule, tmp_path / "rule.drupe")
    again = load(tmp_path / "rule.drupe")
    new = np.random.default_rng(1).normal(size=(400, 2))
    np.testing.assert_allclose(np.mean(again.predict(new) == rule.predict(new)), 1.0, atol=0.15)


@pytest.mark.parametrize("world", [ONE, TWO, NINE], ids=lambda world: world.name)
@pytest.mark.parametrize("delta", [0.05, 0.5])
@pytest.mark.parametrize("gamma", [0.1, 50.0], ids=["smooth", "memorizing"])
def test_certificates_hold_where_inputs_repeat(world: FiniteWorld, delta: float, gamma: float) -> None:
    """Exactly: the risk of the rule is the mean over its machines, each asked about every input; samples are sorted by
    label, which an order drawn beforehand must not mind."""
    learner = LeastSquaresLearner(Gaussian.from_gamma(gamma), 0.01, classes=2)
    domain = Vectors.of(np.arange(len(world.inputs), dtype=float)[:, None])
    failures = 0
    for seed in range(TRIALS):
        X, y = world.draw(N, np.random.default_rng(seed))
        order = np.argsort(y, kind="stable")
        found = learner.tests(Vectors.of(X[order]), y[order], np.random.default_rng([SEED, seed]))
        failures += _risk(found, world, domain) > PrefixValidation().risk(found.tests, delta)
    assert failures <= TRIALS * delta + 3.0 * np.sqrt(TRIALS * delta * (1.0 - delta))


@pytest.mark.parametrize("n", [30, 40])
def test_certificates_of_sorted_tables_hold_without_a_seed(n: int) -> None:
    """Labels alone tell anything here, so that one order for all samples would test the same ranks of a sorted table
    again and again: it failed for 5 to 8 % of them."""
    world, delta, trials = FiniteWorld((1.0,), (0.3,)), 0.05, 1000
    learner = LeastSquaresLearner(Gaussian(1.0), 0.01, classes=2)
    domain, failures = Vectors.of([[0.0]]), 0
    for seed in range(trials):
        X, y = world.draw(n, np.random.default_rng([11, seed]))
        found = learner.tests(Vectors.of(X), np.sort(y), order_generator(np.sort(y)))
        failures += _risk(found, world, domain) > PrefixValidation().risk(found.tests, delta)
    assert failures <= 0.03 * trials


def _risk(found, world: FiniteWorld, domain: Vectors) -> float:
    lengths = range(found.start, found.start + found.tests.n)
    ones = np.array(world.ones)
    total = 0.0
    for machines in found.orders:
        outputs = machines.prefixes.all_outputs_at(machines.kernel(domain, machines.inputs))
        said = np.array([decided(outputs[:, length - 1]) for length in lengths])
        total += float((np.where(said == 1, 1.0 - ones, ones) @ np.array(world.inputs)).mean())
    return total / len(found.orders)


def test_certify_needs_parameters_that_were_fixed() -> None:
    X, y = moons(0, 150)
    fixed = certify(MACHINE.fit(X, y), X, y, bounds="prefix_validation").best
    assert fixed.value < 0.4
    assert str(certify(MACHINE, X, y, bounds="prefix_validation")).endswith("for each answer")
    assert "the first so many examples" in fixed.rule
    assert {check.assumption for check in fixed.checks} == {Assumption.INDEPENDENT, Assumption.FIXED_KERNEL}
    dearer = certify(MACHINE, X, y, bounds="prefix_validation", n_candidates=100).best
    assert dearer.value > fixed.value
    for machine, reason in (
        (KernelFisher("rbf", alpha=0.2), "takes the kernel from the data"),
        (KernelFisher("rbf", gamma=0.7, penalty="coefficients"), "other centers"),
        (KernelFisher("rbf", gamma=0.7, centers=5), "chosen among all examples"),
    ):
        with pytest.raises(InputError, match=reason):
            _ = certify(machine.fit(X, y), X, y, bounds="prefix_validation").best


@pytest.mark.parametrize("classes", [2, 3])
def test_what_was_fitted_otherwise_is_refused(classes: int) -> None:
    X, y = moons(0, 60, classes)

    def machine() -> KernelFisher:
        return KernelFisher("rbf", gamma=0.7, alpha=0.2)

    assert _prefixed(machine().fit(X, y), X, y).valid
    for changed in (
        _prefixed(machine().fit(X, y, sample_weight=np.arange(60) % 3 + 1.0), X, y),
        _prefixed(machine().fit(X, y), X, y.max() - y),
        _prefixed(machine().fit(X, y).set_params(alpha=20.0), X, y),
        _prefixed(machine().fit(X, y).set_params(gamma=7.0), X, y),
    ):
        assert not changed.valid
        assert "does not solve the least squares of these labels" in changed.reason


def _prefixed(machine: KernelFisher, X: np.ndarray, y: np.ndarray):
    return certify(machine, X, y, bounds="prefix_validation")[0]


def test_several_classes_are_certified_too_and_their_kernel_must_be_fixed() -> None:
    X, y = moons(0, 150, classes=3)
    assert certify(KernelFisher("rbf", gamma=0.7).fit(X, y), X, y).best.value < 0.6
    with pytest.raises(InputError, match="takes the kernel from the data"):
        _ = certify(KernelFisher("rbf").fit(X, y), X, y, bounds="prefix_validation").best


def test_rows_that_were_copied_are_no_independent_sample() -> None:
    X, y = moons(0, 100)
    X, y = np.repeat(X, 2, axis=0), np.repeat(y, 2)
    certificate = next(iter(certify(KernelFisher("rbf", gamma=0.7).fit(X, y), X, y, bounds="prefix_validation")))
    assert not certificate.valid


def test_compression_is_refused_with_the_reason() -> None:
    X, y = moons(0, 100)
    table = certify(KernelFisher("rbf", gamma=0.7).fit(X, y), X, y)
    reasons = [one.reason for one in table if "compression" in one.name]
    assert reasons
    assert all("depend on all training examples" in reason for reason in reasons)
