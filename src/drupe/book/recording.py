"""Running an experiment for the book: what it shows becomes a record, and the record a file."""

import os
import platform
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from time import perf_counter

from rich.table import Table
from rich.text import Text

from drupe.book.record import Claim, Printed, Record
from drupe.experiments.claims import Shown, noted
from drupe.experiments.experiment import Experiment

VERSIONS = ("drupe", "numpy", "scipy", "scikit-learn")


def recorded(experiment: Experiment, arguments: Sequence[str], data: Path | None) -> Record:
    """One run, with the data of a folder if the experiment reads any."""
    where = ["--data", str(data)] if experiment.archives and data is not None else []
    start = perf_counter()
    with noted() as shown:
        experiment.module.main([*where, *arguments])
    return Record(
        experiment.name,
        tuple(arguments),
        tuple(printed(table) for one in shown for table in one.tables),
        tuple(_claims(shown)),
        round(perf_counter() - start, 1),
        f"{datetime.now(UTC):%Y-%m-%d}",
        machine(),
    )


def _claims(shown: Sequence[Shown]) -> Iterator[Claim]:
    for one in shown:
        yield from map(Claim.of, one.claims)


def printed(table: Table) -> Printed:
    """A table of the terminal as plain text.

    >>> table = Table("digit", "error", title="errors")
    >>> table.add_row("3", "[bold]1.2[/]")
    >>> printed(table).rows
    (('3', '1.2'),)
    """
    columns = tuple(_plain(column.header) for column in table.columns)
    cells = [[_plain(cell) for cell in column.cells] for column in table.columns]
    words = tuple(i for i, column in enumerate(table.columns) if column.justify != "right")
    return Printed(_plain(table.title), columns, tuple(zip(*cells, strict=True)), _plain(table.caption), words)


def _plain(content: object) -> str:
    if content is None:
        return ""
    if isinstance(content, str):
        return Text.from_markup(content).plain
    return content.plain if isinstance(content, Text) else str(content)


def machine() -> dict[str, str]:
    """What numbers may depend on."""
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    facts = {"processor": platform.machine(), "cores": str(usable), "python": platform.python_version()}
    return facts | {name: version(name) for name in VERSIONS}


def write(record: Record, folder: Path) -> Path:
    """The record into its file, whole or not at all."""
    from drupe.persistence.atomic import whole_file

    path = folder / f"{record.name}.json"
    folder.mkdir(parents=True, exist_ok=True)
    with whole_file(path) as file:
        file.write(record.to_json().encode())
    return path
