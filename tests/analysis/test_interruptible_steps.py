"""Ctrl-C at every step of the work: what is finished stays, what is missing has a name."""

import importlib

import pytest
from sklearn.datasets import load_iris

from drupe import SVC
from drupe.analysis import Part, analyze
from drupe.report.report import Report

HOME = importlib.import_module("drupe.analysis.analysis")
STEPS = [
    *("outcomes_of", "certify", "abstention_of", "margins_of", "influence_of", "plane_of"),
    *("linear_weights_of", "importance_of"),
]


def interrupt(*_: object, **__: object) -> object:
    raise KeyboardInterrupt


@pytest.fixture(scope="module")
def fitted():
    X, y = load_iris(return_X_y=True)
    X, y = X[y > 0], y[y > 0]
    part = Part.of(X[::2], y[::2]), Part.of(X[1::2], y[1::2])
    return SVC(kernel="linear").fit(part[0].X, part[0].y), *part


@pytest.mark.parametrize("step", STEPS)
def test_what_is_finished_stays(fitted, step, monkeypatch):
    monkeypatch.setattr(HOME, step, interrupt)
    found = analyze(*fitted, keep=True)
    done = STEPS.index(step)
    there = [found.outcomes, found.certificates, found.abstention, found.margins, found.influence, found.plane]
    there += [found.weights, found.importance]
    assert [one is not None for one in there] == [True] * done + [False] * (len(STEPS) - done)
    assert len(found.missing) == len(STEPS) - done
    assert found.interrupted
    page = Report.from_analysis(found).to_html()
    assert found.missing[0] in page
    assert "Interrupted: this page lacks" in page


def test_libraries_are_interrupted_as_usual(fitted, monkeypatch):
    monkeypatch.setattr(HOME, "certify", interrupt)
    with pytest.raises(KeyboardInterrupt):
        analyze(*fitted)


def test_progress_rises_to_one(fitted):
    heard = []
    analyze(*fitted, progress=heard.append)
    assert heard == sorted(heard)
    assert {(step + 1) / len(STEPS) for step in range(len(STEPS))} <= set(heard)
    assert len(heard) == len(STEPS) + 4  # and one for each column inside the last
    assert heard[-1] == 1.0
