"""The report as one page that needs nothing else."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache
from importlib.metadata import version
from typing import Any

from markupsafe import Markup, escape

from drupe.foundation.progress import Progress
from drupe.report.blocks import Block, Grid, Picture, Section, anchor
from drupe.report.rendering.sparks import spark
from drupe.report.rendering.svg import svg


@dataclass(frozen=True)
class Page:
    """A page, and how many of its pictures were not drawn because of Ctrl-C."""

    html: str
    left_out: int = 0


def page(title: str, sections: Sequence[Section]) -> str:
    """The page: styles, pictures and text in one string."""
    return drawn_page(title, sections).html


def drawn_page(
    title: str, sections: Sequence[Section], progress: Progress | None = None, *, keep: bool = False
) -> Page:
    """The page; with `keep`, Ctrl-C leaves out the pictures that are not drawn yet, and says so in their place."""
    wanted = [picture for section in sections for picture in section.pictures]
    drawn: dict[int, Markup] = {}
    try:
        for i, block in enumerate(wanted):
            drawn[id(block)] = Markup(svg(block, f"p{i}"))  # made from our own drawing
            if progress is not None:
                progress((i + 1) / len(wanted))
    except KeyboardInterrupt:
        if not keep:
            raise
    html = _filled("page.html", title, sections, lambda block: drawn.get(id(block), _not_drawn(block)))
    return Page(html, len(wanted) - len(drawn))


class Sheet(Enum):
    """What a short page is, as its head says, so that none is taken for another."""

    SUMMARY = "summary"
    INDEX = "index"


def sheet(kind: Sheet, title: str, sections: Sequence[Section]) -> str:
    """A short page: no list of sections, nothing to fold, pictures in words."""
    return _filled("sheet.html", title, sections, _in_words, f" {kind.value}")


def _in_words(block: Picture) -> Markup:
    return Markup("<p>{}</p>").format(block.words)


def _filled(
    template: str, title: str, sections: Sequence[Section], picture: Callable[[Picture], Markup], kind: str = ""
) -> str:
    return str(
        _templates()
        .get_template(template)
        .render(
            title=title,
            kind=kind,
            sections=[(section, _rows(section.blocks)) for section in sections],
            picture=picture,
            version=version("drupe"),
        )
    )


def _not_drawn(block: Picture) -> Markup:
    return Markup('<p class="warning">{}</p>').format(f"Not drawn, because of an interrupt. {block.words}")


def inline(text: str) -> Markup:
    """A sentence, with what stands between backticks as code.

    >>> str(inline("a < `b`"))
    'a &lt; <code>b</code>'
    """
    return Markup(re.sub(r"`([^`]+)`", r"<code>\1</code>", str(escape(unparted(text)))))


def unparted(text: str) -> str:
    """Words that go on in the next line, but never between a number and the sign that belongs to it.

    >>> unparted("at most 5.8 % of them within ± 3")
    'at most 5.8\xa0% of them within ±\xa03'
    """
    return re.sub(r"(?<=\d) (?=%)|(?<=[±≤]) (?=\d)", "\N{NO-BREAK SPACE}", text)


def breakable(text: str) -> Markup:
    """A cell that may go on in the next line after a sign in its middle, but not inside a word or a number.

    >>> str(breakable("mean_area <5.5"))
    'mean_<wbr>area &lt;5.5'
    """
    return Markup(re.sub(r"([_=(/:]|[,.](?!\d))(?=\w)", r"\1<wbr>", str(escape(unparted(text)))))


def _rows(blocks: Sequence[Block]) -> list[list[Block]]:
    """Neighboring pictures and tables share a row, as far as there is room; everything else has its own."""
    rows: list[list[Block]] = []
    for block in blocks:
        if isinstance(block, Picture | Grid) and rows and isinstance(rows[-1][-1], Picture | Grid):
            rows[-1].append(block)
        else:
            rows.append([block])
    return rows


@cache
def _templates() -> Any:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    pages = Environment(
        loader=PackageLoader("drupe.report.rendering", "."),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    pages.filters["inline"] = inline
    pages.filters["unparted"] = unparted
    pages.filters["breakable"] = breakable
    pages.filters["spark"] = spark
    pages.filters["anchor"] = anchor
    pages.filters["kind"] = lambda block: type(block).__name__
    return pages
