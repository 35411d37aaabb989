"""`drupe fit`: a machine from a data file."""

from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer
from sklearn.base import is_regressor
from sklearn.pipeline import make_pipeline

from drupe.analysis.description import describe
from drupe.analysis.preparation import scaler_for, scaling_words
from drupe.analysis.solver_facts import solver_facts_of
from drupe.cli.classes import labelled
from drupe.cli.machine_text import machine
from drupe.cli.output import STANDARD, AsJson, print_json, say
from drupe.cli.progress import waiting
from drupe.cli.reading import Reading, reads_data
from drupe.foundation.errors import InputError, ParameterError
from drupe.inputs.readers.table import Table
from drupe.persistence.archive import save
from drupe.report.numbers import percent, seconds


@reads_data
def fit(
    data: Annotated[str, typer.Argument(help="The training file, or - for the standard input.")],
    reading: Reading,
    output: Annotated[str | None, typer.Option("--output", "-o", help="The model; else DATA.drupe here.")] = None,
    machine_name: Annotated[
        str | None,
        typer.Option("--machine", "-m", help="Which machine (see: drupe machines). SVC, or SVR for quantities."),
    ] = None,
    kernel: Annotated[
        str | None, typer.Option("--kernel", "-k", help="rbf, linear, poly, or a formula: 'Gaussian(width=2)'.")
    ] = None,
    C: Annotated[float | None, typer.Option("-C", help="Price of slack.")] = None,
    gamma: Annotated[str | None, typer.Option("--gamma", "-g", help="Factor in rbf, poly and sigmoid.")] = None,
    probability: Annotated[bool, typer.Option("--probability", "-b", help="Learn probabilities too.")] = False,
    setting: Annotated[
        list[str] | None, typer.Option("--set", help="Any parameter: name=value; may be repeated.")
    ] = None,
    scale: Annotated[bool, typer.Option(help="Scale columns first, where they need it.")] = True,
    as_json: AsJson = False,
) -> None:
    """Fit one machine on all rows and save it.

    Columns are scaled unless they lie in [-1, 1] already; the scaling is part of the model. LIBSVM files just work.

    Example: drupe fit heart_scale -C 10 -o heart.drupe
    """
    table = reading.table(data)
    place = output or (Path(data).name if data != STANDARD else "model") + ".drupe"
    settings = list(setting or [])
    settings += [f"C={C}"] if C is not None else []
    settings += [f"gamma={gamma}"] if gamma is not None else []
    settings += ["probability=True"] if probability else []
    chosen = machine(machine_name or _usual(table), settings, kernel)
    if not hasattr(chosen, "predict"):
        raise ParameterError(f"{type(chosen).__name__} does not predict; see: drupe machines.")
    if not is_regressor(chosen):
        labelled(table, data)
    elif table.targets is None or table.targets.dtype.kind not in "iuf":
        raise InputError(f"{data}: regression needs targets that are numbers; name their column with --target.")
    scaler = scaler_for(table.X) if scale else None
    model = chosen if scaler is None else make_pipeline(scaler, chosen)
    with waiting(f"fitting {type(chosen).__name__} on {len(table)} rows"):
        model.fit(table.X, table.targets)
    save(model, place, recipe=table.recipe)
    facts = _facts(model, table, place, scaling_words(scaler) if scale else "none")
    print_json(facts) if as_json else say(f"{name:<24}{value}" for name, value in _lines(facts))


def _usual(table: Table) -> str:
    quantity = table.targets is not None and table.targets.dtype.kind == "f"
    return "SVR" if quantity and len(np.unique(table.targets)) > 2 else "SVC"  # type: ignore[arg-type]


def _facts(model: Any, table: Table, place: str, scaling: str) -> dict[str, Any]:
    description = describe(model)
    return {
        "machine": description.machine,
        "kernel": description.kernel,
        "rows": len(table),
        "classes": getattr(model, "classes_", None),
        "scaling": scaling,
        **dict(description.facts),
        "training_score": float(model.score(table.X, table.targets)),
        "solver": solver_facts_of(model),
        "model": place,
    }


def _lines(facts: dict[str, Any]) -> list[tuple[str, str]]:
    solver, classes = facts["solver"], facts["classes"]
    special = {"solver", "classes", "training_score", "model"}
    lines = [(name, str(value)) for name, value in facts.items() if name not in special]
    if classes is not None:
        lines.append(("classes", ", ".join(map(str, classes[:10])) + (", ..." if len(classes) > 10 else "")))
        lines.append(("training accuracy", f"{percent(facts['training_score'])} (not a forecast: see drupe report)"))
    else:
        lines.append(("training R²", f"{facts['training_score']:.4f} (not a forecast)"))
    if solver is not None:
        lines.append(("solver", f"{solver.stop}, gap {solver.gap:.1e}, {seconds(solver.seconds)}"))
    return [*lines, ("wrote", facts["model"])]
