"""Every public thing says what it is; every kernel documents its parameters, shows an example and cites its source."""

import ast
import dataclasses
import importlib
import inspect
import pkgutil
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

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


def imported(name: str) -> ModuleType | Exception:
    try:
        return importlib.import_module(name)
    except Exception as error:  # test_modules_can_be_imported shows it
        return error


NAMES = ["drupe", *sorted(module.name for module in pkgutil.walk_packages(drupe.__path__, "drupe.", onerror=str))]
IMPORTED = {name: imported(name) for name in NAMES}
MODULES = [module for module in IMPORTED.values() if isinstance(module, ModuleType)]


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


def all_keep(rule: Callable[[Any], str | None], things: Mapping[str, Any]) -> None:
    """Fail with all things that break a rule; the rule answers with what is wrong."""
    broken = [f"{name}: {wrong}" for name, thing in things.items() if (wrong := rule(thing))]
    assert not broken, "\n".join(broken)


def import_error(module: ModuleType | Exception) -> str | None:
    return repr(module) if isinstance(module, Exception) else None


def test_modules_can_be_imported() -> None:
    assert len(MODULES) > 100
    all_keep(import_error, IMPORTED)


def idea_missing(path: Path) -> str | None:
    source = path.read_text()
    if not source.startswith('"""'):
        return "the first line must say, as a docstring, what the file is about."
    first = (ast.get_docstring(ast.parse(source)) or "").splitlines()[0]
    if not first.endswith((".", "?", ":")):
        return f"the first line must be a whole sentence: {first!r}"
    return "the first line is too long." if len(first) > LONGEST_FIRST_LINE else None


def test_files_begin_with_their_idea() -> None:
    all_keep(idea_missing, {relative(path): path for path in FILES})


def first_line_wrong(thing: Any) -> str | None:
    first, *rest = own_docstring(thing).splitlines() or [""]
    if not first:
        return "has no docstring."
    if len(first) > LONGEST_FIRST_LINE:
        return "the first line is too long."
    if rest and rest[0] != "":
        return f"the first paragraph must be one line: {first!r} goes on."
    if first.startswith(("This ", "Class ", "Function ")):
        return f"say what it is, not that it is one: {first!r}"
    return None


def test_docstrings_begin_with_one_line() -> None:
    all_keep(first_line_wrong, THINGS)


def documented(thing: Any, title: str) -> list[str]:
    """The names that stand in a section of a docstring."""
    listed = sections(own_docstring(thing)).get(title, "")
    return [word for line in re.findall(r"^(\w[\w, ]*)$", listed, flags=re.MULTILINE) for word in line.split(", ")]


def parameters_wrong(kind: Any) -> str | None:
    told, signed = documented(kind, "Parameters"), list(inspect.signature(kind).parameters)
    return None if told == signed else f"documents {told} and has {signed}."


def test_estimators_document_their_parameters_in_the_order_of_the_signature() -> None:
    all_keep(parameters_wrong, ESTIMATORS)


def attributes_undocumented(kind: Any) -> str | None:
    return ", ".join(sorted(learned_types(kind).keys() - set(documented(kind, "Attributes"))))


def test_estimators_document_all_that_a_fit_gives() -> None:
    all_keep(attributes_undocumented, ESTIMATORS)


def methods_undocumented(owner: type) -> str | None:
    return ", ".join(name for name, method in methods(owner) if not inspect.getdoc(method))


def test_methods_are_documented() -> None:
    all_keep(methods_undocumented, CLASSES)


def fields_wrong(kernel: Any) -> str | None:
    told = documented(kernel, "Parameters")
    fields = [field.name for field in dataclasses.fields(kernel) if field.init]
    return None if told == fields else f"documents {told} and has {fields}."


def test_kernels_document_their_fields_and_nothing_else() -> None:
    all_keep(fields_wrong, KERNELS)


def example_missing(kernel: Any) -> str | None:
    return None if ">>> " in sections(own_docstring(kernel)).get("Examples", "") else "shows no example."


def test_kernels_show_an_example() -> None:
    all_keep(example_missing, KERNELS)


def place_missing(kernel: Any) -> str | None:
    references = sections(own_docstring(kernel)).get("References", "")
    cited = re.findall(r"\[(\w+)\]_,\s([^;\[]*)", references)
    if not cited:
        return "needs a section References with [Key]_, place."
    found = any(PLACE.search(place) for _, place in cited)
    return None if found else f"no equation, theorem, section or page: {references.strip()!r}"


def test_kernels_cite_a_source_and_the_place_in_it() -> None:
    all_keep(place_missing, KERNELS)


def unlisted_works(path: Path) -> str | None:
    source = path.read_text()
    cited = {*re.findall(r"\[(\w+)\]_", source), *re.findall(r"Citation\(\s*\"(\w+)\"", source)}
    return ", ".join(sorted(cited - set(bibliography_keys())))


def test_cited_works_are_in_the_bibliography() -> None:
    all_keep(unlisted_works, {relative(path): path for path in FILES if "src" in path.parts})


def test_bibliography_is_sorted_and_without_doubles() -> None:
    keys = bibliography_keys()
    assert keys == sorted(set(keys))


def entry_incomplete(key: str) -> str | None:
    entry = re.search(rf"^@\w+\{{{key},$(.*?)^\}}$", BIBLIOGRAPHY, flags=re.MULTILINE | re.DOTALL)
    fields = dict(re.findall(r"^  (\w+)\s*= \{(.+)\},$", entry[1], flags=re.MULTILINE)) if entry else {}
    if not {"title", "year"} <= fields.keys() or not fields.keys() & {"author", "editor"}:
        return "needs a title, a year and an author or editor."
    return None if fields["year"].endswith(key[-2:]) else f"the key does not fit the year {fields['year']}."


def test_bibliography_entries_are_complete() -> None:
    all_keep(entry_incomplete, {key: key for key in bibliography_keys()})
