"""How good the answers are: confusion, ROC, calibration."""

import numpy as np

from drupe.analysis.class_outcomes import ClassOutcomes
from drupe.analysis.limits import Interval
from drupe.analysis.outcomes import Outcomes, Roc
from drupe.certification.certificate import Certificate
from drupe.report.blocks import Block, Grid, Picture, Section, Text, Tone
from drupe.report.numbers import confidence, count, error_share, error_share_at_most, percent
from drupe.report.pictures.calibration import CalibrationPicture
from drupe.report.pictures.confusion import ConfusionPicture
from drupe.report.pictures.roc import RocPicture
from drupe.report.wording import CERTIFIED, measured, with_article


def answers_section(outcomes: Outcomes, best: Certificate | None, delta: float) -> Section:
    """Answers to held-out examples, or, with a warning, to those of the training; `best` limits their error."""
    rows, name = f"{'held-out' if outcomes.fresh else 'training'} row", with_article(measured(outcomes.fresh))
    text = (
        f"{outcomes.errors} of {count(outcomes.n, rows)} are answered wrongly: {name} of "
        f"{error_share(outcomes.errors / outcomes.n)}. Always answering the most frequent class would have "
        f"{error_share(1.0 - outcomes.majority)}."
    )
    blocks: list[Block] = [Text(text)]
    if outcomes.fresh and best is not None:
        limit = f"at most {error_share_at_most(best.value)}, with {confidence(delta)} confidence"
        blocks.append(Text(f"On future rows the error may be another one, but is {limit}: the {CERTIFIED}.", Tone.NOTE))
    elif not outcomes.fresh:
        warning = "These are the examples that the model was fitted on; on new ones it will do worse."
        blocks.append(Text(warning, Tone.WARNING))
    blocks.append(_by_class(outcomes.by_class, outcomes.fresh))
    blocks += [_confusion(outcomes)] if len(outcomes.classes) <= DRAWN else _mistakes(outcomes)
    if outcomes.roc is not None:
        blocks.append(_roc(outcomes.roc))
    calibration = _calibration(outcomes)
    blocks += [] if calibration is None else [calibration]
    return Section("How good the answers are", tuple(blocks))


DRAWN = 20
"""Classes up to which every pair of label and answer has its square."""

LISTED = 12
"""Classes in a table, and mistakes in the list that takes the picture's place."""


def _by_class(found: ClassOutcomes, fresh: bool) -> Grid:
    """Recall and precision of each class; of many, those of the rarest."""
    many = len(found.each) > LISTED
    each = sorted(found.each, key=lambda one: one.n)[:LISTED] if many else found.each
    rows = tuple(
        (
            str(one.label),
            str(one.n),
            _with_limits(one.recall, one.recall_interval if fresh else None),
            _with_limits(one.precision, one.precision_interval if fresh else None),
        )
        for one in each
    )
    low, high = found.balanced_interval
    which = f"The {LISTED} rarest of {len(found.each)} classes" if many else "Class by class"
    mean = f"the mean share found, the balanced accuracy, is {percent(found.balanced_accuracy)}"
    limits = f" ({percent(low)} to {percent(high)})" if fresh else ""
    caption = f"{which}; {mean}{limits}" + (". In brackets 95 % intervals" if fresh else "")
    return Grid(caption, ("class", "rows", "found (recall)", "right when said (precision)"), rows)


def _with_limits(share: float | None, limits: Interval | None) -> str:
    """A share with its interval; a dash if there is none.

    >>> _with_limits(0.5, (0.25, 0.75)), _with_limits(0.5, None), _with_limits(None, None)
    ('50.0 % (25.0 to 75.0)', '50.0 %', '–')
    """
    if share is None:
        return "–"
    if limits is None:
        return percent(share)
    low, high = (percent(limit).removesuffix(" %") for limit in limits)
    return f"{percent(share)} ({low} to {high})"


def _mistakes(outcomes: Outcomes) -> list[Block]:
    """The commonest mistakes, and the classes that suffer most."""
    names, counts = [str(label) for label in outcomes.classes], outcomes.confusion
    off = counts - np.diag(np.diag(counts))
    order = np.argsort(-off, axis=None, kind="stable")[:LISTED]
    pairs = [(i, j) for i, j in zip(*np.unravel_index(order, off.shape), strict=True) if off[i, j]]
    rows = tuple((names[i], names[j], str(off[i, j])) for i, j in pairs)
    totals, wrong = counts.sum(axis=1), off.sum(axis=1)
    worst = [i for i in np.lexsort((-totals, -wrong))[:LISTED] if wrong[i]]
    classes = tuple((names[i], f"{wrong[i]} of {totals[i]}", error_share(wrong[i] / totals[i])) for i in worst)
    if not rows:
        return []
    return [
        Grid("The commonest mistakes", ("label", "answer", "rows"), rows, words=(0, 1)),
        Grid("Classes with most wrong answers", ("label", "wrong", "share"), classes),
    ]


def _confusion(outcomes: Outcomes) -> Picture:
    names = tuple(str(label) for label in outcomes.classes)
    counts = outcomes.confusion
    mistakes = [
        f"{counts[i, j]} of {names[i]} taken for {names[j]}"
        for i in range(len(names))
        for j in range(len(names))
        if i != j and counts[i, j]
    ]
    words = f"{int(counts.trace())} right; " + ("; ".join(mistakes[:12]) or "no mistake")
    side = 3.0 + 0.3 * min(len(names), 12)
    values = {"classes": names, "counts": counts.tolist()}
    picture = ConfusionPicture(counts, names)
    return Picture("Confusion", words, picture, "Rows: the label. Columns: the answer.", (side + 0.8, side), values)


def _roc(roc: Roc) -> Picture:
    values = {"false_alarms": roc.false_alarms.tolist(), "found": roc.found.tolist(), "area": roc.area}
    words = f"Found among {roc.positive} against false alarms; the area under the curve is {roc.area:.3f}."
    caption = (
        f"How many of {roc.positive} are found, for each share of false alarms among the others. The area is the "
        "probability that the output is larger for one of them than for one of the others."
    )
    return Picture("ROC curve", words, RocPicture(roc), caption, values=values)


def _calibration(outcomes: Outcomes) -> Picture | None:
    found = outcomes.calibration
    if found is None:
        return None
    values = {"said": found.said.tolist(), "held": found.held.tolist(), "counts": found.counts.tolist()}
    words = f"Mean difference between the probability of answers and the share of right ones: {found.error:.3f}."
    caption = f"{words} On the dotted line the model knows what it knows; lines are 95 % intervals."
    return Picture("Calibration", words, CalibrationPicture(found), caption, values=values)
