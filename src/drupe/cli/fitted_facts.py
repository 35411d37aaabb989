"""The facts that `drupe fit` prints of a fitted machine, in words or as JSON."""

from typing import Any

import typer
from sklearn.base import is_regressor

from drupe.analysis.description import NO_KERNEL, SUPPORT_VECTORS, describe
from drupe.analysis.part import Part
from drupe.analysis.search import Search
from drupe.analysis.solver_facts import solver_facts_of
from drupe.cli.output import STANDARD, as_json_text, say_facts
from drupe.report.numbers import percent, seconds
from drupe.report.wording import score_words

SHOWN = 10
"""Classes that are named."""


def fitted_facts(model: Any, part: Part, seen: str) -> dict[str, Any]:
    """The facts of a fitted model; `seen` says what is done to examples before the machine sees them."""
    description = describe(model)
    last = model[-1] if hasattr(model, "steps") else model
    classes = getattr(model, "classes_", None)
    judged = part.y is not None and (classes is not None or is_regressor(last))
    return {
        "machine": description.machine,
        "kernel": None if description.kernel == NO_KERNEL else description.kernel,
        "rows": len(part.rows),
        "columns": part.columns,
        "seen through": seen,
        "classes": classes,
        "facts": dict(description.facts),
        "parameters": last.get_params(deep=False),
        "support_vectors": len(last.support_) if SUPPORT_VECTORS in dict(description.facts) else None,
        "training_score": float(model.score(part.X, part.y)) if judged else None,
        "solver": solver_facts_of(model),
    }


def tell(facts: dict[str, Any], as_json: bool) -> None:
    """On the standard output, or on the error stream if the model is there."""
    piped = facts["model"] == STANDARD
    if not as_json:
        say_facts(_lines(facts), error=piped)
        return
    said = {name: value for name, value in facts.items() if name not in ("facts", "seen through", "search")}
    said["cross_validated"] = _cross_validated(facts.get("search"))
    parameters = {name: value if _is_plain(value) else repr(value) for name, value in facts["parameters"].items()}
    text = as_json_text({**said, "scaling": facts["seen through"], "parameters": parameters})
    typer.echo(text, nl=False, err=piped)


def _is_plain(value: Any) -> bool:
    return value is None or isinstance(value, bool | int | float | str)


def _cross_validated(found: Search | None) -> dict[str, Any] | None:
    """The choice among machines, for programs; None if there was none."""
    if found is None:
        return None
    return {
        "candidates": found.candidates,
        "folds": found.folds,
        found.measure.key: found.best.value,
        "interval": list(found.best.interval),
    }


def _lines(facts: dict[str, Any]) -> list[tuple[str, str]]:
    solver, classes, score = facts["solver"], facts["classes"], facts["training_score"]
    lines = [("machine", facts["machine"]), ("kernel", facts["kernel"] or ""), ("rows", str(facts["rows"]))]
    found = facts.get("search")
    if found is not None:
        value = score_words(found.best.value, found.measure)
        lines.insert(0, ("chosen", f"best of {found.candidates} candidates in {found.folds}-fold cross-validation"))
        lines.insert(3, ("cross-validated", f"{value} (the best of many: see drupe report for a forecast)"))
    if facts["seen through"] != facts["kernel"]:
        lines.append(("scaling", facts["seen through"]))
    lines += facts["facts"].items()
    if classes is not None:
        more = f", ... ({len(classes)})" if len(classes) > SHOWN else ""
        lines.append(("classes", ", ".join(map(str, classes[:SHOWN])) + more))
        lines.append(("training accuracy", f"{percent(score)} (not a forecast: see drupe report)"))
    elif score is not None:
        lines.append(("training R²", f"{score:.4f} (not a forecast: see drupe report)"))
    if solver is not None:
        lines.append(("solver", f"{solver.stop}, gap {solver.gap:.1e}, {seconds(solver.seconds)}"))
    place = facts["model"]
    return [*lines, ("wrote", "the standard output" if place == STANDARD else place)]
