"""Reports into their files: drawn, written whole, and shown."""

import json
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from drupe.cli.outputs import Output, Written
from drupe.cli.progress import note, watched
from drupe.cli.streams import UNENCODABLE
from drupe.foundation.interrupts import uninterrupted

if TYPE_CHECKING:
    from drupe.report.composition.index import Entry
    from drupe.report.report import Report


@dataclass(frozen=True, eq=False)
class Made:
    """A report that was written.

    Parameters
    ----------
    report
        What it shows.
    values
        The same for machines.
    written
        Which files there are.
    missing
        What is not on the page because of Ctrl-C.
    """

    report: "Report"
    values: dict[str, Any]
    written: tuple[Written, ...]
    missing: tuple[str, ...]

    @property
    def interrupted(self) -> bool:
        """Whether anything is missing, or was cut short."""
        return bool(self.missing) or self.report.analysis.interrupted

    @property
    def lacks(self) -> str:
        """What is missing, in words."""
        from drupe.report.numbers import listing

        return listing(self.missing)


def write_report(report: "Report", places: dict[Written, Output], recipe: Any) -> Made:
    """All files together, those that need a model only if there is one."""
    from drupe.persistence.archive import save
    from drupe.report.numbers import count
    from drupe.report.rendering.html import drawn_page

    analysis = report.analysis
    with watched("drawing the page") as progress:
        drawn = drawn_page(report.title, report.sections, progress, keep=True)
    values, whole = report.to_dict(), Path(places[Written.PAGE].path).name
    texts: dict[Written, Callable[[], str]] = {
        Written.PAGE: lambda: drawn.html,
        Written.VALUES: lambda: json.dumps(values, indent=1, ensure_ascii=False, allow_nan=False) + "\n",
        Written.SUMMARY: lambda: report.summary_html(whole),
        Written.MARKDOWN: lambda: report.summary_markdown(whole),
    }
    contents = {kind: text().encode(errors=UNENCODABLE) for kind, text in texts.items() if kind in places}
    kept = {kind: place for kind, place in places.items() if kind in contents or analysis.model is not None}
    with uninterrupted(), ExitStack() as stack:
        files = {kind: stack.enter_context(place.opened()) for kind, place in kept.items()}
        if Written.MODEL in files:
            save(analysis.model, files[Written.MODEL], recipe=recipe, certificate=analysis.best)
        for kind, content in contents.items():
            files[kind].write(content)
    missing = [*analysis.missing, *([count(drawn.left_out, "picture")] if drawn.left_out else [])]
    return Made(report, values, tuple(kept), tuple(missing))


def write_index(entries: "Sequence[Entry]", place: Output, title: str) -> None:
    """The page that leads to all others."""
    from drupe.report.composition.index import index_section
    from drupe.report.rendering.html import Sheet, sheet

    content = sheet(Sheet.INDEX, title, (index_section(entries),)).encode(errors=UNENCODABLE)
    with uninterrupted(), place.opened() as file:
        file.write(content)


def in_browser(path: str) -> None:
    """Show a page; where there is no browser, say where it is."""
    import webbrowser

    where = Path(path).resolve()
    try:
        shown = webbrowser.open(where.as_uri())
    except (webbrowser.Error, OSError):
        shown = False
    if not shown:
        note(f"no browser was found here; the page is {where}")
