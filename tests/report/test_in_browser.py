"""The page as a browser shows it, at the width of a desk and of a hand: nothing sticks out, nothing is missing."""

import html
import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from pages import REPORTS
from pages_of_columns import messy_page, wide_page

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)

MEASURE = """
const frame = document.querySelector("iframe");
frame.addEventListener("load", () => {
  const inside = frame.contentDocument, width = frame.contentWindow.innerWidth;
  const out = [...inside.querySelectorAll("body *")].filter(
    element => !element.closest(".scroll table, svg *") && element.getBoundingClientRect().right > width + 1);
  const drawn = [...inside.querySelectorAll("svg:not(.spark)")].map(svg => svg.getBoundingClientRect());
  document.querySelector("pre").textContent = JSON.stringify({
    width, scroll: inside.documentElement.scrollWidth, out: out.map(element => element.outerHTML.slice(0, 80)),
    pictures: drawn.length, empty: drawn.filter(box => box.width < 100 || box.height < 60).length,
    ink: getComputedStyle(inside.body).color });
});
"""


def looked_at(page: str, width: int, folder: Path, *options: str) -> tuple[dict[str, object], str]:
    """What the browser measures in a frame of this width, and what it complains about."""
    frame = f'<iframe width="{width}" height="900" style="border:0" srcdoc="{html.escape(page)}"></iframe>'
    file = folder / "look.html"
    file.write_text(
        f"<!DOCTYPE html><meta charset='utf-8'><body style='margin:0'>{frame}<pre></pre><script>{MEASURE}</script>"
    )
    command = [str(BROWSER), "--headless=new", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr", *options]
    command += [f"--user-data-dir={folder / 'profile'}", "--virtual-time-budget=3000", "--dump-dom", file.as_uri()]
    run = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
    found = re.search(r"<pre>(\{.*?\})</pre>", run.stdout, flags=re.DOTALL)
    if found is None:
        pytest.skip(f"the browser does not run here: {run.stderr[-300:]}")
    return json.loads(html.unescape(found[1])), run.stderr


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
