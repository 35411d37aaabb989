"""`drupe compare`: machines side by side, with intervals."""

from typing import Annotated

import typer

from drupe.analysis.comparison import Comparison, compare_machines
from drupe.analysis.preparation import scaler_for
from drupe.cli.classes import labelled
from drupe.cli.machine_text import machine
from drupe.cli.output import AsJson, console, print_json
from drupe.cli.progress import watched
from drupe.cli.reading import Reading, reads_data
from drupe.report.blocks import Grid
from drupe.report.numbers import percent, seconds
from drupe.report.rendering.terminal import grid_table

USUAL = "DefaultClassifier,NearestMean,NeighborsClassifier,VotedPerceptron,NuSVC,SVC"


@reads_data
def compare(
    data: Annotated[str, typer.Argument(help="The data file, or - for the standard input.")],
    reading: Reading,
    machines: Annotated[str, typer.Option("--machines", "-m", help="Names, with commas between.")] = USUAL,
    folds: Annotated[int, typer.Option(help="Of the cross-validation.", min=2)] = 5,
    seed: Annotated[int, typer.Option(help="Of the folds.", min=0)] = 0,
    as_json: AsJson = False,
) -> None:
    """Cross-validate machines with their default parameters on the same folds.

    Every row is answered once by a machine that has not seen it. The last column is the probability that two equally
    good machines would differ so much (exact test on the rows that only one of both gets right): large means that the
    difference may be chance.

    Example: drupe compare data.csv --target label --machines SVC,NearestMean
    """
    table = reading.table(data)
    part = labelled(table, data)
    contestants = {name: machine(name.strip(), []) for name in machines.split(",") if name.strip()}
    with watched(f"comparing {len(contestants)} machines") as progress:
        found = compare_machines(contestants, part, scaler_for(part.X), folds=folds, seed=seed, progress=progress)
    if as_json:
        print_json(found)
        return
    console().print(grid_table(_grid(found)))


def _grid(found: Comparison) -> Grid:
    rows = tuple(
        (
            one.name,
            percent(one.accuracy) if not one.failure else "–",
            f"{percent(one.low)} to {percent(one.high)}" if not one.failure else one.failure,
            seconds(one.seconds),
            "best" if place == 0 else f"{one.chance:.2g}" if not one.failure else "–",
        )
        for place, one in enumerate(found.results)
    )
    columns = ("machine", "accuracy", "95 % interval", "time", "p against best")
    caption = f"Accuracy on {found.n} rows in {found.folds}-fold cross-validation"
    return Grid(caption, columns, rows, best=0)
