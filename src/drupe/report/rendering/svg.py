"""A drawing as SVG that lives inside a page: colors that follow light and dark, names that do not collide."""

import io
import re
import warnings
from collections.abc import Mapping
from typing import Any

from markupsafe import escape

from drupe.foundation.canvas import COLORS, FAINT, INK, WARNING
from drupe.report.blocks import Picture

VARIABLES: Mapping[str, str] = {
    INK: "var(--ink)",
    FAINT: "var(--faint)",
    WARNING: "var(--warning)",
    **{color: f"var(--color-{number})" for number, color in enumerate(COLORS)},
}
"""Colors of the displays, and the variables of the page in their place."""

STYLE: dict[Any, Any] = {
    "axes.edgecolor": FAINT,
    "axes.facecolor": "none",
    "axes.labelcolor": INK,
    "figure.facecolor": "none",
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans"],
    "font.size": 10.5,
    "svg.fonttype": "none",
    "text.color": INK,
    "xtick.color": FAINT,
    "ytick.color": FAINT,
}


ROOM = (0.14, 0.16, 0.82, 0.8)
"""Where the axes stand at first, in shares of the picture: about where they will stand."""

PAD = 0.04
"""Inches that stay free at the edges."""

LEAST = 0.2
"""Share of the picture's width and height that the axes have however long their labels are."""


def svg(picture: Picture, name: str) -> str:
    """The picture; `name` is its own on the page."""
    import matplotlib as mpl
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    with mpl.rc_context({**STYLE, "svg.hashsalt": f"drupe {name}"}), warnings.catch_warnings():
        # Letters stay letters in the picture, and whoever shows it has a font for them.
        warnings.filterwarnings("ignore", r"Glyph .* missing from font", UserWarning)
        figure = Figure(figsize=picture.size)
        FigureCanvasSVG(figure)
        picture.drawing.plot(figure.add_axes(ROOM))
        _lay_out(figure)
        file = io.StringIO()
        figure.savefig(file, format="svg", metadata={"Date": None, "Creator": None})
    return _inlined(file.getvalue(), picture, name)


def _lay_out(figure: Any) -> None:
    """Give the axes all the room that their labels leave, measured once.

    Constrained layout measures every label three times, which is half the time of a picture; it is left to those with
    several axes.
    """
    if len(figure.axes) > 1:
        figure.set_layout_engine("constrained")
        return
    (axes,) = figure.axes
    whole, around = figure.bbox, axes.get_tightbbox()
    inside = axes.get_window_extent()  # after the measure, which makes squares square
    pad = PAD * figure.dpi
    below = sum(legend.get_window_extent().height + pad for legend in figure.legends)
    left, bottom = inside.x0 - around.x0 + pad, inside.y0 - around.y0 + pad + below
    right, top = around.x1 - inside.x1 + pad, around.y1 - inside.y1 + pad
    # Labels that leave no room are cut rather than the drawing.
    width = max(whole.width - left - right, LEAST * whole.width)
    height = max(whole.height - bottom - top, LEAST * whole.height)
    left, bottom = min(left, whole.width - width - pad), min(bottom, whole.height - height - pad)
    axes.set_position((left / whole.width, bottom / whole.height, width / whole.width, height / whole.height))


def _inlined(source: str, picture: Picture, name: str) -> str:
    """The element itself, without prologue and metadata, in the page's fonts and colors."""
    body = source[source.index("<svg") :]
    body = re.sub(r"<metadata>.*?</metadata>", "", body, flags=re.DOTALL)
    # A hundredth of a point is less than any screen shows, and half of the page; what is written stays as it is.
    body = re.sub(r"<[^>]+>", lambda tag: re.sub(r"(?<![#\w.])(-?\d+\.\d\d)\d+", r"\1", tag[0]), body)
    body = re.sub(r"\s*\n\s*", "\n", body)
    body = re.sub(r'\bid="([^"]+)"', rf'id="{name}-\1"', body)
    body = re.sub(r"url\(#([^)]+)\)", rf"url(#{name}-\1)", body)
    body = re.sub(r'href="#([^"]+)"', rf'href="#{name}-\1"', body)
    for color, variable in VARIABLES.items():
        body = body.replace(color, variable)
    body = re.sub(r"font: (?:([\w.]+) )?([\d.]+px) [^;\"]*", _font, body)
    words = escape(f"{picture.title}. {picture.words}")
    opening = re.search(r'viewBox="([^"]+)"', body)
    box = "" if opening is None else opening[1]
    width = f"{picture.size[0]:g}in"
    head = f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="{box}" '
    head += f'role="img" aria-label="{words}" style="width:{width}">'
    return head + body[body.index(">") + 1 :]


def _font(found: re.Match[str]) -> str:
    weight = f"{found[1]} " if found[1] else ""
    return f"font: {weight}{found[2]} system-ui, sans-serif"
