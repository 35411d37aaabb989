"""Training examples worth a look."""

from drupe.analysis.influence import Influence, Remarkable
from drupe.analysis.task import Task
from drupe.report.blocks import Block, Grid, Section, Text
from drupe.report.numbers import count, quantity, significant

COLUMNS = {
    Task.CLASSES: ("label", "answer", "weight", "margin"),
    Task.QUANTITY: ("target", "prediction", "weight", "off by"),
}

CAPTIONS = {
    Task.CLASSES: "Suspicious: furthest on the wrong side; is the label right?",
    Task.QUANTITY: "Suspicious: the prediction is furthest off; is the target right?",
}

NONE = {
    Task.CLASSES: "No training example lies on the wrong side, so that none is suspicious.",
    Task.QUANTITY: "No prediction for a training example is far off, so that none is suspicious.",
}

LONGEST = 28
"""Letters of a name, or of a string, that are shown."""


def examples_section(influence: Influence, from_file: bool) -> Section:
    """Those that the rule leans on, and those that it contradicts."""
    where = "Rows are lines of the file." if from_file else "Rows count the training examples from 1."
    text = (
        f"The rule rests on {count(influence.support, 'support vector')}; the other training rows "
        f"do not enter it, scaling aside. {where}"
    )
    blocks: list[Block] = [Text(text)]
    if influence.influential == influence.suspicious:
        blocks.append(
            _grid(f"Most influential, and s{CAPTIONS[influence.task][1:]}", influence.influential, influence.task)
        )
    else:
        blocks.append(_grid("Most influential: the largest coefficients", influence.influential, influence.task))
        blocks += (
            [_grid(CAPTIONS[influence.task], influence.suspicious, influence.task)] if influence.suspicious else []
        )
    if not influence.suspicious:
        blocks.append(Text(NONE[influence.task]))
    return Section("Examples worth a look", tuple(blocks))


def _grid(caption: str, examples: tuple[Remarkable, ...], task: Task) -> Grid:
    named = any(one.name for one in examples)
    columns = ("row", *(("example",) if named else ()), *COLUMNS[task])
    words = tuple(i for i, name in enumerate(columns) if name in ("example", "label", "answer"))
    return Grid(caption, columns, tuple(_row(one, task, named) for one in examples), words=words)


def _row(one: Remarkable, task: Task, named: bool) -> tuple[str, ...]:
    name = (_cut(one.name),) if named else ()
    both = (
        (_cut(str(one.truth)), _cut(str(one.said)))
        if task is Task.CLASSES
        else (quantity(one.truth), quantity(one.said))
    )
    side = "–" if one.side is None else _decimals(one.side) if task is Task.CLASSES else quantity(one.side)
    return (str(one.row), *name, *both, significant(one.weight, 3), side)


def _decimals(value: float) -> str:
    """Two places, with a true minus, and none for what rounds to nothing."""
    return f"{value:.2f}".replace("-", "−") if abs(value) >= 0.005 else "0.00"


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
