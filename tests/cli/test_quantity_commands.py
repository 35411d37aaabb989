"""Quantities at the command line: an offset where targets are far from zero, the fitted kernel, standard deviations."""

import csv
import io
import json
from pathlib import Path

import numpy as np
import pytest
from command_line import succeeds
from sklearn.datasets import load_diabetes
from sklearn.linear_model import Ridge
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from drupe import load, read
from drupe.displays.fitted_kernel import fitted_kernel


def incomes(path: Path, n: int = 300, seed: int = 0) -> Path:
    """Columns in unlike units, and targets that are far from zero, with noise of standard deviation 2."""
    rng = np.random.default_rng(seed)
    income, age = rng.normal(3e4, 1e4, n), rng.uniform(18, 80, n)
    rents = 200 + 0.5 * age + income / 1e3 + 2.0 * rng.normal(size=n)
    rows = zip(income, age, rents, strict=True)
    path.write_text("income,age,rent\n" + "".join(f"{a:.2f},{b:.1f},{c:.3f}\n" for a, b, c in rows))
    return path


def test_kernel_ridge_on_a_file_is_ridge_regression_with_an_offset(tmp_path: Path) -> None:
    X, y = load_diabetes(return_X_y=True, scaled=False)
    file = tmp_path / "diabetes.csv"
    np.savetxt(file, np.column_stack([X, y]), delimiter=",", header=",".join([*"abcdefghij", "y"]), comments="")
    facts = json.loads(succeeds("fit", file, "-m", "KernelRidge", "-o", tmp_path / "m", "--json").stdout)
    peer = make_pipeline(StandardScaler(), Ridge(alpha=1.0)).fit(X, y)
    assert facts["training_score"] == pytest.approx(peer.score(X, y), abs=1e-6)
    assert facts["parameters"]["fit_intercept"] is True
    words = ["fit", file, "-m", "KernelRidge", "-o", tmp_path / "m", "--force", "--set", "fit_intercept=false"]
    assert json.loads(succeeds(*words, "--json").stdout)["training_score"] < 0.0


def test_the_kernel_that_is_printed_is_the_fitted_one(tmp_path: Path) -> None:
    file = incomes(tmp_path / "rents.csv")
    words = ["fit", file, "-t", "rent", "-m", "GaussianProcessRegressor", "-o", tmp_path / "m.drupe"]
    said = succeeds(*words).stdout
    machine = load(tmp_path / "m.drupe")[-1]
    factor, width = machine.kernel_.factor, machine.kernel_.kernel.width
    shown = f"{factor:.4g} * Gaussian(width={width:.4g})"
    assert shown in said
    assert shown in succeeds("inspect", tmp_path / "m.drupe").stdout
    assert fitted_kernel(machine) is machine.predictor_.mean.kernel
    # The noise is told in the units of the targets, whose true one is 2.
    (noise,) = (float(line.split()[-1]) for line in said.splitlines() if line.startswith("σ"))
    assert noise == pytest.approx(2.0, rel=0.2)


def test_answers_have_standard_deviations_of_new_values(tmp_path: Path) -> None:
    file, fresh = incomes(tmp_path / "rents.csv"), incomes(tmp_path / "fresh.csv", seed=1)
    succeeds("fit", file, "-t", "rent", "-m", "GaussianProcessRegressor", "-o", tmp_path / "m.drupe")
    rows = list(csv.DictReader(io.StringIO(succeeds("predict", tmp_path / "m.drupe", fresh).stdout)))
    said, std = (np.array([float(row[name]) for row in rows]) for name in ("prediction", "std"))
    truth = read(fresh, target="rent").targets
    # The targets are normal: 68.3 % and 95.4 % of them lie within one and two deviations.
    assert np.mean(np.abs(said - truth) < std) == pytest.approx(0.683, abs=0.08)
    assert np.mean(np.abs(said - truth) < 2.0 * std) == pytest.approx(0.954, abs=0.04)
    values = json.loads(succeeds("predict", tmp_path / "m.drupe", fresh, "--json").stdout)
    assert values["std"] == pytest.approx(std.tolist())


def test_machines_without_deviations_have_no_such_column(tmp_path: Path) -> None:
    file = incomes(tmp_path / "rents.csv")
    succeeds("fit", file, "-t", "rent", "-m", "SVR", "-o", tmp_path / "m.drupe")
    assert succeeds("predict", tmp_path / "m.drupe", file).stdout.startswith("row,prediction\n")
