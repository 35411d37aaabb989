"""All commands, and the help that is also the tutorial."""

from typing import Annotated

import typer

from drupe.cli.on_demand import OnDemand, listed

HELP = """Kernel machines with certificates: from a data file to a prediction, a guarantee and a report.

[bold]Start here[/bold] (any CSV, TSV, Parquet, .npz or LIBSVM file will do):

    drupe report data.csv --target label -o report.html

reads the file, keeps some rows aside, compares a few machines, fits the best and writes one page on it: \
how good it is, where it should not answer, what is certain about its errors. Then, to use a model:

    drupe fit data.csv --target label -o model.drupe
    drupe predict model.drupe new.csv -o answers.csv
    drupe certify model.drupe fresh.csv

New files need the columns of training, in any order; the target may be missing. "-" is the standard input or \
output. Every command has --help, and --json for machines.
"""

EXITS = """Exit codes: 0 done; 1 a defect of drupe; 2 wrong usage; 3 the data cannot be used; 4 a file cannot be \
read or written; 5 not enough memory; 130 interrupted."""

app = typer.Typer(
    name="drupe",
    cls=OnDemand,
    help=HELP,
    epilog=EXITS,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)

USE, LOOK, PLAY = "From data to answers", "What there is", "A game"

for work in ("report", "fit", "predict", "certify", "compare", "serve", "export"):
    app.command(work, rich_help_panel=USE)(listed(work))
for listing in ("kernels", "machines", "bounds", "inspect", "convert"):
    app.command(listing, rich_help_panel=LOOK)(listed(listing))
app.command("go", rich_help_panel=PLAY)(listed("go"))


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"drupe {version('drupe')}")
        raise typer.Exit


@app.callback(help=HELP)
def options(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version.", callback=_version, is_eager=True)
    ] = False,
) -> None:
    """What holds for all commands; the help text stands above."""
