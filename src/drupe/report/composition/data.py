"""The data at a glance."""

from drupe.analysis.data_facts import DataFacts, Spread
from drupe.report.blocks import Block, Facts, Grid, Section
from drupe.report.numbers import count, percent, quantity

MOST_CLASSES = 20


def data_section(data: DataFacts) -> Section:
    """Rows, targets, missing cells, scaling, and the columns that tell most."""
    rows = count(data.training, "row") + (
        f" to learn from, {count(data.held_out, 'row')} held out to judge by" if data.held_out else ""
    )
    facts = [("data", data.name), ("target", data.target), ("examples", rows)]
    facts += [] if data.columns is None else [("columns", _counted(data))]
    facts += [] if data.strings is None else [("strings", _strings(data.strings.lengths, data.strings.alphabet))]
    facts += [] if data.sparse is None else [("entries that are not zero", percent(data.sparse))]
    facts += [("empty cells", data.missing), ("scaling", data.scaling)]
    blocks: list[Block] = [Facts(tuple((name, value) for name, value in facts if value))]
    blocks += [_classes(data)] if data.classes else []
    blocks += [_quantities(data)] if data.quantities else []
    blocks += [_columns(data)] if data.summaries else []
    return Section("Data at a glance", tuple(blocks))


def _counted(data: DataFacts) -> str:
    return (
        f"{data.columns}" if data.encoded in (None, data.columns) else f"{data.columns} ({data.encoded} after encoding)"
    )


def _strings(lengths: Spread, alphabet: int) -> str:
    if lengths.low == lengths.high:
        long = f"all {lengths.low:.0f} letters long"
    else:
        long = f"{lengths.low:.0f} to {lengths.high:.0f} letters long, half of them up to {lengths.median:.0f}"
    return f"{long}; {count(alphabet, 'different letter')}"


def _classes(data: DataFacts) -> Grid:
    columns = ("class", "training", "share", "held out", "share") if data.held_out else ("class", "training", "share")
    shown = sorted(data.classes, key=lambda one: -one[1])[:MOST_CLASSES]
    rows = [
        (name, str(n), percent(n / data.training))
        + ((str(judged), percent(judged / data.held_out)) if data.held_out else ())
        for name, n, judged in shown
    ]
    more = "" if len(shown) == len(data.classes) else f" (the {MOST_CLASSES} largest of {len(data.classes)})"
    return Grid(f"Classes{more}", columns, tuple(rows))


def _quantities(data: DataFacts) -> Grid:
    parts = ("training", "held out")[: len(data.quantities)]
    rows = tuple((part, *_numbers(one)) for part, one in zip(parts, data.quantities, strict=True))
    return Grid("Where the target lies", ("rows", "least", "25 %", "median", "75 %", "largest"), rows)


def _numbers(spread: Spread) -> tuple[str, ...]:
    return tuple(
        map(quantity, (spread.low, spread.quarter, spread.median, spread.three_quarters, spread.high)),
    )


def _columns(data: DataFacts) -> Grid:
    rows = tuple(
        (
            one.name,
            quantity(one.spread.low),
            quantity(one.spread.median),
            quantity(one.spread.high),
            f"{one.strength:.2f}".replace("-", "−"),
        )
        for one in data.summaries
    )
    some = "" if len(rows) == data.columns else f", the first {len(rows)} of {data.columns}"
    if data.classes:
        caption = f"Columns by how well each alone tells classes apart{some} (distance of class means / std. deviation)"
        last = "distance"
    else:
        caption = f"Columns by how closely the target follows each alone{some} (rank correlation, −1 to 1)"
        last = "correlation"
    return Grid(caption, ("column", "least", "median", "largest", last), rows)
