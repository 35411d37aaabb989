"""Training examples worth a look."""

from drupe.analysis.influence import Influence, Remarkable
from drupe.report.blocks import Block, Grid, Section, Text
from drupe.report.numbers import count, significant

COLUMNS = ("row", "label", "answer", "weight", "margin")


def examples_section(influence: Influence) -> Section:
    """Those that the rule leans on, and those that it contradicts."""
    text = (
        f"The rule rests on {count(influence.support, 'support vector')}; all other training rows could be deleted "
        "without changing it. Row numbers count lines of the file, its first line included."
    )
    blocks: list[Block] = [Text(text)]
    blocks.append(Grid("Most influential: the largest coefficients", COLUMNS, _rows(influence.influential), words=(1, 2)))
    if influence.suspicious:
        caption = "Suspicious: furthest on the wrong side; is the label right?"
        blocks.append(Grid(caption, COLUMNS, _rows(influence.suspicious), words=(1, 2)))
    else:
        blocks.append(Text("No training example lies on the wrong side, so that none is suspicious."))
    return Section("Examples worth a look", tuple(blocks))


def _rows(examples: tuple[Remarkable, ...]) -> tuple[tuple[str, ...], ...]:
    return tuple(
        (
            str(one.row),
            str(one.label),
            str(one.said),
            significant(one.weight, 3),
            "–" if one.margin is None else significant(one.margin, 3),
        )
        for one in examples
    )
