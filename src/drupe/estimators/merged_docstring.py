"""Docstrings of classes with all parameters and attributes, each documented once, by the class that declares it."""

import inspect
import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import groupby

_TITLE = re.compile(r"^(\w[\w ]*)\n-{3,}\n", flags=re.MULTILINE)


def merged_docstring(kind: type) -> str | None:
    """The class's docstring; what it does not say of parameters and attributes is taken from its bases.

    Parameters come in the order of the constructor; attributes as the class has them, then those of its bases.
    """
    head, own = _sections(vars(kind).get("__doc__") or "")
    if not head:
        return kind.__doc__
    said = {title: _inherited(kind, title) for title in ("Parameters", "Attributes")}
    names = [name for name in inspect.signature(kind).parameters if name in said["Parameters"]]
    listed = {"Parameters": {name: said["Parameters"][name] for name in names}, "Attributes": said["Attributes"]}
    merged = {title: "\n".join(_written(entries)) for title, entries in listed.items() if entries}
    sections = {**merged, **{title: text for title, text in own.items() if title not in merged}}
    return "\n\n".join([head, *(f"{title}\n{'-' * len(title)}\n{text}" for title, text in sections.items())]) + "\n"


@cache
def _sections(docstring: str) -> tuple[str, dict[str, str]]:
    """What stands before the first title, and the sections by title."""
    head, *pieces = _TITLE.split(inspect.cleandoc(docstring))
    return head.strip(), {title: body.rstrip() for title, body in zip(pieces[::2], pieces[1::2], strict=True)}


def _inherited(kind: type, title: str) -> dict[str, str]:
    """The entries of a section by name, each as the nearest class says it, the nearest class's first."""
    entries: dict[str, str] = {}
    for base in kind.__mro__[:-1]:
        section = _sections(vars(base).get("__doc__") or "")[1].get(title, "")
        for name, text in _entries(section):
            entries.setdefault(name, text)
    return entries


@cache
def _entries(section: str) -> list[tuple[str, str]]:
    """Each name of a section with its text; several names with one text are separated by commas."""
    headed = re.findall(r"((?:^\S.*\n)+)((?:^(?:[ \t].*)?(?:\n|\Z))*)", section, flags=re.MULTILINE)
    return [(name, text.rstrip()) for heading, text in headed for name in re.findall(r"\w+", heading)]


def _written(entries: Mapping[str, str]) -> Iterator[str]:
    """The lines of a section; neighbors with one and the same text share it."""
    for text, names in groupby(entries, key=entries.__getitem__):
        yield ", ".join(names)
        yield text
