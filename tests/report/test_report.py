"""The report says what is true of the model, in every one of its forms."""

import dataclasses
import importlib
import json
import re
import xml.etree.ElementTree as ElementTree
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest
from pages import REPORTS, hard, many_classes, quantity, three_classes, two_classes, without_support
from sklearn.datasets import load_breast_cancer, load_iris
from sklearn.metrics import accuracy_score, confusion_matrix, roc_auc_score
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from drupe import SVC, SVR, KernelRidge, NearestMean, Report, certify
from drupe.foundation.errors import InputError, InputTypeError
from drupe.report.blocks import Choice, Grid, Statement, Text, Verdict
from drupe.report.composition.making import solver_section
from drupe.report.numbers import error_share, error_share_at_most, percent_at_most, quantity_at_most
from drupe.report.pictures.prices import spread

VOID = {"meta", "link", "br", "img", "input", "hr", "wbr"}


class Balance(HTMLParser):
    """Whether tags are closed in the order in which they were opened."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.ids += [value for name, value in attrs if name == "id" and value]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.ids += [value for name, value in attrs if name == "id" and value]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("name", REPORTS)
def test_page_is_well_formed_and_needs_nothing_else(name: str) -> None:
    page = REPORTS[name]().to_html()
    balance = Balance()
    balance.feed(page)
    assert balance.open == []
    assert len(balance.ids) == len(set(balance.ids))
    links = re.findall(r'(?:src|href)="([^"]*)"', page)
    assert all(link.startswith(("#", "data:")) for link in links)
    assert page.count("<script") == 1
    assert not re.search(r"\b(fetch|XMLHttpRequest|import|eval)\b\s*\(|https?://(?!www\.w3\.org)", page)
    for fragment in re.findall(r"url\(#([^)]+)\)", page):
        assert fragment in balance.ids


@pytest.mark.parametrize("name", REPORTS)
def test_pictures_have_words_and_follow_dark_and_light(name: str) -> None:
    page = REPORTS[name]().to_html()
    pictures = re.findall(r"<svg xmlns.*?</svg>", page, flags=re.DOTALL)
    blocks = [picture for section in REPORTS[name]().sections for picture in section.pictures]
    assert len(pictures) == len(blocks) > 0
    for picture, block in zip(pictures, blocks, strict=True):
        root = ElementTree.fromstring(picture)
        assert block.title in str(root.get("aria-label"))
        assert "var(--ink)" in picture
        assert "#1c2230" not in picture


def test_numbers_in_pictures_are_written_in_full() -> None:
    page, area = two_classes().to_html(), two_classes().analysis.outcomes.roc.area
    assert f">area {area:.3f}</text>" in page
    assert max(len(digits) for digits in re.findall(r' (?:x|y|width)="-?\d+\.(\d+)"', page)) <= 2


def test_titles_are_escaped() -> None:
    assert "<h1>Tumors &lt;&amp; co&gt;</h1>" in two_classes().to_html()


def test_values_are_those_of_scikit_learn() -> None:
    data = load_breast_cancer()
    Z, labels = data.data[1::2], data.target_names[data.target][1::2]
    report = two_classes()
    model, values = report.analysis.model, report.to_dict()["values"]
    assert values["accuracy"] == pytest.approx(accuracy_score(labels, model.predict(Z)))
    assert values["confusion"] == confusion_matrix(labels, model.predict(Z)).tolist()
    assert values["roc_area"] == pytest.approx(roc_auc_score(labels == "malignant", model.decision_function(Z)))


def test_json_has_no_holes() -> None:
    for make in REPORTS.values():
        text = json.dumps(make().to_dict(), allow_nan=False)
        assert json.loads(text)["title"] == make().title


def test_without_held_out_examples_the_page_warns() -> None:
    page = three_classes().to_html()
    assert "fitted on; on new ones it will do worse" in page
    assert "held-out rows" not in page


def test_vacuous_bounds_are_called_so() -> None:
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(60, 2)), rng.integers(0, 2, 60)
    model = SVC(gamma=1.0).fit(X, y)
    report = Report.of(model, X, y)
    said = [block for section in report.sections for block in section.blocks if isinstance(block, Statement)]
    vacuous = [block for block in said if block.verdict is Verdict.VACUOUS]
    expected = [one for one in certify(model, X, y, delta=0.04).valid if one.vacuous]
    assert len(vacuous) == min(6, len(expected)) > 0
    assert all("says nothing" in block.text for block in vacuous)


def test_statements_carry_premises_and_sources() -> None:
    held = [
        block
        for section in two_classes().sections
        for block in section.blocks
        if isinstance(block, Statement) and block.verdict is Verdict.HOLDS
    ]
    assert held
    assert all(block.provided and "[Langford05]" in block.source for block in held)


def test_machine_without_support_vectors_has_a_shorter_page() -> None:
    titles = [section.title for section in without_support().sections]
    assert "The solver" not in titles
    assert "Examples worth a look" not in titles
    assert "Calibration" not in without_support().to_html()


def test_text_and_notebook() -> None:
    assert "measured error" in two_classes().to_text()
    frame = two_classes()._repr_html_()
    assert frame.startswith("<iframe")
    assert frame.count("<iframe") == frame.count("</iframe>") == 1


def test_saved_whole(tmp_path: Path) -> None:
    three_classes().save(tmp_path / "page.html")
    assert (tmp_path / "page.html").read_text() == three_classes().to_html()


def test_what_cannot_be_reported_is_refused() -> None:
    model = three_classes().analysis.model
    with pytest.raises(InputError, match="come together"):
        Report.of(model, [[0.0, 1.0]], [0], X_held_out=[[0.0, 1.0]])
    with pytest.raises(InputTypeError, match="classifiers and regressors"):
        Report.of(StandardLike(), [[0.0]], [0])


class StandardLike:
    """No classifier."""

    def __sklearn_tags__(self) -> object:
        from sklearn.preprocessing import StandardScaler

        return StandardScaler().__sklearn_tags__()


def test_many_classes_are_listed_and_not_drawn() -> None:
    report = many_classes()
    grids = [block for section in report.sections for block in section.blocks if isinstance(block, Grid)]
    (mistakes,) = [grid for grid in grids if grid.caption == "The commonest mistakes"]
    counts = report.analysis.outcomes.confusion
    classes = report.analysis.outcomes.classes.tolist()
    for label, answer, rows in mistakes.rows:
        assert counts[classes.index(label), classes.index(answer)] == int(rows) > 0
    assert "<h3>Confusion</h3>" not in report.to_html()


def test_first_screen_says_error_certificate_and_when_not_to_answer() -> None:
    tiles = two_classes().sections[0].blocks[0].tiles
    assert [tile.label for tile in tiles] == [
        "measured error",
        "certified error",
        "measured error if it may say “I don’t know”",
        "model",
    ]
    best = two_classes().analysis.certificates.best_for_fitted
    assert float(tiles[1].value.strip("≤ %")) / 100.0 >= best.value
    assert "95 % confidence" in tiles[1].detail


def test_statements_of_one_page_share_one_confidence() -> None:
    said = re.findall(r"With ([\d.]+)\s% confidence", two_classes().to_html() + quantity().to_html())
    assert set(said) == {"95"}


def test_certified_numbers_are_never_rounded_down() -> None:
    rng = np.random.default_rng(0)
    for value in rng.uniform(0.0, 1.0, 300):
        assert float(percent_at_most(value).removesuffix(" %")) >= 100.0 * value
        assert float(quantity_at_most(1e3 * value).replace("\u202f", "")) >= 1e3 * value * (1 - 1e-9)
        assert float(quantity_at_most(value)) >= value * (1 - 1e-9)


def test_an_interrupt_leaves_the_pictures_that_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    home = importlib.import_module("drupe.report.rendering.html")
    draw, report, calls = home.svg, two_classes(), []

    def third(*arguments: object) -> str:
        calls.append(1)
        if len(calls) == 3:
            raise KeyboardInterrupt
        return str(draw(*arguments))

    monkeypatch.setattr(home, "svg", third)
    heard: list[float] = []
    page = home.drawn_page(report.title, report.sections, heard.append, keep=True)
    assert page.html.count("<svg xmlns") == 2
    assert page.html.count("Not drawn, because of an interrupt.") == page.left_out > 0
    balance = Balance()
    balance.feed(page.html)
    assert balance.open == []
    calls.clear()
    with pytest.raises(KeyboardInterrupt):
        report.to_html()


@pytest.mark.parametrize("frame", ["pandas", "polars"])
def test_data_frames_name_their_columns(frame: str) -> None:
    library = pytest.importorskip(frame)
    X, y = load_iris(return_X_y=True)
    table = library.DataFrame({f"leaf {j}": X[:, j] for j in range(4)})
    page = Report.of(SVC().fit(table, y), table, y).to_html()
    assert "leaf 2" in page
    regression = Report.of(SVR().fit(table, X[:, 3]), table, X[:, 3])
    assert regression.analysis.forecasts.n == 150


def test_report_on_a_search_of_scikit_learn() -> None:
    X, y = load_iris(return_X_y=True)
    search = GridSearchCV(make_pipeline(StandardScaler(), SVC()), {"svc__C": [0.1, 1.0]}).fit(X[::2], y[::2])
    report = Report.of(search, X[::2], y[::2], X_held_out=X[1::2], y_held_out=y[1::2])
    assert report.analysis.data.scaling.startswith("each column to mean 0")
    assert report.analysis.best is not None


def test_a_default_machine_is_not_said_to_be_no_better_than_chance() -> None:
    X, y = load_iris(return_X_y=True)
    page = Report.of(SVC().fit(X, y), X, y).to_html()  # gamma="scale": no theorem may be asked
    assert "no theorem applies: see Certificates" in page
    assert "prove nothing better than chance" not in page


def test_a_model_worse_than_a_constant_is_called_worse() -> None:
    X = np.arange(20.0)[:, None]
    y = 100.0 + X[:, 0]
    page = Report.of(KernelRidge(alpha=1e6).fit(X, y), X, y).to_html()  # without an offset
    assert "the model is worse, off by" in page
    assert re.search(r"−\d+\.\d %", page)


def choice_of(report: Report) -> Choice:
    (choice,) = [block for section in report.sections for block in section.blocks if isinstance(block, Choice)]
    return choice


def test_one_number_has_one_name_and_one_rounding() -> None:
    report = hard()
    outcomes, best = report.analysis.outcomes, report.analysis.best
    measured, certified = f"{100 * outcomes.errors / outcomes.n:.1f} %", percent_at_most(best.value)
    assert measured != certified
    tiles = {tile.label: tile.value for tile in report.sections[0].blocks[0].tiles}
    assert (tiles["measured error"], tiles["certified error"]) == (measured, f"≤ {certified}")
    grid = choice_of(report).grid
    assert grid.columns[-2:] == ("measured error", "certified error")
    assert (grid.rows[0][0], *grid.rows[0][-2:]) == ("answer all", measured, f"≤ {certified}")
    said = {section.title: section.blocks for section in report.sections}
    texts = [block.text for block in said["How good the answers are"] if isinstance(block, Text)]
    assert f"a measured error of {measured}." in texts[0]
    assert f"at most {certified}" in texts[1]
    assert "certified error" in texts[1]
    claims = [block.text for block in said["Certificates"] if isinstance(block, Statement)]
    (claim,) = [text for text in claims if "certified error" in text]
    assert f"is at most {certified}." in claim


def test_conditions_that_hold_with_room_to_spare_are_not_violated() -> None:
    facts = dataclasses.replace(hard().analysis.solver, violation=-1.57)
    (block,) = solver_section(facts).blocks
    assert dict(block.facts)["violation of optimality"] == f"0.00e+00, at most {facts.tolerance:g} was asked for"


def test_all_certificates_of_a_page_share_one_delta() -> None:
    analysis = hard().analysis
    at_thresholds = [one.certificate for one in analysis.abstention.thresholds if one.certificate is not None]
    spent = sum(one.delta / one.witness.choices for one in at_thresholds)
    assert len(at_thresholds) == 8
    assert sum(one.delta for one in analysis.certificates.valid) <= analysis.certificates.delta * (1 + 1e-9)
    assert analysis.certificates.delta + spent <= analysis.delta * (1 + 1e-9)


def test_a_threshold_that_does_not_help_or_cannot_be_said_is_no_advice() -> None:
    rng = np.random.default_rng(0)
    X = rng.normal(size=(400, 2))
    y = X[:, 0] + 0.5 * rng.normal(size=400) > 0.0
    for scale in (1.0, 0.001):  # a lead of outputs has no unit, and nobody could remember one of the smaller
        X *= scale
        model = NearestMean(kernel="linear").fit(X[::2], y[::2])
        report = Report.of(model, X[::2], y[::2], X_held_out=X[1::2], y_held_out=y[1::2])
        assert "if it may say “I don’t know”" in report.to_text()
        assert "drupe predict --reject 0." not in report.to_text()
        assert "drupe predict --answer 0." in report.to_text()


def test_errors_keep_two_digits_below_one_percent() -> None:
    assert (error_share(0.0042), error_share(0.012)) == ("0.42 %", "1.2 %")
    for value in np.random.default_rng(0).uniform(0.0, 0.02, 300):
        assert float(error_share_at_most(value).removesuffix(" %")) >= 100.0 * value


def test_names_at_the_ends_of_lines_lie_apart_in_their_order() -> None:
    rng = np.random.default_rng(0)
    for count in range(1, 12):
        wishes = rng.random(count) ** 3
        places = np.array(spread(wishes.tolist(), 0.06))
        assert (np.argsort(places) == np.argsort(wishes)).all()
        assert (np.diff(np.sort(places)) >= 0.06 - 1e-9).all()
        assert places.min() >= -1e-9 or places.max() <= 1.0 + 1e-9
    assert spread([0.1, 0.5, 0.9], 0.06) == pytest.approx([0.1, 0.5, 0.9])
