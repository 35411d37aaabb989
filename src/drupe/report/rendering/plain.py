"""The report for machines: strings, numbers, lists and dictionaries alone."""

import dataclasses
import math
from collections.abc import Mapping, Sequence
from enum import Enum
from importlib.metadata import version
from typing import Any

import numpy as np

from drupe.analysis.analysis import Analysis
from drupe.analysis.forecasts import Forecasts
from drupe.analysis.importance import Importance
from drupe.analysis.outcomes import Outcomes
from drupe.analysis.search import Search
from drupe.report.blocks import Grid, Picture, Section
from drupe.report.composition.abstaining import certified_at

LEFT_OUT = {"drawing"}


def plain_report(title: str, sections: Sequence[Section], analysis: Analysis) -> dict[str, Any]:
    """Values first, then what is shown of them."""
    values = {
        "task": analysis.task,
        "interrupted": analysis.interrupted,
        "missing": analysis.missing,
        **({} if analysis.outcomes is None else _outcomes(analysis.outcomes)),
        **({} if analysis.forecasts is None else _forecasts(analysis.forecasts)),
        "model": analysis.description,
        "data": analysis.data,
        "alerts": analysis.alerts,
        "search": None if analysis.search is None else _search(analysis.search),
        "delta": analysis.delta,
        "certificates": _certificates(analysis),
        "thresholds": _thresholds(analysis),
        "intervals": analysis.tolerances,
        "importance": None if analysis.importance is None else _importance(analysis.importance),
        "weights": analysis.weights,
        "influence": analysis.influence,
        "solver": analysis.solver,
        "provenance": analysis.provenance,
    }
    shown = [{"title": section.title, "blocks": [_block(block) for block in section.blocks]} for section in sections]
    return {"format": 1, "drupe": version("drupe"), "title": title, "values": plain(values), "sections": shown}


def _importance(found: Importance) -> dict[str, Any]:
    values = {field.name: getattr(found, field.name) for field in dataclasses.fields(found)}
    return {**values, "measure": found.measure.words}


def _outcomes(outcomes: Outcomes) -> dict[str, Any]:
    return {
        "accuracy": outcomes.accuracy,
        "accuracy_interval": outcomes.interval,
        "balanced_accuracy": outcomes.by_class.balanced_accuracy,
        "balanced_accuracy_interval": outcomes.by_class.balanced_interval,
        "by_class": [one.facts() for one in outcomes.by_class.each],
        "errors": outcomes.errors,
        "examples": outcomes.n,
        "held_out": outcomes.fresh,
        "classes": outcomes.classes,
        "confusion": outcomes.confusion,
        "roc_area": None if outcomes.roc is None else outcomes.roc.area,
        "calibration_error": None if outcomes.calibration is None else outcomes.calibration.error,
    }


def _forecasts(forecasts: Forecasts) -> dict[str, Any]:
    return {
        "mean_absolute_error": forecasts.mean_error,
        "root_mean_square_error": forecasts.root_mean_square,
        "r_squared": forecasts.explained,
        "constant": forecasts.constant,
        "constant_error": forecasts.constant_error,
        "examples": forecasts.n,
        "held_out": forecasts.fresh,
    }


def _certificates(analysis: Analysis) -> list[dict[str, Any]]:
    table = [] if analysis.certificates is None else analysis.certificates.to_dict()["certificates"]
    return table + ([] if analysis.mean_error is None else [analysis.mean_error.to_dict()])


def _thresholds(analysis: Analysis) -> list[dict[str, Any]]:
    """Where one may stop answering, from all answers (no threshold) to few; the limits are those of the page."""
    return [
        {
            "threshold": one.value,
            "coverage": one.coverage,
            "answered": one.answered,
            "wrong": one.wrong,
            "certified_error": None if (limit := certified_at(one, analysis.best)) is None else limit.value,
        }
        for one in (() if analysis.abstention is None else analysis.abstention.thresholds)
    ]


def _search(search: Search) -> dict[str, Any]:
    trials = [
        {
            "machine": trial.contender.machine,
            "kernel": trial.contender.kernel,
            "C": trial.C,
            search.measure.key: trial.value,
            "interval": trial.interval,
            "seconds": trial.seconds,
        }
        for trial in search.ranked
    ]
    facts = {
        "measure": search.measure.key,
        "why": search.measure.why,
        "candidates": search.candidates,
        "folds": search.folds,
        "interrupted": search.interrupted,
    }
    return {**facts, "seconds": search.seconds, "trials": trials}


def _block(block: Any) -> dict[str, Any]:
    fields = {field.name: getattr(block, field.name) for field in dataclasses.fields(block)}
    if isinstance(block, Picture):
        fields.pop("size")
    shown = {name: value for name, value in fields.items() if name not in LEFT_OUT}
    kept = {name: _block(value) if isinstance(value, Grid | Picture) else plain(value) for name, value in shown.items()}
    return {"type": type(block).__name__.lower(), **kept}


def plain(value: Any) -> Any:
    """A value as JSON knows them; what is not a finite number is null.

    >>> plain({"a": np.array([1.0, np.inf]), "b": (True, "x")})
    {'a': [1.0, None], 'b': [True, 'x']}
    """
    if isinstance(value, np.ndarray | np.generic):
        value = value.tolist()
    if isinstance(value, Enum):
        return value.value
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in dataclasses.fields(value)}
    if isinstance(value, Mapping):
        return {str(name): plain(item) for name, item in value.items()}
    if isinstance(value, tuple | list):
        return [plain(item) for item in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value
