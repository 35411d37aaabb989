"""The options that say how a data file is to be read, the same for every command that reads one."""

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from drupe.cli.output import STANDARD
from drupe.cli.progress import watched
from drupe.inputs.readers.formats import Format
from drupe.inputs.readers.options import Missing, Options, Target
from drupe.inputs.readers.source import opened_source
from drupe.persistence.atomic import is_stream

if TYPE_CHECKING:
    from drupe.estimators.preparation.treatments import ColumnChoices
    from drupe.inputs.readers.recipe import Recipe
    from drupe.inputs.readers.table import Table


class Empty(Enum):
    """What to do about empty cells, in one word."""

    refuse = "refuse"
    drop = "drop"
    fill = "fill"


class Kind(Enum):
    """What a file is, in one word."""

    table = "table"
    libsvm = "libsvm"
    parquet = "parquet"
    npz = "npz"
    fasta = "fasta"
    lines = "lines"


FORMATS: dict[Kind, Format] = {
    Kind.table: Format.DELIMITED,
    **{kind: Format[kind.name.upper()] for kind in Kind if kind is not Kind.table},
}

PANEL = "How to read the file"


@dataclass(frozen=True)
class Reading:
    """What the user said about the file."""

    target: Annotated[
        str | None,
        typer.Option(
            "--target",
            "-t",
            help="Target column: its name, or its number from 1. Else the usual names are tried.",
            metavar="COLUMN",
        ),
    ] = None
    format: Annotated[
        Kind | None,
        typer.Option(
            help="What the file is; found out if not given. Lines: a string each, after its label and a tab.",
            rich_help_panel=PANEL,
        ),
    ] = None
    missing: Annotated[
        Empty | None,
        typer.Option(
            help="Empty cells: refuse the file, drop such rows, or fill in (usual) as the training rows say.",
            rich_help_panel=PANEL,
        ),
    ] = None
    drop: Annotated[
        list[str] | None,
        typer.Option(help="Leave out this column; may be repeated.", rich_help_panel=PANEL, metavar="COLUMN"),
    ] = None
    categorical: Annotated[
        list[str] | None,
        typer.Option(
            help="This column holds categories, whatever they look like; may be repeated.",
            rich_help_panel=PANEL,
            metavar="COLUMN",
        ),
    ] = None
    keep: Annotated[
        list[str] | None,
        typer.Option(
            help="Use this column although it looks like a name of the rows, or a date; may be repeated.",
            rich_help_panel=PANEL,
            metavar="COLUMN",
        ),
    ] = None
    dates: Annotated[
        bool, typer.Option("--dates", help="Make numbers of dates; else they are left out.", rich_help_panel=PANEL)
    ] = False
    delimiter: Annotated[
        str | None,
        typer.Option(
            help="What stands between cells; found out if not given.", rich_help_panel=PANEL, metavar="CHARACTER"
        ),
    ] = None
    decimal: Annotated[
        str, typer.Option(help="Decimal point: '.' or ','.", rich_help_panel=PANEL, metavar="CHARACTER")
    ] = "."
    encoding: Annotated[str, typer.Option(help="Of text files.", rich_help_panel=PANEL, metavar="NAME")] = "utf-8"
    header: Annotated[
        bool | None,
        typer.Option(help="Whether the first line names the columns; else found out.", rich_help_panel=PANEL),
    ] = None
    first_index: Annotated[
        int, typer.Option(help="First index of LIBSVM files: 0 or 1.", rich_help_panel=PANEL, min=0, max=1)
    ] = 1
    dimension: Annotated[
        int | None,
        typer.Option(help="Columns of LIBSVM files; else the largest index.", rich_help_panel=PANEL, min=1),
    ] = None
    budget: Annotated[
        int | None,
        typer.Option(
            help="Bytes that may be unpacked, or come through a pipe.", rich_help_panel=PANEL, min=1, metavar="BYTES"
        ),
    ] = None

    def options(self, *, raw: bool = False) -> Options:
        """These options as `drupe.inputs.readers` takes them; raw cells may stay empty unless that is refused."""
        missing = self.missing or (Empty.fill if raw else Empty.refuse)
        return Options(
            format=None if self.format is None else FORMATS[self.format],
            encoding=self.encoding,
            delimiter="\t" if self.delimiter in ("\\t", "tab") else self.delimiter,
            header=self.header,
            decimal=self.decimal,
            missing=Missing[missing.name.upper()],
            raw=raw,
            categorical=tuple(self.categorical or ()),
            dropped=tuple(self.drop or ()),
            dimension=self.dimension,
            first_index=self.first_index,
            budget=self.budget,
        )

    @property
    def choices(self) -> "ColumnChoices":
        """What the user said about columns."""
        from drupe.estimators.preparation.treatments import ColumnChoices

        return ColumnChoices(self.dates, tuple(self.categorical or ()), tuple(self.keep or ()))

    def frame(self, path: str, recipe: "Recipe | None" = None) -> "Table":
        """The file, the cells of a table as they are, with a bar if it takes long."""
        from drupe.inputs.frame import Frame

        table = self._read(path, recipe, self.options(raw=True))
        if isinstance(table.inputs, Frame) and recipe is None:
            for name in self.choices.kept:
                table.inputs.column(name)
        return table

    def table(self, path: str) -> "Table":
        """The file, categories as columns of numbers, with a bar if it takes long."""
        return self._read(path, None, self.options())

    def _read(self, path: str, recipe: "Recipe | None", options: Options) -> "Table":
        from drupe.inputs.readers.read import read

        with watched(f"reading {path}") as progress:
            return read(path, target=self.target or Target.USUAL, recipe=recipe, options=options, progress=progress)


def check_readable(*paths: str | None) -> None:
    """Raise a FileError if one of these files cannot be read, before all is imported that makes something of it.

    Pipes are left alone, as what they hold can be read only once.
    """
    for path in paths:
        if path is not None and path != STANDARD and not is_stream(path):
            with opened_source(path):
                pass


def reads_data(command: Callable[..., None]) -> Callable[..., None]:
    """The command with the options above in place of its argument `reading`."""
    own = [one for one in inspect.signature(command, eval_str=True).parameters.values() if one.name != "reading"]
    hints = inspect.get_annotations(Reading, eval_str=True)
    defaults = Reading()
    said = [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=getattr(defaults, name), annotation=annotation)
        for name, annotation in hints.items()
    ]
    own = [one.replace(kind=inspect.Parameter.KEYWORD_ONLY) for one in own]

    def run(**options: Any) -> None:
        reading = Reading(**{name: options.pop(name) for name in hints})
        command(reading=reading, **options)

    run.__name__, run.__doc__, run.__module__ = command.__name__, command.__doc__, command.__module__
    run.__signature__ = inspect.Signature([*own, *said])  # type: ignore[attr-defined]
    run.__annotations__ = {one.name: one.annotation for one in [*own, *said]}
    return run
