"""Machines as they are typed: words that they know themselves, probabilities that they have, and seeds."""

import json
from pathlib import Path

import pytest
from command_line import drupe, succeeds, two_classes

from drupe import load
from drupe.cli.machine_text import machine
from drupe.foundation.errors import ParameterError
from drupe.kernels import Gaussian

BOOSTING = ["AdaBoostClassifier", "ArcGV", "LPBoost", "RegularizedAdaBoost", "StagewiseAdditive"]


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two clouds, where the user is."""
    monkeypatch.chdir(tmp_path)
    return two_classes(tmp_path / "data.csv", 60, header="left,right,label\n")


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("GaussianProcessClassifier", "auto"),
        ("GaussianProcessRegressor", "auto"),
        ("SmoothingSpline", "cubic"),
        ("SmoothingSpline", "thin_plate"),
        ("SVC", "rbf"),
    ],
)
def test_words_for_kernels_are_those_of_the_machine(name: str, word: str) -> None:
    assert machine(name, [f"kernel={word}"]).kernel == word
    assert machine(name, [], word).kernel == word


@pytest.mark.parametrize(("name", "word"), [("SVC", "cubic"), ("SmoothingSpline", "cubical")])
def test_words_of_other_machines_are_refused(name: str, word: str) -> None:
    with pytest.raises(ParameterError, match="kernel"):
        machine(name, [f"kernel={word}"])


def test_parameters_to_hold_are_names_with_commas(data: Path) -> None:
    assert machine("GaussianProcessClassifier", ["held=kernel.width, factor"]).held == ("kernel.width", "factor")
    words = ["-m", "GaussianProcessClassifier", "-k", "Gaussian(width=2)", "--set", "held=width", "-o", "m.drupe"]
    assert "Gaussian(width=2)" in succeeds("fit", data, *words).stdout
    assert load("m.drupe")[-1].kernel_ == Gaussian(width=2)


@pytest.mark.parametrize("name", ["RelevanceVectorClassifier", "GaussianProcessClassifier", *BOOSTING])
def test_machines_that_have_probabilities_need_no_word_for_them(name: str, data: Path) -> None:
    succeeds("fit", data, "-m", name, "--probability", "-o", "m.drupe")
    assert succeeds("predict", "m.drupe", data, "-b").stdout.startswith("row,prediction,P(apple),P(cherry)\n")


def test_machines_that_never_have_probabilities_say_so(data: Path) -> None:
    said = "RBFNetworkClassifier has no probabilities; fit a machine that has"
    succeeds("fit", data, "-m", "RBFNetworkClassifier", "-o", "m.drupe")
    for words in (["predict", "m.drupe", data, "-b"], ["fit", data, "-m", "RBFNetworkClassifier", "-b"]):
        result = drupe(*words)
        assert (result.exit_code, said in result.stderr) == (2, True), result.stderr


def test_machines_that_could_have_learned_them_say_how(data: Path) -> None:
    succeeds("fit", data, "-m", "SVC", "-o", "m.drupe")
    assert "fit it with --probability" in drupe("predict", "m.drupe", data, "-b").stderr
    succeeds("fit", data, "-m", "SVC", "--probability", "-o", "m.drupe")
    succeeds("predict", "m.drupe", data, "-b")


def test_the_same_command_makes_the_same_model(data: Path) -> None:
    words = ["fit", data, "-m", "RBFNetworkClassifier", "--set", "centers=6", "-o", "m.drupe"]
    models = []
    for _ in range(2):
        succeeds(*words)
        models.append(load("m.drupe")[-1])
    assert models[0].centers_.tolist() == models[1].centers_.tolist()
    assert "random_state=0" in succeeds("inspect", "m.drupe").stdout
    assert machine("RBFNetworkClassifier", ["random_state=7"]).random_state == 7
    assert machine("RBFNetworkClassifier", ["random_state=none"]).random_state is None


@pytest.mark.parametrize("name", BOOSTING)
def test_votes_go_from_a_file_to_a_certificate(name: str, data: Path, tmp_path: Path) -> None:
    fresh = two_classes(tmp_path / "fresh.csv", 200, seed=1, header="left,right,label\n")
    said = succeeds("fit", data, "-m", name, "-o", "m.drupe").stdout
    rules = len(load("m.drupe")[-1].predictor_.rules)
    for text in (said, succeeds("inspect", "m.drupe").stdout):
        facts = {line.split("  ")[0]: line.split()[-1] for line in text.splitlines()}
        assert facts["rules that vote"] == str(rules)
        assert "kernel" not in facts
    assert json.loads(succeeds("fit", data, "-m", name, "-o", "m.drupe", "--json").stdout)["kernel"] is None
    assert "right: " in succeeds("predict", "m.drupe", fresh).stderr
    assert "With 95 % confidence" in succeeds("certify", "m.drupe", fresh).stdout
