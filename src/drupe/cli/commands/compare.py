"""`drupe compare`: machines side by side, with intervals."""

from typing import Annotated, Any

import typer
from sklearn.base import is_classifier

from drupe.analysis.comparison import Comparison, compare_machines
from drupe.analysis.examples import Examples
from drupe.analysis.preparation import preparation_for
from drupe.analysis.string_views import views_for
from drupe.analysis.task import Task
from drupe.cli.machine_text import machine
from drupe.cli.output import AsJson, console, print_json
from drupe.cli.progress import watched
from drupe.cli.reading import Reading, reads_data
from drupe.foundation.errors import InputError, ParameterError
from drupe.report.blocks import Grid
from drupe.report.numbers import percent, seconds
from drupe.report.rendering.terminal import grid_table

USUAL = "DefaultClassifier,NearestMean,NeighborsClassifier,VotedPerceptron,NuSVC,SVC"


@reads_data
def compare(
    data: Annotated[str, typer.Argument(help="The data file, or - for the standard input.", metavar="DATA")],
    reading: Reading,
    machines: Annotated[
        str, typer.Option("--machines", "-m", help="Names of classifiers, with commas between.", metavar="NAMES")
    ] = USUAL,
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
    contestants = {name.strip(): _classifier(name.strip()) for name in machines.split(",") if name.strip()}
    if not contestants:
        raise ParameterError("no machine is named; leave --machines out for the usual ones.")
    table = reading.frame(data)
    examples = Examples.of_table(table, data)
    part = examples.part
    if examples.task is Task.QUANTITY:
        raise InputError(
            f"{data}: the target looks like a quantity, such as {table.targets[0]}, and this compares classifiers; "  # type: ignore[index]
            "drupe report compares machines for quantities."
        )
    before = views_for(part.X)[-1] if part.strings else preparation_for(part.X, reading.choices)
    try:
        with watched(f"comparing {len(contestants)} machines") as progress:
            found = compare_machines(contestants, part, before, folds=folds, seed=seed, progress=progress)
    except InputError as error:
        raise InputError(f"{data}: {error}") from None
    if as_json:
        print_json(found)
        return
    console().print(grid_table(_grid(found)))


def _classifier(name: str) -> Any:
    found = machine(name, [])
    if not is_classifier(found):
        raise ParameterError(f"{type(found).__name__} is no classifier, and classifiers are compared; leave it out.")
    return found


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
