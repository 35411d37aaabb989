"""What the library has, read from the classes themselves: name, formula, source."""

import inspect
import re
from collections.abc import Mapping
from typing import Any

from drupe.analysis.description import first_line
from drupe.cli.named import named
from drupe.cli.output import console, print_json, say
from drupe.report.blocks import Grid
from drupe.report.rendering.terminal import grid_table


def source_of(kind: type) -> str:
    """The works that the documentation of a class cites, with the places in them."""
    text = inspect.getdoc(kind) or ""
    found = re.search(r"References\n-{3,}\n(.*?)(?:\n\n|\Z)", text, flags=re.DOTALL)
    cited = " ".join(found[1].split()) if found else ""
    return re.sub(r"\[(\w+)\]_", r"[\1]", cited).rstrip(".")


def show_catalogue(title: str, kinds: Mapping[str, type[Any]], name: str | None, as_json: bool) -> None:
    """All of them in a table, or all about one."""
    if name is not None:
        _show_one(*named(name, kinds, title), as_json)
        return
    ordered = sorted(kinds.items(), key=lambda item: item[0].lower())
    entries = {key: {"formula": first_line(kind), "source": source_of(kind)} for key, kind in ordered}
    if as_json:
        print_json(entries)
        return
    rows = tuple((key, entry["formula"], _first(entry["source"])) for key, entry in entries.items())
    caption = f"{len(rows)} {title}, each with its first source; all about one: drupe {title} NAME"
    console().print(grid_table(Grid(caption, ("name", "what it is", "source"), rows, (0, 1, 2))))


def _first(source: str) -> str:
    """The first work with the place in it, if there are several."""
    return re.split(r"; |(?<!eq)(?<!eqs)\. |, (?:writes|where|with|for) |: ", source)[0]


def _show_one(name: str, kind: type[Any], as_json: bool) -> None:
    text, home = inspect.getdoc(kind) or "", f"{kind.__module__}.{kind.__qualname__}"
    if as_json:
        print_json({"name": name, "import": home, "source": source_of(kind), "documentation": text})
        return
    underlined = f"{name}\n{'=' * len(name)}"
    say([underlined, "", text, "", f"In Python: from {kind.__module__} import {kind.__qualname__}"])
