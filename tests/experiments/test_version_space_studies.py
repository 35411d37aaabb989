"""The studies of version space, at the size of a smoke test; their arithmetic, and their claims judged."""

from pathlib import Path

import numpy as np
import pytest

from drupe.estimators.reject.coverage_risk import coverage_risk_curve
from drupe.experiments import label_noise, sampler_errors, transduction_rejection
from drupe.experiments.label_noise import FLIPPED, LEVELS, METHODS, Sphere, Spread


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Small stand-ins for the sets: two blobs, and images that differ in their upper half."""
    rng = np.random.default_rng(0)
    stored = {}
    for name in ("thyroid", "heart"):
        y = np.where(rng.random(60) < 0.5, 1, -1)
        stored |= {f"{name}_X": rng.normal(size=(60, 3)) + y[:, None], f"{name}_y": y}
    np.savez(tmp_path / "ida13.npz", **stored)
    digits = rng.integers(1, 4, size=300)
    images = rng.integers(0, 60, size=(300, 6, 6)) + 60 * (np.arange(6)[:, None] < 2 * digits[:, None, None])
    np.savez(tmp_path / "mnist.npz", X_train=images.astype(np.uint8), y_train=digits.astype(np.int8))
    return tmp_path


@pytest.mark.spec("G.E-01", "G.E-02")
def test_rejection_study(folder, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "140")
    options = ["--splits", "3", "--votes", "100", "--width", "1.0"]
    transduction_rejection.main(["--data", str(folder), *options])
    printed = capsys.readouterr().out
    for word in ("thyroid, votes", "heart, margins", "16.4 %", "40%"):
        assert word in printed


def test_splits_without_a_version_space_are_counted(tmp_path, capsys):
    X, y = np.repeat(np.arange(10.0), 4)[:, None], np.tile([1, -1], 20)
    np.savez(tmp_path / "ida13.npz", thyroid_X=X, thyroid_y=y)
    found = transduction_rejection.examine(tmp_path, "thyroid", 1.0, 2, 10)
    assert (len(found.trials), found.without) == (0, 2)


def test_rejection_claims_are_judged():
    right = np.array([1, 1, 0, 1])
    good = coverage_risk_curve(np.ones(4), right, [1.0, 1.0, 0.2, 0.9])
    bad = coverage_risk_curve(np.ones(4), right, [1.0, 0.5, 0.9, 0.6])
    trial = transduction_rejection.Trial(good, bad)
    assert trial.unanimous == (0.5, 0.0)
    assert transduction_rejection.Found("heart", 1.0, (trial,), 0).claims()[0].startswith("holds")
    turned = transduction_rejection.Trial(bad, good)
    assert transduction_rejection.Found("heart", 1.0, (turned,), 0).claims()[0].startswith("FAILS")


@pytest.mark.spec("G.E-04")
def test_sampler_study(folder, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "140")
    sampler_errors.main(["--data", str(folder), "--samples", "40", "--train", "30", "--test", "60"])
    printed = capsys.readouterr().out
    for word in ("Gibbs", "billiard", "perceptron", "quantiles of perceptron and Gibbs"):
        assert word in printed


def test_digits_are_balanced_and_apart(folder):
    data = sampler_errors.digits(folder, 0, n=30, n_test=60)
    assert (data.y == 1).sum() == 15
    assert len(data.y_test) == 60
    assert not {row.tobytes() for row in data.X} & {row.tobytes() for row in data.X_test}
    with pytest.raises(ValueError, match=r"no mnist\.npz"):
        sampler_errors.digits(folder / "elsewhere", 0)


@pytest.mark.parametrize("spread", Spread)
def test_points_lie_on_the_sphere_and_labels_are_flipped(spread):
    sphere = Sphere.draw(20_000, spread, np.random.default_rng(0))
    np.testing.assert_allclose(np.linalg.norm(sphere.X, axis=1), 1.0)
    assert np.mean(sphere.truth != sphere.seen) == pytest.approx(FLIPPED, abs=0.01)
    assert max(np.mean(sphere.truth == 1), np.mean(sphere.truth == -1)) == pytest.approx(0.9, abs=0.02)


@pytest.mark.spec("G.E-05")
@pytest.mark.filterwarnings("ignore:EPBayesPointMachine")
def test_noise_study():
    errors = label_noise.trial(0, Spread.EQUATOR, n=60, n_test=200)
    assert errors.shape == (len(LEVELS), len(METHODS))
    assert errors[LEVELS.index(FLIPPED)].max() < 0.15
    np.testing.assert_allclose(label_noise.with_flips(np.array([0.0, 0.5, 1.0])), [0.05, 0.5, 0.95])


def test_noise_claims_are_judged():
    flat = np.full((4, len(LEVELS), len(METHODS)), 0.02)
    flat[:, :, 2] = 0.03
    assert all(line.startswith("holds") for line in label_noise.Found(flat).claims())
    flat[:, 0, 0] = 0.2
    flat[:, 3, 2] = 0.01
    assert all(line.startswith("FAILS") for line in label_noise.Found(flat).claims())
