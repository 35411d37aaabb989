"""`drupe inspect`: what a model file holds."""

from typing import Annotated, Any

import typer
from sklearn.pipeline import Pipeline

from drupe.analysis.description import describe
from drupe.analysis.solver_facts import solver_facts_of
from drupe.cli.models import loaded
from drupe.cli.output import AsJson, print_json, say
from drupe.displays.fitted_kernel import last_step
from drupe.persistence.archive import Archive

SHOWN = 12
"""Columns and classes that are named."""


def inspect(
    model: Annotated[str, typer.Argument(help="A file of drupe fit, or of LIBSVM's svm-train.")],
    as_json: AsJson = False,
) -> None:
    """Say what a model file holds: machine, parameters, columns, certificate. Nothing in it is run.

    Example: drupe inspect model.drupe
    """
    facts = _facts(loaded(model), model)
    if as_json:
        print_json(facts)
        return
    say(f"{name:<24}{_words(value)}" for name, value in facts.items() if value not in (None, "", [], {}))


def _facts(archive: Archive, path: str) -> dict[str, Any]:
    fitted = archive.model
    description, machine = describe(fitted), last_step(fitted)
    steps = [type(step).__name__ for _, step in fitted.steps] if isinstance(fitted, Pipeline) else []
    defaults = type(machine)().get_params(deep=False) if hasattr(machine, "get_params") else {}
    said = machine.get_params(deep=False) if hasattr(machine, "get_params") else {}
    features = getattr(archive.recipe, "features", None)
    certificate = archive.certificate
    return {
        "file": path,
        "written by": f"drupe {archive.version}" if archive.version[:1].isdigit() else archive.version,
        "SHA-256": archive.checksum,
        "steps": steps,
        "machine": description.machine,
        "kernel": description.kernel,
        "parameters": {name: repr(value) for name, value in said.items() if repr(defaults.get(name)) != repr(value)},
        "rule": description.rule,
        **dict(description.facts),
        "classes": [] if not hasattr(machine, "classes_") else [str(label) for label in machine.classes_],
        "columns": list(features) if features is not None else getattr(machine, "n_features_in_", None),
        "target": getattr(archive.recipe, "target", None),
        "solver": None if (solver := solver_facts_of(fitted)) is None else f"{solver.stop}, gap {solver.gap:.1e}",
        "certificate": None if certificate is None else str(certificate),
    }


def _words(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name}={said}" for name, said in value.items())
    if isinstance(value, list):
        more = f", ... ({len(value)})" if len(value) > SHOWN else ""
        return ", ".join(map(str, value[:SHOWN])) + more
    return str(value)
