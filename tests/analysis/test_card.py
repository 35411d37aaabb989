"""The card of an analysis says what the values say, escapes what comes from data, and fits every outcome."""

import importlib
from html.parser import HTMLParser

import numpy as np
import pytest
from sklearn.datasets import load_diabetes, load_iris

from drupe import SVC, SVR, study
from drupe.analysis import Analysis, Part, analyze


class Shown(HTMLParser):
    """The text of a page, and whether its tags are closed in order."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += f"{data} "


@pytest.fixture(scope="module")
def iris() -> Analysis:
    X, y = load_iris(return_X_y=True, as_frame=True)
    return study(X, y, name="irises <script>alert(1)</script>")


def test_classes(iris: Analysis) -> None:
    shown = Shown(iris._repr_html_())
    assert shown.open == []
    for text in (shown.text, repr(iris)):
        assert iris.description.machine in text
        assert f"{iris.outcomes.errors} of {iris.outcomes.n} held-out rows" in text
        assert all(one.name in text for one in iris.importance.top(5) if one.low > 0.0)
        assert "with 95 % confidence" in text
    said = float(shown.text.split("≤ ")[1].split(" %")[0])
    assert iris.best.value <= said / 100.0 <= iris.best.value + 0.001
    assert "drupe.Report.from_analysis" in shown.text


def test_what_comes_from_data_is_escaped(iris: Analysis) -> None:
    page = iris._repr_html_()
    assert "<script>" not in page
    assert "irises <script>alert(1)</script>" in Shown(page).text
    X, y = load_iris(return_X_y=True)
    names = tuple(f"<b>{j}</b>" for j in range(4))
    found = analyze(SVC(gamma=0.5).fit(X, y), Part.of(X, y), names=names)
    assert "<b>" not in found._repr_html_()
    assert "<b>2</b>" in Shown(found._repr_html_()).text


def test_quantity() -> None:
    X, y = load_diabetes(return_X_y=True)
    training, held_out = Part.of(X[::2], y[::2]), Part.of(X[1::2], y[1::2])
    found = analyze(SVR(C=100.0, kernel="linear").fit(X[::2], y[::2]), training, held_out)
    text = Shown(found._repr_html_()).text
    assert f"{found.forecasts.mean_error:.4g}" in text
    width = next(one.width for one in found.tolerances if one.share == 0.9)
    assert width <= float(text.split("± ")[1].split()[0]) <= 1.002 * width
    first = found.importance.top(1)[0]
    assert f"{first.name}, shuffled +{first.drop:.3g} mean error; 95 % interval {first.low:.3g} to" in text


def test_a_column_that_does_not_surely_matter_is_not_named() -> None:
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(60, 2)), rng.integers(0, 2, 60)
    found = analyze(SVC(kernel="linear").fit(X, y), Part.of(X, y), Part.of(rng.normal(size=(60, 2)), y))
    assert "none surely matters alone" in repr(found)


def test_what_an_interrupt_left_out_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    X, y = load_iris(return_X_y=True)
    monkeypatch.setattr(importlib.import_module("drupe.analysis.analysis"), "certify", interrupt)
    found = analyze(SVC(gamma=0.5).fit(X, y), Part.of(X, y), keep=True)
    text = Shown(found._repr_html_()).text
    assert "not finished" in text
    assert "the importance of columns" in text
    monkeypatch.setattr(importlib.import_module("drupe.analysis.study"), "fit_best", lambda *_: None)
    nothing = study(X, y)
    assert nothing.model is None
    assert "the fitted model" in Shown(nothing._repr_html_()).text
    assert "the fitted model" in repr(nothing)


def test_importance_shows_itself(iris: Analysis) -> None:
    shown, text = Shown(iris.importance._repr_html_()), repr(iris.importance)
    assert shown.open == []
    first = iris.importance.ranked[0]
    for said in (shown.text, text):
        assert [said.index(one.name) for one in iris.importance.ranked] == sorted(
            map(said.index, iris.importance.names)
        )
        assert f"{100 * first.drop:.1f} points" in said
        assert f"on {iris.importance.rows} held-out rows" in said


def test_importance_of_a_quantity_is_in_its_units() -> None:
    X, y = load_diabetes(return_X_y=True, as_frame=True)
    found = study(X[:150], y[:150]).importance
    assert f"{found.ranked[0].drop:.3g}" in repr(found)
    assert "mean error rises by" in repr(found)
    assert "points" not in repr(found)
