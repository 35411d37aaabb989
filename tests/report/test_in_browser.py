"""The page as a browser shows it, at the width of a desk and of a hand: nothing sticks out, nothing is missing."""

import re
from pathlib import Path

import pytest
from browser import BROWSER, looked_at
from pages import REPORTS
from pages_of_columns import messy_page, wide_page

from drupe.report.blocks import Choice, Grid, Section
from drupe.report.composition.index import Entry, index_section
from drupe.report.rendering.html import Sheet, drawn_page, sheet

USE = """
const frame = document.querySelector("iframe");
frame.addEventListener("load", async () => {
  const page = frame.contentDocument, all = selector => [...page.querySelectorAll(selector)];
  const later = () => new Promise(done => setTimeout(done, 50));
  const slider = page.querySelector(".choice input"), rows = all(".choice tbody tr");
  const places = [];
  for (let value = rows.length - 1; value >= 0; value--) {
    slider.value = value;
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    places.push({
      said: all(".choice output .value").map(one => one.textContent), spoken: slider.getAttribute("aria-valuetext"),
      rows: rows.flatMap((row, i) => row.classList.contains("chosen") ? [i] : []),
      rings: all("[id*='-chosen-']").filter(ring => getComputedStyle(ring).visibility === "visible").map(one => one.id),
      across: Math.min(...all("[id*='-chosen-'].shown use").map(mark => Number(mark.getAttribute("x")))) });
  }
  const table = page.querySelector(".choice .scroll"), hidden = table.scrollWidth - table.clientWidth;
  const fold = page.getElementById("fold"), open = () => all("section > details").filter(one => one.open).length;
  const folds = [[open(), fold.textContent]];
  fold.click();
  await later();
  folds.push([open(), fold.textContent]);
  page.querySelector("nav a[href='#certificates']").click();
  await later();
  folds.push([open(), fold.textContent]);
  frame.contentWindow.dispatchEvent(new Event("beforeprint"));
  folds.push([open(), ""]);
  frame.contentWindow.dispatchEvent(new Event("afterprint"));
  folds.push([open(), ""]);
  const sorted = all("table").map(table => [...table.querySelectorAll("th button")].map((button, column) => {
    const cells = () => [...table.tBodies[0].rows].map(row => row.cells[column].textContent);
    const orders = [cells()], turns = [];
    for (let click = 0; click < 3; click++) {
      button.click();
      orders.push(cells());
      turns.push(button.parentElement.getAttribute("aria-sort"));
    }
    return { head: button.textContent, orders, turns };
  }));
  document.querySelector("pre").textContent = JSON.stringify(
    { places, hidden, folds, sections: all("section").length, sorted, shown: !page.querySelector(".control").hidden });
});
"""


@pytest.mark.slow
@pytest.mark.skipif(BROWSER is None, reason="needs Chromium")
@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("name", REPORTS)
def test_nothing_sticks_out(name: str, width: int, tmp_path: Path) -> None:
    report = REPORTS[name]()
    seen, complaints = looked_at(report.to_html(), width, tmp_path)
    assert (seen["width"], seen["out"]) == (width, [])
    assert int(str(seen["scroll"])) <= width
    assert int(str(seen["pictures"])) > 0
    assert seen["empty"] == 0
    assert ":CONSOLE" not in complaints


@pytest.mark.slow
@pytest.mark.skipif(BROWSER is None, reason="needs Chromium")
@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("name", ["patients", "weather", "evil", "wide"])
def test_columns_do_not_stick_out(name: str, width: int, tmp_path: Path) -> None:
    page = (wide_page() if name == "wide" else messy_page(name)).to_html()
    seen, complaints = looked_at(page, width, tmp_path)
    assert (seen["width"], seen["out"]) == (width, [])
    assert int(str(seen["scroll"])) <= width
    assert ":CONSOLE" not in complaints


@pytest.mark.slow
@pytest.mark.skipif(BROWSER is None, reason="needs Chromium")
def test_dark_ink_is_light(tmp_path: Path) -> None:
    page = REPORTS["three classes"]().to_html()
    light, _ = looked_at(page, 800, tmp_path)
    dark, _ = looked_at(page, 800, tmp_path, "--blink-settings=preferredColorScheme=0")
    assert (light["ink"], dark["ink"]) == ("rgb(28, 34, 48)", "rgb(231, 234, 240)")


@pytest.mark.slow
@pytest.mark.skipif(BROWSER is None, reason="needs Chromium")
def test_slider_moves_the_mark_and_the_certified_numbers(tmp_path: Path) -> None:
    report = REPORTS["hard"]()
    (choice,) = [block for section in report.sections for block in section.blocks if isinstance(block, Choice)]
    seen, complaints = looked_at(report.to_html(), 1280, tmp_path, measure=USE)
    assert seen["shown"]
    assert ":CONSOLE" not in complaints
    places = seen["places"]
    assert [tuple(place["said"]) for place in places] == list(choice.grid.rows)
    assert [place["spoken"] for place in places] == list(choice.sentences)
    assert [place["rows"] for place in places] == [[i] for i in range(len(places))]
    assert all(len(place["rings"]) == 1 for place in places)
    assert [place["rings"][0].rpartition("-")[2] for place in places] == [str(i) for i in range(len(places))]
    across = [place["across"] for place in places]
    shares = [one.coverage for one in report.analysis.abstention.thresholds]
    inner = [(x - across[-1]) / (across[0] - across[-1]) for x in across]
    assert inner == pytest.approx([(share - shares[-1]) / (shares[0] - shares[-1]) for share in shares], abs=1e-3)


@pytest.mark.slow
@pytest.mark.skipif(BROWSER is None, reason="needs Chromium")
def test_certified_errors_of_thresholds_are_in_sight_on_a_phone(tmp_path: Path) -> None:
    seen, _ = looked_at(REPORTS["hard"]().to_html(), 390, tmp_path, measure=USE)
    assert seen["hidden"] == 0


@pytest.mark.slow
@pytest.mark.skipif(BROWSER is None, reason="needs Chromium")
def test_sections_fold_and_open_where_a_link_or_a_printer_comes(tmp_path: Path) -> None:
    seen, _ = looked_at(REPORTS["hard"]().to_html(), 1280, tmp_path, measure=USE)
    n = seen["sections"]
    assert seen["folds"] == [[n, "Fold all"], [0, "Unfold all"], [1, "Fold all"], [n, ""], [1, ""]]


@pytest.mark.slow
@pytest.mark.skipif(BROWSER is None, reason="needs Chromium")
def test_tables_are_sorted_as_numbers(tmp_path: Path) -> None:
    cells = [
        "≤ 3.2 %",
        "≤ 12.0 %",
        "−1.50",
        "2.26 × 10⁸",
        "5.00 × 10⁻⁹",
        "9 of 10",
        "12\u202f345",
        "none",
        "40 ms",
        "1.5 s",
    ]
    times = ["40 ms", "1.5 s", "2 min 5 s", "900 ms", "1 min 59 s", "3.0 s", "7 ms", "61 ms", "10.0 s", "5 ms"]
    words = ["b2", "b10", "a", "c", "d", "e", "f", "g", "h", "i"]
    grid = Grid("", ("word", "number", "time"), tuple(zip(words, cells, times, strict=True)))
    choice = REPORTS["hard"]().sections  # a page needs a choice for the measurements
    page = drawn_page("", (Section("Certificates", (grid,)), *[one for one in choice if "not to" in one.title])).html
    seen, _ = looked_at(page, 1280, tmp_path, measure=USE)
    word, number, time = seen["sorted"][0]
    for column, first in ((word, words), (number, cells), (time, times)):
        assert column["turns"] == ["ascending", "descending", None]
        assert column["orders"][0] == column["orders"][3] == first
    assert word["orders"][1] == ["a", "b2", "b10", *"cdefghi"]
    assert word["orders"][2] == word["orders"][1][::-1]
    rising = [
        "none",
        "−1.50",
        "5.00 × 10⁻⁹",
        "40 ms",
        "1.5 s",
        "≤ 3.2 %",
        "9 of 10",
        "≤ 12.0 %",
        "12\u202f345",
        "2.26 × 10⁸",
    ]
    assert number["orders"][1] == rising
    assert number["orders"][2] == rising[::-1]
    rising = ["5 ms", "7 ms", "40 ms", "61 ms", "900 ms", "1.5 s", "3.0 s", "10.0 s", "1 min 59 s", "2 min 5 s"]
    assert time["orders"][1] == rising


@pytest.mark.slow
@pytest.mark.skipif(BROWSER is None, reason="needs Chromium")
def test_without_script_the_table_stands_there(tmp_path: Path) -> None:
    page = re.sub(r"<script>.*?</script>", "", REPORTS["hard"]().to_html(), flags=re.DOTALL)
    plain = """
document.querySelector("iframe").addEventListener("load", event => {
  const page = event.target.contentDocument, seen = selector => [...page.querySelectorAll(selector)].filter(
    one => one.checkVisibility({ visibilityProperty: true })).length;
  document.querySelector("pre").textContent = JSON.stringify({ rows: seen(".choice tbody tr"),
    slider: seen(".choice input"), fold: seen("#fold"), rings: seen("[id*='-chosen-']") });
});
"""
    seen, _ = looked_at(page, 1280, tmp_path, measure=plain)
    assert seen == {"rows": 9, "slider": 0, "fold": 0, "rings": 0}


@pytest.mark.slow
@pytest.mark.skipif(BROWSER is None, reason="needs Chromium")
def test_summary_and_index_fit_into_a_hand(tmp_path: Path) -> None:
    report = REPORTS["hard"]()
    entries = [
        Entry("measurements/of/a_day_in_spring.csv", report.analysis, "a_day_in_spring.html"),
        Entry("b", error="no"),
    ]
    for page in (report.summary_html("report.html"), sheet(Sheet.INDEX, "Reports", (index_section(entries),))):
        seen, complaints = looked_at(page, 390, tmp_path)
        assert (seen["width"], seen["out"]) == (390, [])
        assert int(str(seen["scroll"])) <= 390
        assert ":CONSOLE" not in complaints
