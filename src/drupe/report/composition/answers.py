"""How good the answers are: confusion, ROC, calibration."""

from drupe.analysis.outcomes import Outcomes, Roc
from drupe.report.blocks import Block, Picture, Section, Text, Tone
from drupe.report.numbers import count, percent
from drupe.report.pictures.calibration import CalibrationPicture
from drupe.report.pictures.confusion import ConfusionPicture
from drupe.report.pictures.roc import RocPicture


def answers_section(outcomes: Outcomes) -> Section:
    """Answers to held-out examples, or, with a warning, to those of the training."""
    low, high = outcomes.interval
    text = (
        f"{count(outcomes.errors, 'error')} among {count(outcomes.n, 'example')}: {percent(outcomes.accuracy)} right, "
        f"where always answering the most frequent class would have {percent(outcomes.majority)}."
    )
    blocks: list[Block] = [Text(text)]
    if outcomes.fresh:
        blocks.append(Text(f"The true accuracy lies between {percent(low)} and {percent(high)} (95 % interval).", Tone.NOTE))
    else:
        warning = "These are the examples that the model was fitted on; on new ones it will do worse."
        blocks.append(Text(warning, Tone.WARNING))
    blocks.append(_confusion(outcomes))
    if outcomes.roc is not None:
        blocks.append(_roc(outcomes.roc))
    blocks.append(_calibration(outcomes))
    return Section("How good the answers are", tuple(blocks))


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
    words = f"Found among {roc.positive} against false alarms; the area under the curve is {roc.area:.4f}."
    caption = "The probability that a random positive gets a larger output than a random negative is the area."
    return Picture("ROC curve", words, RocPicture(roc), caption, values=values)


def _calibration(outcomes: Outcomes) -> Picture | Text:
    found = outcomes.calibration
    if outcomes.probabilities is None:
        return Text("This machine gives no probabilities, so that there is nothing to calibrate.", Tone.NOTE)
    if found is None:
        return Text("Too few examples to judge the probabilities by.", Tone.NOTE)
    values = {"said": found.said.tolist(), "held": found.held.tolist(), "counts": found.counts.tolist()}
    words = f"Mean difference between the probability of answers and the share of right ones: {found.error:.3f}."
    caption = f"{words} On the dotted line the model knows what it knows; lines are 95 % intervals."
    return Picture("Calibration", words, CalibrationPicture(found), caption, values=values)
