"""Every public thing says what it is; every kernel documents its parameters, shows an example and cites its source."""

import ast
import dataclasses
import importlib
import inspect
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from sklearn.base import BaseEstimator

import drupe
import drupe.kernels
from drupe.kernels import Kernel
from drupe.persistence.promises import learned_types

ROOT = Path(__file__).resolve().parents[1]
FILES = sorted(path for folder in ("src", "tests", "benchmarks") for path in (ROOT / folder).rglob("*.py"))
BIBLIOGRAPHY = (ROOT / "docs" / "references.bib").read_text()
LONGEST_FIRST_LINE = 120

PLACE = re.compile(
    r"(eqs?\.|equations?|tables?|theorems?|propositions?|corollar(y|ies)|lemmas?|definitions?|examples?|remarks?"
    r"|algorithms?|figures?|exercises?|(sub)?sections?|§|chapters?|appendix|pages?|pp?\.)\s*[0-9A-Z(]",
    re.IGNORECASE,
)


def relative(path: Path) -> str:
    return str(path.relative_to(ROOT))


def importable(name: str) -> ModuleType | None:
    try:
        return importlib.import_module(name)
    except Exception:  # whatever it is, test_module_can_be_imported shows it
        return None


NAMES = [
    "drupe",
    *sorted(module.name for module in pkgutil.walk_packages(drupe.__path__, "drupe.", onerror=lambda _: None)),
]
MODULES = [module for name in NAMES if (module := importable(name)) is not None]


def public(module: ModuleType) -> Iterator[tuple[str, Any]]:
    """Classes and functions that the module itself defines under a public name."""
    for name, thing in vars(module).items():
        kind = inspect.isclass(thing) or inspect.isfunction(thing)
        if kind and not name.startswith("_") and thing.__module__ == module.__name__:
            yield f"{module.__name__}.{name}", thing


def methods(owner: type) -> Iterator[tuple[str, Any]]:
    """Public methods and properties that a class defines; an override may leave the word to what it overrides."""
    for name in vars(owner):
        member = inspect.getattr_static(owner, name)
        if not name.startswith("_") and isinstance(member, property | classmethod | staticmethod | type(lambda: 0)):
            yield name, getattr(owner, name)


THINGS = dict(pair for module in MODULES for pair in public(module))
CLASSES = {name: thing for name, thing in THINGS.items() if inspect.isclass(thing)}
EXPORTED = {name: getattr(drupe.kernels, name) for name in drupe.kernels.__all__}
# A kernel that one can make is a dataclass itself; a base class for kernels is not.
KERNELS = {
    name: thing
    for name, thing in EXPORTED.items()
    if inspect.isclass(thing) and issubclass(thing, Kernel) and "__dataclass_fields__" in vars(thing)
}

ESTIMATORS = {
    name: thing
    for name, thing in CLASSES.items()
    if issubclass(thing, BaseEstimator) and hasattr(thing, "fit") and not inspect.isabstract(thing)
}


def own_docstring(thing: Any) -> str:
    """The docstring as written: not inherited, and not the signature that a dataclass makes up."""
    text = inspect.cleandoc(thing.__dict__.get("__doc__") or "" if inspect.isclass(thing) else thing.__doc__ or "")
    return "" if text.startswith(f"{thing.__name__}(") else text


def sections(text: str) -> dict[str, str]:
    """The parts of a numpydoc docstring by title."""
    pieces = re.split(r"^(\w[\w ]*)\n-{3,}$", text, flags=re.MULTILINE)
    return dict(zip(pieces[1::2], pieces[2::2], strict=True))


def bibliography_keys() -> list[str]:
    return re.findall(r"^@\w+\{(\w+),", BIBLIOGRAPHY, flags=re.MULTILINE)


@pytest.mark.parametrize("name", NAMES)
def test_module_can_be_imported(name: str) -> None:
    assert importlib.import_module(name).__name__ == name


@pytest.mark.parametrize("path", FILES, ids=relative)
def test_file_begins_with_its_idea(path: Path) -> None:
    source = path.read_text()
    assert source.startswith('"""'), "the first line must say, as a docstring, what the file is about."
    first = (ast.get_docstring(ast.parse(source)) or "").splitlines()[0]
    assert first.endswith((".", "?", ":")), f"the first line must be a whole sentence: {first!r}"
    assert len(first) <= LONGEST_FIRST_LINE


@pytest.mark.parametrize("name", THINGS)
def test_docstring_begins_with_one_line(name: str) -> None:
    text = own_docstring(THINGS[name])
    assert text, "has no docstring."
    first, *rest = text.splitlines()
    assert len(first) <= LONGEST_FIRST_LINE
    assert not rest or rest[0] == "", f"the first paragraph must be one line: {first!r} goes on."
    assert not first.startswith(("This ", "Class ", "Function ")), f"say what it is, not that it is one: {first!r}"


@pytest.mark.parametrize("name", CLASSES)
def test_methods_are_documented(name: str) -> None:
    assert [method for method, thing in methods(CLASSES[name]) if not inspect.getdoc(thing)] == []


def documented(thing: Any, title: str) -> list[str]:
    """The names that stand in a section of a docstring."""
    listed = sections(own_docstring(thing)).get(title, "")
    return [word for line in re.findall(r"^(\w[\w, ]*)$", listed, flags=re.MULTILINE) for word in line.split(", ")]


@pytest.mark.parametrize("name", KERNELS)
def test_kernel_documents_its_fields_and_nothing_else(name: str) -> None:
    fields = dataclasses.fields(KERNELS[name])
    assert documented(KERNELS[name], "Parameters") == [field.name for field in fields if field.init]


def test_estimators_document_their_parameters_in_the_order_of_the_signature() -> None:
    wrong = {
        name: (documented(kind, "Parameters"), signed)
        for name, kind in ESTIMATORS.items()
        if documented(kind, "Parameters") != (signed := list(inspect.signature(kind).parameters))
    }
    assert not wrong


def test_estimators_document_all_that_a_fit_gives() -> None:
    wrong = {
        name: missing
        for name, kind in ESTIMATORS.items()
        if (missing := learned_types(kind).keys() - set(documented(kind, "Attributes")))
    }
    assert not wrong


@pytest.mark.parametrize("name", KERNELS)
def test_kernel_shows_an_example(name: str) -> None:
    assert ">>> " in sections(own_docstring(KERNELS[name])).get("Examples", "")


@pytest.mark.parametrize("name", KERNELS)
def test_kernel_cites_a_source_and_the_place_in_it(name: str) -> None:
    references = sections(own_docstring(KERNELS[name])).get("References", "")
    cited = re.findall(r"\[(\w+)\]_,\s([^;\[]*)", references)
    assert cited, "needs a section References with [Key]_, place."
    assert any(PLACE.search(place) for _, place in cited), (
        f"no equation, theorem, section or page: {references.strip()!r}"
    )


@pytest.mark.parametrize("path", [path for path in FILES if "src" in path.parts], ids=relative)
def test_cited_works_are_in_the_bibliography(path: Path) -> None:
    source = path.read_text()
    cited = {*re.findall(r"\[(\w+)\]_", source), *re.findall(r"Citation\(\s*\"(\w+)\"", source)}
    assert cited <= set(bibliography_keys())


def test_bibliography_is_sorted_and_without_doubles() -> None:
    keys = bibliography_keys()
    assert keys == sorted(set(keys))


@pytest.mark.parametrize("key", bibliography_keys())
def test_bibliography_entry_is_complete(key: str) -> None:
    entry = re.search(rf"^@\w+\{{{key},$(.*?)^\}}$", BIBLIOGRAPHY, flags=re.MULTILINE | re.DOTALL)
    assert entry is not None
    fields = dict(re.findall(r"^  (\w+)\s*= \{(.+)\},$", entry[1], flags=re.MULTILINE))
    assert {"title", "year"} <= fields.keys()
    assert fields.keys() & {"author", "editor"}
    assert fields["year"].endswith(key[-2:]), f"the key {key} does not fit the year {fields['year']}."
