"""Docstrings are text with formulas: |f| is an absolute value there, and what scikit-learn passes on is left to it."""

import re
from typing import Any

from sphinx.application import Sphinx

QUOTED = re.compile(r"(``.*?``|`[^`]*`)")
SPECIAL = re.compile(r"[|*]|(?<=\w)_(?!\w)")
NAMES = re.compile(r"\s*[\w, ]+")
"""A line of names alone, as in a list of parameters: napoleon makes these plain itself."""


def escaped(line: str) -> str:
    """The line with the marks of reStructuredText that mean something else in a formula made plain.

    >>> print(escaped("|f|, `|f|` and classes_, see [Key]_."))
    \\|f\\|, `|f|` and classes\\_, see [Key]_.
    """
    if NAMES.fullmatch(line):
        return line
    parts = QUOTED.split(line)
    return "".join(part if i % 2 else SPECIAL.sub(r"\\\g<0>", part) for i, part in enumerate(parts))


def escape_formulas(app: Sphinx, what: str, name: str, thing: Any, options: Any, lines: list[str]) -> None:
    """Before napoleon reads them; names that go on in the next line become one line, as it expects."""
    for i in reversed(range(len(lines) - 1)):
        if lines[i].endswith(",") and NAMES.fullmatch(lines[i]) and NAMES.fullmatch(lines[i + 1]):
            lines[i : i + 2] = [f"{lines[i]} {lines[i + 1].lstrip()}"]
    in_example = False
    for i, line in enumerate(lines):
        in_example = line.lstrip().startswith(">>>") or (in_example and bool(line.strip()))
        if not in_example:
            lines[i] = escaped(line)
    if what in ("attribute", "property"):
        lines[:0] = ["..", ""]  # an empty comment, else napoleon takes what stands before a colon for a type


def leave_out(app: Sphinx, what: str, name: str, thing: Any, skip: bool, options: Any) -> bool | None:
    """Members that were inherited from other libraries, which document them."""
    home = getattr(thing, "__module__", None) or getattr(getattr(thing, "fget", None), "__module__", None)
    return True if home is not None and not home.startswith("drupe") else None


def setup(app: Sphinx) -> dict[str, Any]:
    """Called by sphinx."""
    app.connect("autodoc-process-docstring", escape_formulas, priority=100)
    app.connect("autodoc-skip-member", leave_out)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
