"""A page as a browser shows it: what sticks out, how many pictures there are, what the console says."""

import html
import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

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


def looked_at(
    page: str, width: int, folder: Path, *options: str, measure: str = MEASURE
) -> tuple[dict[str, object], str]:
    """What the browser measures in a frame of this width, and what it complains about."""
    frame = f'<iframe width="{width}" height="900" style="border:0" srcdoc="{html.escape(page)}"></iframe>'
    file = folder / "look.html"
    file.write_text(
        f"<!DOCTYPE html><meta charset='utf-8'><body style='margin:0'>{frame}<pre></pre><script>{measure}</script>"
    )
    command = [str(BROWSER), "--headless=new", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr", *options]
    command += [f"--user-data-dir={folder / 'profile'}", "--virtual-time-budget=3000", "--dump-dom", file.as_uri()]
    run = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
    found = re.search(r"<pre>(\{.*?\})</pre>", run.stdout, flags=re.DOTALL)
    if found is None:
        assert "<pre>" not in run.stdout, f"the script on the page failed: {run.stderr[-800:]}"
        pytest.skip(f"the browser does not run here: {run.stderr[-300:]}")
    return json.loads(html.unescape(found[1])), run.stderr
