"""Half a page for a colleague: the answer, the certificate and the gravest caveats, and nothing of it twice."""

import dataclasses
import re

import numpy as np
import pytest
from markdown_it import MarkdownIt
from pages import hard, quantity, strings, three_classes, two_classes
from sklearn.datasets import load_iris

from drupe import SVC, DefaultClassifier, KernelRidge, Report
from drupe.report.blocks import (
    Choice,
    Code,
    Facts,
    Formula,
    Grid,
    Link,
    Points,
    Section,
    Statement,
    Text,
    Tile,
    Tiles,
    Verdict,
)
from drupe.report.composition.caveats import SAME, caveats
from drupe.report.composition.colleague import colleague_sections
from drupe.report.composition.index import Entry, index_section
from drupe.report.rendering.html import Sheet, sheet
from drupe.report.rendering.markdown import markdown


def test_what_is_unfinished_comes_first_and_what_is_always_so_last() -> None:
    analysis = dataclasses.replace(three_classes().analysis, missing=("certificates", "margins"))
    found = caveats(analysis)
    assert "it lacks certificates and margins" in found[0]
    assert "rows that the model was fitted on" in found[1]
    assert found[-2] == SAME
    same, width, chance = caveats(quantity().analysis)
    assert same == SAME
    assert "one width for all rows" in width
    assert "95 % confidence: with a probability of up to 5 %" in chance


def test_few_rows_and_rare_classes_are_named() -> None:
    rng = np.random.default_rng(0)
    y = np.array(["often"] * 57 + ["seldom"] * 3)
    X, Z = (rng.normal(size=(60, 2)) + 3.0 * (y == "seldom")[:, None] for _ in range(2))
    few = Report.of(SVC().fit(X, y), X, y, X_held_out=Z, y_held_out=y)
    found = caveats(few.analysis)
    assert "60 held-out rows only: one wrong answer more moves the measured error by 1.7 %" in found[0]
    assert "The class seldom is rare (3 training rows and 3 held-out rows, 5.0 %)" in found[1]
    digits = dataclasses.replace(few.analysis.data, classes=tuple((str(i), 6 - (i == 0), 6) for i in range(10)))
    assert not any("rare" in text for text in caveats(dataclasses.replace(few.analysis, data=digits)))
    balanced = caveats(two_classes().analysis)
    assert not any("rare" in text or "only" in text for text in balanced)


def test_a_model_that_is_no_better_than_the_simplest_rule_is_called_so() -> None:
    X, y = np.random.default_rng(0).normal(size=(400, 2)), np.arange(400) % 3 == 0
    model = DefaultClassifier().fit(X[::2], y[::2])
    analysis = Report.of(model, X[::2], y[::2], X_held_out=X[1::2], y_held_out=y[1::2]).analysis
    assert "no better than always answering the most frequent class" in caveats(analysis)[0]
    level = 100.0 + X[:, 0]
    without_offset = KernelRidge(alpha=1e6).fit(X[::2], level[::2])
    analysis = Report.of(without_offset, X[::2], level[::2], X_held_out=X[1::2], y_held_out=level[1::2]).analysis
    assert "no better than always predicting" in caveats(analysis)[0]


def test_a_class_that_is_missed_more_often_than_the_others_is_named() -> None:
    rng = np.random.default_rng(0)
    y = rng.random(600) < 0.25
    X = rng.normal(size=(600, 2)) + 1.2 * y[:, None]
    model = SVC(kernel="linear").fit(X[::2], y[::2])
    missed, rows = int((~model.predict(X[1::2]) & y[1::2]).sum()), int(y[1::2].sum())
    found = caveats(Report.of(model, X[::2], y[::2], X_held_out=X[1::2], y_held_out=y[1::2]).analysis)
    assert any(
        f"{missed} of {rows} held-out rows of class True are not found, {missed / rows:.1%}"[:-1] in one
        for one in found
    )
    assert not any("are not found" in one for one in caveats(hard().analysis))  # both classes fare alike


@pytest.mark.parametrize("make", [hard, three_classes, quantity, strings])
def test_summary_says_what_the_report_says(make) -> None:
    report = make()
    page, text = report.summary_html("whole.html"), report.summary_markdown("whole.html")
    tiles = report.sections[0].blocks[0].tiles
    assert all(tile.value in page and tile.label in page for tile in tiles)
    shown = MarkdownIt().render(text)
    assert all(tile.value.replace("<", "&lt;") in shown for tile in tiles)
    for said in (page, shown):
        assert 'The whole report: <a href="whole.html">whole.html</a>.' in said
        points = re.search(r"<ol>(.*?)</ol>", said, flags=re.DOTALL)[1]
        assert points.count("<li>") == 3
    assert len(text) < 3500
    (block,) = colleague_sections(report.analysis)[1].blocks
    assert isinstance(block, Statement)


def test_summary_without_a_certificate_says_so() -> None:
    X, y = load_iris(return_X_y=True)
    report = Report.of(SVC().fit(X, y), X, y)  # gamma="scale": no theorem may be asked
    assert "There is none" in report.summary_markdown()


def test_markdown_shows_every_block_and_nothing_is_taken_for_markup() -> None:
    grid = Grid("a_b_c", ("name|x", "n"), (("<b>1</b>", "*2*"),))
    blocks = (
        Text("say `a*b` and *c*"),
        Link("All", "a & b.html"),
        Formula("f(x) = 1"),
        Code("drupe report"),
        Tiles((Tile("error", "≤ 3 %", "[of] all"),)),
        Facts((("rows", "3"),)),
        Points(("one", "two")),
        Choice("share", grid, ("all",), ("100 %",)),
        Statement("It holds.", Verdict.HOLDS, ("it is so",), "[Key01]"),
    )
    source = markdown("A <title>", (Section("First", blocks),))
    shown = MarkdownIt().enable("table").render(source)
    assert "<h1>A &lt;title&gt;</h1>" in shown
    assert "say <code>a*b</code> and *c*" in shown
    assert 'All: <a href="a%20%26%20b.html">a &amp; b.html</a>.' in shown
    assert "<th>name|x</th>" in shown
    assert "<td>&lt;b&gt;1&lt;/b&gt;</td>" in shown
    assert ">*2*</td>" in shown
    assert "<strong>error: ≤ 3 %</strong> ([of] all)" in shown
    assert shown.count("<li>") == 5
    assert "<blockquote>" in shown


def test_index_leads_to_pages_and_says_what_went_wrong() -> None:
    entries = [
        Entry("a.csv", hard().analysis, "a.html"),
        Entry("b.csv", error="b.csv: there is no target column."),
        Entry("c.csv", quantity().analysis, "c & d.html", "interrupted."),
    ]
    page = sheet(Sheet.INDEX, "Reports", (index_section(entries),))
    best = hard().sections[0].blocks[0].tiles[1].value
    assert re.findall(r'<a href="([^"]*)">([^<]*)</a>', page) == [
        ("a.html", "a.html"),
        ("c%20%26%20d.html", "c &amp; d.html"),
    ]
    said = page.replace("\N{NO-BREAK SPACE}", " ")
    assert f"certified error {best}" in said
    assert "certified interval ± " in said
    assert "3 files, 2 with a page" in page
    assert "2 files, each with a page of its own" in sheet(Sheet.INDEX, "Reports", (index_section(entries[::2]),))
    assert page.count("b.csv: there is no target column.") == 1
    assert "c.csv: interrupted." in page
