"""The report says what is true of the model, in every one of its forms."""

import json
import re
import xml.etree.ElementTree as ElementTree
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest
from pages import REPORTS, three_classes, two_classes, without_support
from sklearn.datasets import load_breast_cancer
from sklearn.metrics import accuracy_score, confusion_matrix, roc_auc_score

from drupe import SVC, Report, certify
from drupe.foundation.errors import InputError, InputTypeError
from drupe.report.blocks import Picture, Statement, Verdict

VOID = {"meta", "link", "br", "img", "input", "hr"}


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
    assert "<script" not in page
    for fragment in re.findall(r"url\(#([^)]+)\)", page):
        assert fragment in balance.ids


@pytest.mark.parametrize("name", REPORTS)
def test_pictures_have_words_and_follow_dark_and_light(name: str) -> None:
    page = REPORTS[name]().to_html()
    pictures = re.findall(r"<svg.*?</svg>", page, flags=re.DOTALL)
    blocks = [block for section in REPORTS[name]().sections for block in section.blocks if isinstance(block, Picture)]
    assert len(pictures) == len(blocks) > 0
    for picture, block in zip(pictures, blocks, strict=True):
        root = ElementTree.fromstring(picture)
        assert block.title in str(root.get("aria-label"))
        assert "var(--ink)" in picture
        assert "#1c2230" not in picture


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
    assert "no probabilities" in without_support().to_html()


def test_text_and_notebook() -> None:
    assert "right answers" in two_classes().to_text()
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
    with pytest.raises(InputTypeError, match="classifiers"):
        Report.of(StandardLike(), [[0.0]], [0])


class StandardLike:
    """No classifier."""

    def __sklearn_tags__(self) -> object:
        from sklearn.preprocessing import StandardScaler

        return StandardScaler().__sklearn_tags__()
