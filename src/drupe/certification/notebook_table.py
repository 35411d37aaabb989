"""A table as a notebook shows it: in the notebook's own colors, with what counts first and what does not pale."""

from collections.abc import Sequence
from html import escape

CELL = "text-align:left;vertical-align:top;padding:.25em .8em .25em 0"
PALE = "opacity:.55"


def notebook_table(
    caption: str, headings: Sequence[str], rows: Sequence[Sequence[str]], pale: Sequence[bool], notes: Sequence[str]
) -> str:
    """HTML that needs no style sheet and hides none of the notebook's.

    >>> notebook_table("Two", ["a"], [["<1>"]], [False], []).count("&lt;1&gt;")
    1
    """
    head = _row("th", headings, "border-bottom:1px solid #8888")
    body = "".join(_row("td", row, PALE if faint else "") for row, faint in zip(rows, pale, strict=True))
    table = f'<table style="border-collapse:collapse"><thead>{head}</thead><tbody>{body}</tbody></table>'
    below = "<br>".join(map(escape, notes))
    return f'<p>{escape(caption)}</p>{table}<p style="{PALE}">{below}</p>'


def _row(kind: str, cells: Sequence[str], style: str) -> str:
    widths = ["white-space:nowrap"] * (len(cells) - 1) + [""]  # only the last column, of words, is broken
    inner = "".join(
        f'<{kind} style="{CELL};{width};{style}">{escape(cell)}</{kind}>'
        for cell, width in zip(cells, widths, strict=True)
    )
    return f"<tr>{inner}</tr>"
