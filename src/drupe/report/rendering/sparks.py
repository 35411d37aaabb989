"""Tiny pictures as SVG, written by hand: a page has many of them, and each takes microseconds."""

from collections.abc import Sequence

from markupsafe import Markup, escape

from drupe.report.sparks import Cloud, Histogram

WIDE, TALL = 160, 44
"""The box of a histogram, in the units of its own picture."""

SIDE = 120
"""The box of a cloud of points."""

DOT = 1.8
"""The radius of a point."""


def spark(picture: Histogram | Cloud | Sequence[float]) -> Markup:
    """A histogram, a cloud of points, or five numbers from 0 to 1 as a box with whiskers.

    >>> str(spark(Histogram((1, 2), "0", "9"))).count("M")
    2
    """
    if isinstance(picture, Histogram):
        return _drawn(WIDE, TALL, picture.words, f'<path d="{_bars(picture.counts)}"/>', stretched=True)
    if isinstance(picture, Cloud):
        dots = "".join(f'<circle cx="{_n(_in(x))}" cy="{_n(SIDE - _in(z))}" r="{DOT}"/>' for x, z in picture.points)
        return _drawn(SIDE, SIDE, picture.words, dots)
    return _drawn(WIDE, 14, "", _box(picture), stretched=True)


def _drawn(wide: int, tall: int, words: str, inside: str, *, stretched: bool = False) -> Markup:
    """The element; without words it is hidden from those who listen, since a number stands beside it."""
    said = f'role="img" aria-label="{escape(words)}"' if words else 'aria-hidden="true"'
    fit = ' preserveAspectRatio="none"' if stretched else ""
    return Markup(f'<svg class="spark" viewBox="0 0 {wide} {tall}"{fit} {said}>{inside}</svg>')  # made from our numbers


def _bars(counts: Sequence[int]) -> str:
    """One path for all bars; what is not nothing can be seen."""
    most, step = max(counts, default=0) or 1, WIDE / max(1, len(counts))
    heights = [max(1.5, TALL * count / most) if count else 0.0 for count in counts]
    return "".join(
        f"M{_n(i * step)} {TALL}v{_n(-height)}h{_n(max(step - 1.5, 0.5 * step))}v{_n(height)}z"
        for i, height in enumerate(heights)
        if height
    )


def _box(five: Sequence[float]) -> str:
    low, quarter, median, three_quarters, high = (round(3 + (WIDE - 6) * value, 1) for value in five)
    wide = max(three_quarters - quarter, 1.0)
    return (
        f'<path class="whisker" d="M{_n(low)} 7H{_n(high)}"/>'
        f'<rect x="{_n(quarter)}" y="2" width="{_n(wide)}" height="10"/>'
        f'<path class="median" d="M{_n(median)} 0V14"/>'
    )


def _in(share: float) -> float:
    """A place inside the margins."""
    return 4 + (SIDE - 8) * share


def _n(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")
