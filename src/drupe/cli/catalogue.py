"""What the library has, read from the classes themselves: name, formula, source."""

import inspect
import re
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any

from drupe.analysis.description import first_line
from drupe.cli.output import console, print_json, say
from drupe.foundation.errors import ParameterError
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
        _show_one(title, kinds, name, as_json)
        return
    entries = {key: {"formula": first_line(kind), "source": source_of(kind)} for key, kind in kinds.items()}
    if as_json:
        print_json(entries)
        return
    rows = tuple((key, entry["formula"], entry["source"]) for key, entry in entries.items())
    grid = Grid(
        f"{len(rows)} {title}; all about one: drupe {title} NAME", ("name", "what it is", "source"), rows, (0, 1, 2)
    )
    console().print(grid_table(grid))


def _show_one(title: str, kinds: Mapping[str, type[Any]], name: str, as_json: bool) -> None:
    if name not in kinds:
        near = get_close_matches(name, kinds, 2, 0.6)
        hint = f"did you mean {' or '.join(near)}?" if near else f"see: drupe {title}."
        raise ParameterError(f"there is no {name!r} among the {title}; {hint}")
    text = inspect.getdoc(kinds[name]) or ""
    if as_json:
        home = f"{kinds[name].__module__}.{kinds[name].__qualname__}"
        print_json({"name": name, "import": home, "source": source_of(kinds[name]), "documentation": text})
        return
    say([f"{name}", "", text])
