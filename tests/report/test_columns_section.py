"""The section on columns: says what the look says, escapes what it must, and fits on the page in all its forms."""

import json
import re
import xml.etree.ElementTree as ElementTree
from html import unescape

import numpy as np
import pytest
from analysis.messy_tables import MESSY, ROWS, MessyTable, tidy
from pages import three_classes
from pages_of_columns import messy_page, page_of, wide_page

from drupe import Report
from drupe.analysis.alerts import AlertKind
from drupe.estimators.preparation.treatments import AsNumber
from drupe.report.blocks import Card, Cards, Section, Text, Tone
from drupe.report.composition.columns import MOST_CARDS
from drupe.report.rendering.html import page
from drupe.report.rendering.sparks import spark
from drupe.report.sparks import Cloud, Histogram, Tally


def columns_of(report: Report) -> Section:
    (section,) = [one for one in report.sections if one.title == "The columns"]
    return section


def cards_of(report: Report) -> dict[str, Card]:
    blocks = [block for block in columns_of(report).blocks if isinstance(block, Cards)]
    return {card.title: card for block in blocks for card in block.cards}


@pytest.mark.parametrize("name", MESSY)
def test_all_alerts_and_all_columns_are_shown(name: str) -> None:
    report = messy_page(name)
    texts = [block.text for block in columns_of(report).blocks if isinstance(block, Text)]
    assert texts[1:] == [alert.text for alert in report.analysis.alerts]
    assert set(MESSY[name]().columns) <= set(cards_of(report))


def test_the_section_stands_after_the_data_and_only_if_there_was_a_look() -> None:
    titles = [section.title for section in messy_page("customers").sections]
    assert titles.index("The columns") == titles.index("Data at a glance") + 1
    assert "The columns" not in [section.title for section in three_classes().sections]
    assert three_classes().analysis.alerts == ()


def test_the_first_screen_names_leaks_first_and_at_most_three_alerts() -> None:
    report = messy_page("patients")
    said = [block for block in report.sections[0].blocks if isinstance(block, Text)]
    assert said[0].tone is Tone.WARNING
    assert "date of death" in said[0].text
    assert [block.text for block in said[:3]] == [alert.text for alert in report.analysis.alerts[:3]]
    assert said[3].text == "And 2 more remarks on the data: see The columns."


def test_the_first_screen_counts_what_weighs_little_and_is_silent_where_nothing_was_found() -> None:
    def said(report: Report) -> list[Text]:
        return [block for block in report.sections[0].blocks if isinstance(block, Text)]

    assert said(page_of(tidy().look())) == said(three_classes())
    (more,) = [block for block in said(messy_page("weather")) if block not in said(three_classes())]
    assert more.text == "3 remarks on the data: see The columns."


def test_evil_names_are_escaped_everywhere() -> None:
    report = messy_page("evil")
    html = page(report.title, [report.sections[0], columns_of(report)])
    assert "<script>alert" not in html
    assert "<img" not in html
    assert "</style></title>" not in html
    assert "<b>bold" not in html
    assert "49" not in re.findall(r"rich\[/bold\] ([^<]*)<", html)
    for name in MESSY["evil"]().columns:
        assert name in unescape(html).replace("<wbr>", "")


def test_evil_names_are_themselves_on_the_terminal_and_in_json() -> None:
    names = list(MESSY["evil"]().columns)
    text = messy_page("evil").to_text(width=400)
    assert all(name in text for name in names)
    assert "[red]x[/red]" in text
    values = json.loads(json.dumps(messy_page("evil").to_dict(), allow_nan=False))
    assert values["values"]["alerts"][0]["columns"] == [names[0]]
    assert values["values"]["alerts"][0]["kind"] == "leak"
    blocks = [block for section in values["sections"] for block in section["blocks"]]
    assert set(names) <= {card["title"] for block in blocks for card in block.get("cards", ())}


@pytest.mark.parametrize("name", [*MESSY, "wide"])
def test_tiny_pictures_are_well_formed_and_follow_dark_and_light(name: str) -> None:
    html = page("columns", [columns_of(wide_page() if name == "wide" else messy_page(name))])
    tiny = re.findall(r'<svg class="spark".*?</svg>', html, flags=re.DOTALL)
    assert tiny
    for picture in tiny:
        ElementTree.fromstring(picture)
        assert "#" not in picture  # colors come from the page


def test_at_most_forty_cards_the_strongest_first() -> None:
    report = wide_page()
    (block, *_) = [one for one in columns_of(report).blocks if isinstance(one, Cards)]
    strengths = {one.name: one.strength for one in report.analysis.look.columns}
    shown = [strengths[card.title] for card in block.cards]
    assert len(shown) == MOST_CARDS
    assert shown == sorted(shown, reverse=True) == sorted(strengths.values(), reverse=True)[:MOST_CARDS]
    assert f"20 more are not drawn, none stronger than {sorted(strengths.values())[19]:.2f}" in block.caption


def test_columns_with_serious_alerts_come_before_stronger_ones() -> None:
    rng = np.random.default_rng(0)
    classes = np.arange(ROWS) % 2
    ages = rng.integers(18, 90, ROWS).astype(float)
    ages[3] = 999.0
    columns = {"strong": list(3.0 * classes + rng.normal(size=ROWS)), "age": list(ages)}
    report = page_of(MessyTable(columns, classes, tuple(map(AsNumber, columns))).look())
    assert [alert.kind for alert in report.analysis.alerts] == [AlertKind.OUTLIER]
    assert list(cards_of(report))[:2] == ["age", "strong"]
    assert cards_of(report)["age"].tone is Tone.NOTE
    assert cards_of(report)["strong"].tone is Tone.PLAIN


def test_cards_say_what_the_profiles_say() -> None:
    cards = cards_of(messy_page("patients"))
    assert cards["date of death"].kind == "date"
    assert cards["date of death"].tone is Tone.WARNING
    assert isinstance(dates := cards["date of death"].spark, Histogram)
    assert (dates.low, dates.high) == ("2020-03-01", "2020-03-28")
    ward = MESSY["patients"]().columns["ward"]
    assert isinstance(tally := cards["ward"].spark, Tally)
    assert dict(tally.counts) == {letter: ward.count(letter) for letter in "ABC"}
    empty = MESSY["patients"]().columns["lab"].count(None)
    assert dict(cards["empty cells"].spark.counts)["lab"] == empty
    assert f"{100 * empty / ROWS:.0f} % empty" in cards["lab"].facts
    left_out = cards_of(messy_page("weather"))["score copy"]
    assert (left_out.kind, left_out.facts[0]) == ("left out", "another column says the same: score")


def test_bars_are_as_high_as_counts_say() -> None:
    heights = [float(found) for found in re.findall(r"v-([\d.]+)", str(spark(Histogram((2, 0, 8, 4), "0", "1"))))]
    assert heights == [11.0, 44.0, 22.0]


def test_points_lie_where_they_should() -> None:
    picture = str(spark(Cloud(((0.0, 0.0), (1.0, 1.0)), "x", "y")))
    assert re.findall(r'cx="([\d.]+)" cy="([\d.]+)"', picture) == [("4", "116"), ("116", "4")]
