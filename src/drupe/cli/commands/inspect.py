"""`drupe inspect`: what a model file holds."""

from collections.abc import Sequence
from typing import Annotated, Any

import typer
from sklearn.pipeline import Pipeline

from drupe.analysis.description import NO_KERNEL, describe
from drupe.analysis.preparation import scaling_inside
from drupe.analysis.solver_facts import solver_facts_of
from drupe.cli.models import Loaded, loaded_file
from drupe.cli.output import AsJson, print_json, say_facts
from drupe.estimators.last_step import last_step
from drupe.estimators.preparation.encodings import (
    EncodedCategories,
    EncodedDate,
    EncodedNumber,
    EncodedText,
    Encoding,
)
from drupe.estimators.preparation.table_encoder import encoder_of
from drupe.inputs.readers.recipe import ArrayRecipe, CategoryColumn, Recipe, SequenceRecipe, SparseRecipe, TableRecipe
from drupe.inputs.rows.column_encodings import ColumnEncoding, OneHot
from drupe.report.composition.certified import plain_sentence

SHOWN = 12
"""Columns and classes that are named."""


def inspect(
    model: Annotated[
        str,
        typer.Argument(help="A file of drupe fit, or of LIBSVM's svm-train; - for standard input.", metavar="MODEL"),
    ],
    as_json: AsJson = False,
) -> None:
    """Say what a model file holds: machine, parameters, columns, certificate. Nothing in it is run.

    Example: drupe inspect model.drupe
    """
    facts = _facts(loaded_file(model), model)
    if as_json:
        print_json(facts)
        return
    say_facts((name, _words(value)) for name, value in facts.items() if value not in (None, "", [], {}))


def _facts(model: Loaded, path: str) -> dict[str, Any]:
    archive, fitted = model.archive, model.archive.model
    description, machine = describe(fitted), last_step(fitted)
    known = hasattr(machine, "get_params")
    defaults = type(machine)().get_params(deep=False) if known and not _wraps(machine) else {}
    said = machine.get_params(deep=False) if known else {}
    certificate, solver = archive.certificate, solver_facts_of(fitted)
    return {
        "file": path,
        "size": f"{model.size:,} bytes",
        "format": "LIBSVM's" if model.libsvm else None,
        "written by": None if model.libsvm else f"drupe {archive.version}",
        "SHA-256": archive.checksum,
        "machine": description.machine,
        "problem": description.problem,
        "kernel": None if description.kernel == NO_KERNEL else description.kernel,
        "parameters": {name: repr(value) for name, value in said.items() if repr(defaults.get(name)) != repr(value)},
        "steps": [type(step).__name__ for _, step in fitted.steps] if isinstance(fitted, Pipeline) else [],
        "scaling": scaling_inside(fitted),
        "rule": description.rule,
        **{name: value for name, value in description.facts if not (model.libsvm and name.startswith("C,"))},
        "classes": [str(label) for label in getattr(machine, "classes_", ())],
        "data": _data(archive.recipe, machine),
        "columns": _columns(archive.recipe, archive.model),
        "target": str(target) if (target := getattr(archive.recipe, "target", None)) is not None else None,
        "solver": None if solver is None else f"{solver.stop}, gap {solver.gap:.1e}",
        "certificate": None if certificate is None else plain_sentence(certificate),
        "by": None if certificate is None else f"{certificate.name.replace('_', ' ')}, {certificate.source}",
    }


def _wraps(machine: Any) -> bool:
    """Whether it is made around another machine, and has no defaults."""
    return any(hasattr(value, "fit") for value in machine.get_params(deep=False).values())


def _data(recipe: Recipe | None, machine: Any) -> str:
    """What kind of files the model answers."""
    count = getattr(machine, "n_features_in_", None)
    match recipe:
        case TableRecipe():
            return f"a table with {len(recipe.columns)} columns{'' if recipe.named else ' without names'}"
        case SparseRecipe():
            return f"sparse rows in LIBSVM's format with indices up to {recipe.dimension - 1 + recipe.first_index}"
        case ArrayRecipe():
            return f"the array {recipe.inputs!r} of an .npz file, with {count} columns"
        case SequenceRecipe():
            return "strings"
    return f"arrays with {count} columns" if count is not None else ""


def _columns(recipe: Recipe | None, model: Any) -> list[str]:
    """Their names; categories are named, and what stands for missing cells if they are filled in."""
    encoder = encoder_of(model)
    if encoder is not None:
        return [_encoded(one) for one in encoder.encodings_]
    if hasattr(model, "encoding_"):
        return [_seen_in_rows(one) for one in model.encoding_.columns]
    if not isinstance(recipe, TableRecipe):
        return []
    return [_column(column) for column in recipe.columns]


def _encoded(one: Encoding) -> str:
    match one:
        case EncodedCategories(name, categories, fill):
            return f"{_categories(name, categories)[:-1]}; missing: {fill})"
        case EncodedText(name, words):
            return f"{name} (text, {len(words)} words)"
        case EncodedDate():
            return f"{one.name} (date)"
        case EncodedNumber(name, fill):
            return f"{name} (missing: {fill:g})"


def _seen_in_rows(one: ColumnEncoding) -> str:
    return _categories(one.name, one.categories) if isinstance(one, OneHot) else one.name


def _categories(name: str, categories: Sequence[str]) -> str:
    words = [category or "(missing)" for category in categories]
    return f"{name} ({' | '.join(words[:SHOWN])}{' | ...' if len(words) > SHOWN else ''})"


def _column(column: Any) -> str:
    if isinstance(column, CategoryColumn):
        return _categories(column.name, column.categories)
    return column.name if column.fill is None else f"{column.name} (missing: {column.fill:g})"


def _words(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name}={said}" for name, said in value.items())
    if isinstance(value, list):
        more = f", ... ({len(value)})" if len(value) > SHOWN else ""
        return ", ".join(map(str, value[:SHOWN])) + more
    return str(value)
