"""Formulas as MathML, which browsers draw themselves: no script, no network, and the colors of the page."""

import re
from typing import Any

from docutils import nodes
from docutils.utils.math import MathError
from docutils.utils.math.latex2mathml import tex2mathml
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.writers.html5 import HTML5Translator

BARE_DIGITS = re.compile(r"\\[td]?frac\s*\d")
"""TeX reads the two digits of \\frac12 apart; the converter takes them for one number."""

NAMED = re.compile(r"<mo>&ApplyFunction;</mo>(?!\s*<mo[^>]*>\()")
"""Between a function such as ln and an argument without brackets; browsers leave no space there."""

WORD_JOINER = "\u2060"
"""Keeps a comma on the line of the formula that it follows."""


def converted(formula: str, block: bool = False) -> str:
    r"""The formula as an element of HTML.

    >>> converted("a^2").replace("\n", "").replace(" ", "")[-41:]
    '<msup><mi>a</mi><mn>2</mn></msup></math>\u2060'
    >>> converted(r"\frac12")
    Traceback (most recent call last):
    ...
    docutils.utils.math.MathError: write \frac{1}{2} with braces
    """
    if BARE_DIGITS.search(formula):
        raise MathError(r"write \frac{1}{2} with braces")
    # Bars that could stretch hang below the line where they carry an exponent, as in the square of a norm.
    drawn = re.sub("<mo>([|‖⟨⟩{}])</mo>", r'<mo stretchy="false">\1</mo>', tex2mathml(formula, as_block=block))
    drawn = NAMED.sub('<mspace width="0.17em"></mspace>', drawn)
    return f'<div class="formula">{drawn}</div>' if block else drawn + WORD_JOINER


def _written(translator: HTML5Translator, node: nodes.math | nodes.math_block, block: bool) -> None:
    try:
        translator.body.append(converted(node.astext(), block))
    except MathError as error:
        logging.getLogger(__name__).warning("%s in the formula %r", error, node.astext(), location=node)
    raise nodes.SkipNode


def inline(translator: HTML5Translator, node: nodes.math) -> None:
    """A formula inside a sentence."""
    _written(translator, node, block=False)


def display(translator: HTML5Translator, node: nodes.math_block) -> None:
    """A formula on lines of its own."""
    _written(translator, node, block=True)


def setup(app: Sphinx) -> dict[str, Any]:
    """Called by sphinx."""
    app.add_html_math_renderer("mathml", inline_renderers=(inline, None), block_renderers=(display, None))
    return {"parallel_read_safe": True, "parallel_write_safe": True}
