"""The sections of a report in their order; what does not apply, or was not finished, is absent."""

from collections.abc import Iterator

from drupe.analysis.analysis import Analysis
from drupe.analysis.fitting import MANY
from drupe.analysis.task import Task
from drupe.estimators.last_step import last_step
from drupe.report.blocks import Section
from drupe.report.composition.abstaining import abstaining_section
from drupe.report.composition.answers import answers_section
from drupe.report.composition.certified import certified_section
from drupe.report.composition.certified_quantity import certified_quantity_section
from drupe.report.composition.chosen import model_section
from drupe.report.composition.columns import columns_section
from drupe.report.composition.data import data_section
from drupe.report.composition.examples import examples_section
from drupe.report.composition.geometry import geometry_section
from drupe.report.composition.importance import importance_section
from drupe.report.composition.making import making_section, solver_section
from drupe.report.composition.predictions import intervals_section, predictions_section
from drupe.report.composition.summary import summary_section
from drupe.report.composition.tried import tried_section
from drupe.report.composition.words import words_section


def sections_of(analysis: Analysis) -> Iterator[Section]:
    """From what one should know to how it was made."""
    yield summary_section(analysis)
    yield data_section(analysis.data)
    if analysis.look is not None and analysis.look.columns:
        yield columns_section(analysis.look)
    if analysis.search is not None:
        yield tried_section(analysis.search, getattr(last_step(analysis.model), "C", None))
    if analysis.description is not None:
        yield model_section(analysis.description)
    yield from _judged_classes(analysis) if analysis.task is Task.CLASSES else _judged_quantity(analysis)
    geometry = geometry_section(analysis.margins, analysis.plane)
    if geometry is not None:
        yield geometry
    if analysis.influence is not None:
        yield examples_section(analysis.influence, bool(analysis.data.name))
    if analysis.solver is not None:
        yield solver_section(analysis.solver, analysis.search is not None and analysis.data.training > MANY)
    yield making_section(analysis.provenance)


def _judged_classes(analysis: Analysis) -> Iterator[Section]:
    if analysis.outcomes is not None:
        yield answers_section(analysis.outcomes, analysis.best, analysis.delta)
    yield from _importance(analysis)
    if analysis.abstention is not None and len(analysis.abstention.thresholds) > 1:
        fresh = analysis.data.held_out > 0
        yield abstaining_section(analysis.abstention, analysis.best, fresh, analysis.delta)
    if analysis.certificates is not None:
        tuned = analysis.search is not None
        yield certified_section(analysis.certificates, analysis.outcomes, tuned, analysis.delta)


def _judged_quantity(analysis: Analysis) -> Iterator[Section]:
    if analysis.forecasts is None:
        return
    yield predictions_section(analysis.forecasts)
    yield from _importance(analysis)
    yield intervals_section(analysis.forecasts, analysis.tolerances, analysis.delta)
    if analysis.forecasts.fresh:
        yield certified_quantity_section(analysis.tolerances, analysis.mean_error, analysis.delta)


def _importance(analysis: Analysis) -> Iterator[Section]:
    found = importance_section(analysis)
    if found is not None:
        yield found
    if analysis.words is not None:
        yield words_section(analysis.words)
