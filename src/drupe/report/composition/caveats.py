"""What one should keep in mind before relying on a model, the gravest first."""

from collections.abc import Iterator

from drupe.analysis.alerts import AlertKind
from drupe.analysis.analysis import Analysis
from drupe.analysis.measure import is_rare
from drupe.analysis.task import Task
from drupe.report.numbers import confidence, count, error_share, error_share_at_most, listing, percent, quantity
from drupe.report.wording import CERTIFIED, MEASURED

FEW = 100
"""Held-out rows below which a single one moves the measured error by more than a percent point."""

ILL_CALIBRATED = 0.1
"""Mean difference between probabilities and shares of right answers from which it is worth a word."""

OFTEN = 1.5
"""How many times the measured error a class is missed from which it is worth a word."""

SAME = (
    "Measured and certified numbers hold for rows that come from where these came from; of rows from another time or "
    "place they say nothing."
)


def caveats(analysis: Analysis) -> tuple[str, ...]:
    """All that apply, as sentences.

    Examples
    --------
    >>> from drupe import SVC
    >>> from drupe.analysis import Part, analyze
    >>> part = Part.of([[float(i)] for i in range(20)], [0] * 10 + [1] * 10)
    >>> caveats(analyze(SVC(kernel="linear").fit(part.X, part.y), part))[0]
    'What was measured is of the rows that the model was fitted on: on new rows it will do worse.'
    """
    judged = _of_classes if analysis.task is Task.CLASSES else _of_a_quantity
    alerts = (alert.text for alert in analysis.alerts if alert.serious)
    special = (*_of_the_making(analysis), *alerts, *_of_the_rows(analysis), *judged(analysis))
    return (*special, SAME, *_of_certificates(analysis))


def _of_the_making(analysis: Analysis) -> Iterator[str]:
    if analysis.missing:
        yield f"This is unfinished, because of an interrupt: it lacks {listing(analysis.missing)}."
    if analysis.search is not None and analysis.search.interrupted:
        done = f"{len(analysis.search.trials)} of {analysis.search.planned}"
        yield f"Only {done} contenders were tried, because of an interrupt."
    if analysis.solver is not None and not analysis.solver.converged:
        yield f"The solver {analysis.solver.stop}: the model is the best so far, not the optimum."
    if not analysis.data.held_out:
        yield "What was measured is of the rows that the model was fitted on: on new rows it will do worse."


def _of_the_rows(analysis: Analysis) -> Iterator[str]:
    data = analysis.data
    if 0 < data.held_out < FEW:
        least = (
            f": one wrong answer more moves the {MEASURED} by {error_share(1.0 / data.held_out)}"
            if data.classes
            else ""
        )
        yield f"The model is judged by {count(data.held_out, 'held-out row')} only{least}."
    if data.classes and all(alert.kind is not AlertKind.RARE_CLASS for alert in analysis.alerts):
        name, n, judged = min(data.classes, key=lambda one: one[1])
        if is_rare(n / data.training, len(data.classes)):
            rows = f"{count(n, 'training row')}" + (f" and {count(judged, 'held-out row')}" if data.held_out else "")
            share = percent(n / data.training)
            yield f"The class {name} is rare ({rows}, {share}): a model that never finds it has a small error, too."


def _of_classes(analysis: Analysis) -> Iterator[str]:
    outcomes = analysis.outcomes
    if outcomes is None or not outcomes.fresh:
        return
    simplest = f"always answering the most frequent class, which has {error_share(1.0 - outcomes.majority)}"
    if outcomes.accuracy <= outcomes.majority:
        yield f"On the held-out rows the model is no better than {simplest}."
    elif analysis.best is None:
        yield "No theorem certifies a smaller error than chance from these rows."
    elif 1.0 - analysis.best.value <= outcomes.majority:
        limit = f"its {CERTIFIED} is {error_share_at_most(analysis.best.value)}"
        yield f"It is not certain that the model is better than {simplest}: {limit}."
    found = outcomes.calibration
    if found is not None and found.error > ILL_CALIBRATED:
        off = percent(found.error, 0)
        yield f"Its probabilities are off by {off} on average: do not take them at their word."
    worst = max(outcomes.by_class.present, key=lambda one: (one.n - one.found) / one.n)
    missed, error = worst.n - worst.found, outcomes.errors / outcomes.n
    if missed / worst.n > OFTEN * error:
        rows = f"{missed} of {count(worst.n, 'held-out row')} of class {worst.label} are not found"
        yield f"{rows}, {error_share(missed / worst.n)}: more than the {MEASURED} of all classes, {error_share(error)}."


def _of_a_quantity(analysis: Analysis) -> Iterator[str]:
    found = analysis.forecasts
    if found is None or not found.fresh:
        return
    if found.mean_error >= found.constant_error:
        constant = f"always predicting {quantity(found.constant)}"
        yield f"On the held-out rows the model is no better than {constant}."
    if not analysis.tolerances:
        yield "There are too few held-out rows to certify an interval around predictions."


def _of_certificates(analysis: Analysis) -> Iterator[str]:
    """What is true of every certificate, and easily forgotten."""
    if analysis.tolerances:
        yield (
            "Certified intervals have one width for all rows: they hold their share of all future values together, of "
            "some kinds of rows fewer."
        )
    if analysis.best is not None or analysis.tolerances:
        yield (
            f"Certificates hold with {confidence(analysis.delta)} confidence: with a probability of up to "
            f"{100.0 * analysis.delta:.3g} % the rows were so lucky that one of them is wrong."
        )
