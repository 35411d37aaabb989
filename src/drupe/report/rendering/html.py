"""The report as one page that needs nothing else."""

import re
from collections.abc import Sequence
from functools import cache
from importlib.metadata import version
from typing import Any

from markupsafe import Markup, escape

from drupe.report.blocks import Block, Grid, Picture, Section
from drupe.report.rendering.svg import svg


def page(title: str, sections: Sequence[Section]) -> str:
    """The page: styles, pictures and text in one string."""
    pictures = {
        id(block): Markup(svg(block, f"p{number}-{place}"))  # made from our own drawing
        for number, section in enumerate(sections)
        for place, block in enumerate(section.blocks)
        if isinstance(block, Picture)
    }
    return str(
        _template().render(
            title=title,
            sections=[(section, _rows(section.blocks)) for section in sections],
            picture=lambda block: pictures[id(block)],
            version=version("drupe"),
        )
    )


def inline(text: str) -> Markup:
    """A sentence, with what stands between backticks as code.

    >>> str(inline("a < `b`"))
    'a &lt; <code>b</code>'
    """
    return Markup(re.sub(r"`([^`]+)`", r"<code>\1</code>", str(escape(text))))


def _rows(blocks: Sequence[Block]) -> list[list[Block]]:
    """Neighboring pictures share a row, and neighboring tables; everything else has its own."""
    rows: list[list[Block]] = []
    for block in blocks:
        if isinstance(block, Picture | Grid) and rows and type(rows[-1][-1]) is type(block):
            rows[-1].append(block)
        else:
            rows.append([block])
    return rows


@cache
def _template() -> Any:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    pages = Environment(
        loader=PackageLoader("drupe.report.rendering", "."),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    pages.filters["inline"] = inline
    pages.filters["kind"] = lambda block: type(block).__name__
    return pages.get_template("page.html")
