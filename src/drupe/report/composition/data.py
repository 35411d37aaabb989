"""The data at a glance."""

from drupe.analysis.data_facts import DataFacts
from drupe.report.blocks import Block, Facts, Grid, Section
from drupe.report.numbers import count, percent, significant

MOST_CLASSES = 20


def data_section(data: DataFacts) -> Section:
    """Rows, classes, missing cells, scaling, and the columns that tell the classes apart."""
    training, held_out = sum(n for _, n in data.training), sum(n for _, n in data.held_out)
    rows = count(training, "row") + (f" to learn from, {count(held_out, 'row')} held out to judge by" if held_out else "")
    facts = [("data", data.name)] if data.name else []
    facts += [("target", data.target)] if data.target else []
    facts += [("examples", rows)]
    facts += [] if data.columns is None else [("columns", f"{data.columns}")]
    facts += [] if data.sparse is None else [("entries that are not zero", percent(data.sparse))]
    facts += [("empty cells", data.missing), ("scaling", data.scaling)]
    blocks: list[Block] = [Facts(tuple(facts)), _classes(data, training, held_out)]
    if data.summaries:
        blocks.append(_columns(data))
    return Section("Data at a glance", tuple(blocks))


def _classes(data: DataFacts, training: int, held_out: int) -> Grid:
    judged = dict(data.held_out)
    columns = ("class", "training", "share", "held out", "share") if held_out else ("class", "training", "share")
    shown = sorted(data.training, key=lambda pair: -pair[1])[:MOST_CLASSES]
    rows = [
        (name, str(n), percent(n / training))
        + ((str(judged.get(name, 0)), percent(judged.get(name, 0) / held_out)) if held_out else ())
        for name, n in shown
    ]
    more = "" if len(shown) == len(data.training) else f" (the {MOST_CLASSES} largest of {len(data.training)})"
    return Grid(f"Classes{more}", columns, tuple(rows))


def _columns(data: DataFacts) -> Grid:
    rows = tuple(
        (one.name, significant(one.low), significant(one.median), significant(one.high), f"{one.separation:.2f}")
        for one in data.summaries
    )
    some = "" if len(rows) == data.columns else f", the {len(rows)} of {data.columns} that do so best"
    caption = f"Columns by how far apart they hold the classes{some}; in standard deviations between class means"
    return Grid(caption, ("column", "least", "median", "largest", "apart"), rows)
