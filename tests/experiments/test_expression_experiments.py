"""Tumors and rare classes at the size of a smoke test, preparation within each fold, and their verdicts."""

import os
from pathlib import Path

import numpy as np
import pytest

from drupe.estimators.class_cost_curve import ClassCostCurve
from drupe.experiments import rare_classes, tumors
from drupe.experiments.expression import expression, standardized
from drupe.experiments.rare_classes import LEARNERS, WEIGHTED, Rates, thinned
from drupe.experiments.tumors import Certified, Runs

DATA = Path(os.environ.get("DRUPE_DATA", Path(__file__).resolve().parents[3] / "shared" / "data"))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A few hundred genes, of which some tell the classes, in the clothes of the public sets."""
    where, rng = tmp_path_factory.mktemp("genes"), np.random.default_rng(0)

    def samples(sizes: list[int]) -> tuple[np.ndarray, np.ndarray]:
        y = np.repeat(np.arange(len(sizes)), sizes)
        X = rng.normal(size=(len(y), 120))
        for code in range(len(sizes)):
            X[y == code, 6 * code : 6 * code + 6] += 2.0
        order = rng.permutation(len(y))
        return X[order], y[order].astype(np.int8)

    X, y = samples([40, 24])
    raw = np.rint(200.0 * np.exp(X)).astype(np.int32)
    np.savez(where / "golub_leukemia.npz", X_train=raw[:34], y_train=y[:34], X_test=raw[34:], y_test=y[34:])
    stored = {}
    for name, sizes in {"khan": [10, 20, 12, 16], "shipp": [40, 14]}.items():
        X, y = samples(sizes)
        X = np.exp(X + 5.0) if name == "shipp" else X
        stored |= {
            f"{name}_X": X.astype(np.float32),
            f"{name}_y": y,
            f"{name}_classes": np.array(list("abcd"))[: len(sizes)],
        }
    np.savez(where / "microarray.npz", **stored)
    return where


def read(capsys: pytest.CaptureFixture[str]) -> str:
    return " ".join(capsys.readouterr().out.split())


def test_sets_are_read_with_their_logarithms_and_classes(folder: Path) -> None:
    golub, khan = expression(folder, "golub"), expression(folder, "khan")
    assert golub.train == 34
    assert golub.X.min() >= np.log(20.0)
    assert golub.rarest == "AML"
    assert khan.train is None
    assert khan.X.min() < 0
    assert khan.rarest == "a"


def test_preparation_looks_at_training_samples_alone(folder: Path) -> None:
    data = expression(folder, "shipp")
    model = standardized(tumors.gaussian_machine()).fit(data.X[:40], data.y[:40])
    np.testing.assert_allclose(model[0].mean_, data.X[:40].mean(axis=0))
    lengths = np.linalg.norm(model[:-1].transform(data.X[:40]), axis=1)
    assert np.mean(lengths**2) == pytest.approx(1.0)


@pytest.mark.spec("S.X01")
def test_tumors_are_told_apart_and_certified_honestly(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tumors.main(["--data", str(folder), "--sets", "golub", "khan", "--splits", "2", "--genes", "100"])
    printed = read(capsys)
    assert "linear machines err no more than neighbors" in printed
    assert "holds: surer answers are better" in printed
    assert "on 2 of 2 sets the bound by training samples is one half or more" in printed


@pytest.mark.spec("S.X01")
@pytest.mark.skipif(not (DATA / "golub_leukemia.npz").is_file(), reason="the leukemia data are not here")
def test_leukemia_is_told_apart_by_the_given_split_of_the_source() -> None:
    """The independent samples of the source: few errors, and a bound that says no more than 34 samples can."""
    found = tumors.certified(expression(DATA, "golub"))
    assert (found.train, found.test) == (38, 34)
    assert found.errors <= 5
    assert found.errors / 34 < found.held_out < 0.3
    assert found.training >= 0.5


def test_verdicts_on_tumors_follow_the_errors() -> None:
    runs = Runs(labels=[0, 1, 2, 0], answers=[0, 1, 2, 1], sure=[3.0, 2.0, 1.0, 0.5])
    for name in tumors.LEARNERS:
        runs.errors[name] = [0.1 if name == tumors.LINEAR else 0.2]
    lines = tumors.claims({"one": runs}, {"one": Certified(38, 34, 4, 0.25, 0.62)})
    assert all(line.startswith("holds") for line in lines)
    runs.errors["tree"] = [0.05]
    runs.sure = [0.5, 1.0, 2.0, 3.0]
    lines = tumors.claims({"one": runs}, {"one": Certified(38, 34, 4, 0.25, 0.3)})
    assert [line.split(":")[0] for line in lines] == ["does not hold here", "holds", "does not hold here", "FAILS"]


@pytest.mark.spec("C.G15", "C.G16")
def test_rare_classes_are_found_with_costs_of_their_own(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rare_classes.main(["--data", str(folder), "--sets", "shipp", "--splits", "2", "--folds", "3", "--genes", "100"])
    printed = read(capsys)
    assert "holds: costs by class move sensitivity up and specificity down" in printed
    assert "the rule that never says yes" in printed


@pytest.mark.spec("C.G15")
def test_of_a_rare_class_few_samples_are_left_to_learn_from() -> None:
    found = np.arange(60) % 3 == 0
    for train, test in thinned(found, 3):
        assert found[train].sum() == rare_classes.FEW
        assert found[test].sum() == 10
        assert not set(train) & set(test)


@pytest.mark.spec("C.G15", "C.B36")
def test_equal_costs_miss_what_costs_by_class_find(folder: Path) -> None:
    data = expression(folder, "shipp")
    own = rare_classes.rates(data, data.rarest, 3)
    assert own[WEIGHTED].sensitivity > own[rare_classes.UNWEIGHTED].sensitivity
    assert own[rare_classes.UNWEIGHTED].silent > 0.5


def test_verdicts_on_rare_classes_follow_the_rates() -> None:
    def own(weighted: float, silent: float) -> dict[str, Rates]:
        return {name: Rates(weighted if name == WEIGHTED else 0.3, 0.9, silent) for name in LEARNERS}

    rising = ClassCostCurve(np.array([1.0, 2.0]), np.array([0.2, 0.9]), np.array([1.0, 0.8]), 9, 30)
    falling = ClassCostCurve(np.array([1.0, 2.0]), np.array([0.9, 0.2]), np.array([1.0, 0.8]), 9, 30)
    good = rare_classes.claims({("one", "a"): own(0.95, 1.0)}, {"one": rising})
    assert all(line.startswith("holds:") for line in good[:4])
    bad = rare_classes.claims({("one", "a"): own(0.1, 0.0)}, {"one": falling})
    assert [line.split(":")[0] for line in bad[:4]] == ["does not hold here"] * 3 + ["FAILS"]
    assert own(0.5, 0.0)[WEIGHTED].error == pytest.approx(0.3)
