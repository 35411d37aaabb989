"""Which columns the answers depend on: what is lost without each, and the weights of a linear rule."""

from drupe.analysis.analysis import Analysis
from drupe.analysis.exchange import WIDEST
from drupe.analysis.importance import Importance
from drupe.analysis.linear_weights import LinearWeights
from drupe.analysis.task import Task
from drupe.report.blocks import Block, Grid, Picture, Section, Text, Tone
from drupe.report.numbers import count, listing, percent, quantity, significant

SHOWN = 20
"""Columns in the picture."""

LISTED = 12
"""Columns in the table of weights."""

MOST_OUTPUTS = 6
"""Classes up to which the weights of each have a column in the table."""


def importance_section(analysis: Analysis) -> Section | None:
    """Importance and weights; a sentence if there are too many columns; nothing if there is nothing to say."""
    blocks: list[Block] = []
    if analysis.importance is not None:
        blocks += _importance(analysis.importance)
    elif (analysis.data.columns or 0) > WIDEST:
        many = count(analysis.data.columns or 0, "column")
        blocks.append(Text(f"There are {many}; which of them matter is measured for {WIDEST} at most.", Tone.NOTE))
    if analysis.weights is not None and len(analysis.weights.outputs) <= MOST_OUTPUTS:
        blocks.append(_weights(analysis.weights))
    what = "answers" if analysis.task is Task.CLASSES else "predictions"
    return Section(f"What the {what} depend on", tuple(blocks)) if blocks else None


def _importance(found: Importance) -> list[Block]:
    which = "held-out" if found.fresh else "training"
    text = (
        f"In {count(found.rows, f'{which} row')} the cell of one column was replaced by that of "
        f"{count(found.repeats, 'other row')}, one after the other, and all else was left as it is. A column is worth "
        f"to this model what its {found.measure.words} {'falls' if found.measure.of_classes else 'rises'} by."
    )
    if len(found.names) < found.columns:
        text += (
            f" Of {found.columns} columns, these are the {len(found.names)} that move the outputs of the model most at "
            "a few rows; the others were not measured."
        )
    blocks: list[Block] = [Text(text)]
    if not found.fresh:
        warning = "These are the rows that the model was fitted on: columns that it learned by heart seem to matter."
        blocks.append(Text(warning, Tone.WARNING))
    return [*blocks, _picture(found)]


def _picture(found: Importance) -> Picture:
    shown = found.top(SHOWN)
    sure = [one for one in shown if one.low > 0.0]
    named = [f"{one.name} ({_amount(one.drop, found)})" for one in sure[:5]]
    words = f"Most important: {listing(named)}." if named else "No column surely matters by itself."
    values = {
        "names": [one.name for one in shown],
        "drop": [one.drop for one in shown],
        "low": [one.low for one in shown],
        "high": [one.high for one in shown],
    }
    unit = "In percentage points. " if found.measure.of_classes else "In units of the target. "
    caption = (
        f"{unit}With 95 % intervals, for this model and each column alone on more such rows; pale: it may be chance. "
        "Columns that carry the same share or hide their importance: each can stand in for the other."
    )
    if len(shown) < len(found.names):
        caption = f"The first {len(shown)} of {len(found.names)} columns. {caption}"
    size = (5.2, 0.9 + 0.29 * len(shown))
    return Picture("Importance of columns", words, found.display(SHOWN), caption, size, values)


def _amount(drop: float, found: Importance) -> str:
    return percent(drop) if found.measure.of_classes else quantity(drop)


def _weights(found: LinearWeights) -> Grid:
    listed = found.ranked[:LISTED]
    rows = tuple((name, *(significant(weight, 3) for weight in weights)) for name, weights in listed)
    if len(found.outputs) == 1:
        what = f"the output, positive for {found.outputs[0]},"
    else:
        what = "the output of each class" if found.outputs else "the prediction"
    first = "" if len(listed) == len(found.names) else f"; the {LISTED} largest of {len(found.names)}"
    caption = f"Weights of the linear rule: by how much {what} rises with one standard deviation of a column{first}"
    outputs = found.outputs if len(found.outputs) > 1 else ("weight",)
    return Grid(caption, ("column", *outputs), rows)
