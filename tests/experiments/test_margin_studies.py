"""Widths chosen by a bound, and normalized polynomials: the arithmetic, the claims, and the real set where it is."""

import os
from pathlib import Path

import numpy as np
import pytest
from scipy.special import betainc

from drupe import SVC
from drupe.experiments import bandwidth_by_bound, feature_normalization
from drupe.experiments.ida13 import twonorm
from drupe.foundation.errors import InputError
from drupe.kernels import Gaussian

DATA = Path(os.environ.get("DRUPE_DATA", Path(__file__).resolve().parents[3] / "shared" / "data"))
thyroid = pytest.mark.skipif(not (DATA / "ida13.npz").is_file(), reason="the benchmark sets are not here")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Thyroid, replaced by a sample of twonorm."""
    rng = np.random.default_rng(0)
    X, y = twonorm(rng, 120)
    drawn = np.array([rng.permutation(120)[:70] for _ in range(2)])
    np.savez(tmp_path / "ida13.npz", thyroid_X=X, thyroid_y=y, thyroid_drawn_train=drawn)
    return tmp_path


def read(capsys: pytest.CaptureFixture[str]) -> str:
    return " ".join(capsys.readouterr().out.split())


def test_both_studies_run(folder, capsys) -> None:
    bandwidth_by_bound.main(["--data", str(folder), "--splits", "2", "--every", "4"])
    printed = read(capsys)
    for words in ("ln width", "share below Γ*", "over 2 splits", "the error is U-shaped", "δ/6 for each"):
        assert words in printed
    feature_normalization.main(["--data", str(folder), "--splits", "2", "--largest", "3"])
    printed = read(capsys)
    for words in ("normalized", "sign test", "over 2 splits", "cannot be judged: the same on sonar"):
        assert words in printed


@pytest.mark.spec("G.E-03")
def test_the_curve_is_the_bound_at_its_best_margin() -> None:
    """Cosines by the Gram matrix of all examples, the bound by trying every margin."""
    rng = np.random.default_rng(0)
    X, y = twonorm(rng, 60)
    machine = SVC(kernel=Gaussian(4.0), C=10.0, tol=1e-8).fit(X, y)
    alpha = np.zeros(60)
    alpha[machine.support_] = machine.dual_coef_[0]
    K, b = Gaussian(4.0)(X), machine.intercept_.item()
    cosines = y * (K @ alpha + b) / (np.sqrt(alpha @ K @ alpha + b**2) * np.sqrt(2.0))
    seen = bandwidth_by_bound.margins_of(machine, X, y)
    np.testing.assert_allclose(seen.margins, cosines, atol=1e-9)
    split = bandwidth_by_bound.Split(X, y, X, y)
    error, bound, share, printed = bandwidth_by_bound.curve(split, np.array([4.0]))[0]
    assert error == pytest.approx(np.mean(machine.predict(X) != y), abs=0.02)
    tried = np.append(cosines[cosines > 0.0], 1.0)
    below = np.array([np.mean(cosines < margin - 1e-12) for margin in tried])

    def values(information: np.ndarray) -> np.ndarray:
        roots = np.sqrt((information + np.log(20.0) + 2.0 * np.log(60.0)) / 120.0)
        return np.asarray(2.0 * (below + roots + 1.0 / 60.0))

    exact = values(-np.log(0.5 * betainc(59.0 / 2.0, 0.5, tried**2)))
    assert printed == pytest.approx(values(60.0 * np.log(2.0 / tried**2)).min(), rel=1e-3)
    assert bound == pytest.approx(exact.min(), rel=1e-3)
    assert bound < printed
    assert share == pytest.approx(below[exact.argmin()], abs=0.5 / 60.0)
    with pytest.raises(InputError, match="two classes, got 3"):
        bandwidth_by_bound.margins_of(SVC().fit(X[:9], [0, 1, 2] * 3), X[:9], np.zeros(9))


@pytest.mark.spec("G.E-03")
def test_the_width_of_the_least_bound_is_taken_on_each_split() -> None:
    """Of two splits the least bounds stand at different widths; one beyond the judged ones does not count."""
    places = np.array([0.0, 2.0, 6.0])
    bounds = np.array([[1.5, 1.2, 0.9], [1.1, 1.4, 0.9]])
    errors = np.array([[0.30, 0.10, 0.50], [0.20, 0.40, 0.50]])
    curves = np.stack([errors, bounds, np.zeros((2, 3)), bounds], axis=-1)
    assert bandwidth_by_bound.Found(places, curves, np.zeros((2, 3))).by_bound.tolist() == [0.10, 0.20]


@pytest.mark.spec("G.E-03")
def test_the_certified_choice_is_one_of_the_widths_and_a_machine_of_it() -> None:
    """ln width goes to gamma and comes back, and the error is that of a machine with this width."""
    X, y = twonorm(np.random.default_rng(1), 300)
    split, widths = bandwidth_by_bound.Split(X[:200], y[:200], X[200:], y[200:]), np.array([0.5, 3.0, 7.0])
    place, error, limit = bandwidth_by_bound.certified(split, widths)
    (chosen,) = np.flatnonzero(np.isclose(np.log(widths), place, rtol=1e-12, atol=1e-12))
    machine = SVC(kernel=Gaussian(widths[chosen]), C=10.0).fit(split.X, split.y)
    assert error == pytest.approx(np.mean(machine.predict(X[200:]) != y[200:]), abs=0.011)
    assert error <= limit < 1.0


def test_claims_are_judged() -> None:
    places = np.array([-2.0, -1.0, 0.0, 1.0, 2.0, 5.0])
    error = [0.3, 0.3, 0.1, 0.05, 0.3, 0.3]
    bound, below = [1.9, 1.9, 1.9, 1.8, 2.0, 2.1], [0.0, 0.0, 0.0, 0.2, 0.9, 0.9]
    curves = np.array([np.column_stack([error, bound, below, bound])])
    choices = np.array([[1.0, 0.05, 0.4]])
    found = bandwidth_by_bound.Found(places, curves, choices)
    lines = found.claims()
    assert all(line.startswith("holds: ") for line in lines[:-2])
    assert "error 5.0 %, certified 40.0 %" in lines[-1].replace("  ", " ")
    assert found.by_bound.tolist() == [0.05]
    wrong = bandwidth_by_bound.Found(places, curves[:, ::-1], choices)
    assert sum(line.startswith("does not hold") for line in wrong.claims()) >= 3
    errors = np.zeros((30, 2, 2))
    errors[:, :, 0] = [0.05, 0.1]
    normalization = feature_normalization.Found((1, 2), errors)
    assert [line.split(":")[0] for line in normalization.claims()] == ["holds", "holds", "cannot be judged"]
    assert (normalization.doubts < 1e-6).all()
    same = feature_normalization.Found((1, 2), np.zeros((3, 2, 2)))
    assert same.doubts.tolist() == [1.0, 1.0]
    assert same.claims()[0].startswith("does not hold")


@thyroid
@pytest.mark.spec("G.E-03")
def test_the_bound_chooses_a_width_of_few_errors_on_thyroid() -> None:
    places = np.arange(-3.0, 4.1, 1.0)
    curves = np.array([bandwidth_by_bound.curve(data, np.exp(places)) for data in bandwidth_by_bound.halves(DATA, 5)])
    choices = np.array(
        [bandwidth_by_bound.certified(data, np.exp(places)) for data in bandwidth_by_bound.halves(DATA, 5)]
    )
    found = bandwidth_by_bound.Found(places, curves, choices)
    error, bound, below, _ = found.means.T
    assert 0 < bound.argmin() < len(places) - 1
    assert error[bound.argmin()] < 0.07 < 0.2 < min(error[0], error[-1])
    assert below[0] == 0.0 < 0.9 < below[-1]
    # Chosen and certified by the same examples: the limit holds, and says something.
    assert (choices[:, 1] <= choices[:, 2]).all()
    assert choices[:, 2].max() < 0.5
