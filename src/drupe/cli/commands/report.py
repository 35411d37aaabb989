"""`drupe report`: from a data file to one page on the best model for it."""

import json
import os
import shlex
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from drupe.analysis.provenance import provenance
from drupe.analysis.task import Task
from drupe.cli.guard import INTERRUPTED
from drupe.cli.output import STANDARD, AsJson, as_json_text, say
from drupe.cli.outputs import ALIASES, Force, Output, Written, checked_outputs
from drupe.cli.progress import OnTerminal, note, waiting, watched
from drupe.cli.reading import Reading, check_readable, reads_data
from drupe.cli.scikit_learn import import_scikit_learn
from drupe.cli.streams import UNENCODABLE
from drupe.foundation.interrupts import never_lost, uninterrupted
from drupe.persistence.atomic import is_stream

if TYPE_CHECKING:
    from drupe.analysis.analysis import Analysis
    from drupe.report.rendering.html import Page
    from drupe.report.report import Report


@reads_data
@never_lost()
def report(
    data: Annotated[str, typer.Argument(help="The data file, or - for the standard input.")],
    reading: Reading,
    output: Annotated[
        str, typer.Option("--output", "-o", help="The page; its values go beside it as .json.")
    ] = "report.html",
    test: Annotated[str | None, typer.Option(help="Judge by this file instead of by rows kept aside.")] = None,
    test_share: Annotated[float, typer.Option(help="Share of the rows to keep aside.", min=0.05, max=0.9)] = 0.3,
    task: Annotated[
        Task | None, typer.Option(help="What the target is; else words and few different numbers are classes.")
    ] = None,
    delta: Annotated[
        float, typer.Option(help="Probability with which certificates may fail.", min=1e-9, max=0.5)
    ] = 0.05,
    seed: Annotated[int, typer.Option(help="Of splits and folds.", min=0)] = 0,
    model: Annotated[str | None, typer.Option(help="Save the fitted model here too, e.g. model.drupe.")] = None,
    title: Annotated[str | None, typer.Option(help="Of the page.")] = None,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """Compare machines, fit the best, judge and certify it: one HTML page with everything.

    The target may be classes or a quantity; the examples, rows of numbers and words, or strings. Some rows are kept
    aside (or come from --test) and take no part in any choice, so that what they say can be trusted. Ctrl-C ends the
    step that runs: what is finished goes on the page, which says what is missing, and the exit code is 130.

    Example: drupe report data.csv --target label -o report.html
    """
    written = _outputs(output, model, (data, test), force)
    check_readable(data, test)
    with waiting("starting"):
        # From here on scikit-learn is needed, for which nobody should wait who has mistyped a name.
        import_scikit_learn()
        from drupe.analysis.examples import Examples
        from drupe.analysis.study import study_examples
        from drupe.report.report import Report

    table = reading.table(data)
    name = Path(data).name if data != STANDARD else "standard input"
    examples = Examples.of_table(table, data, task, name=name, missing=reading.options().missing)
    held_out = None if test is None else Examples.of_table(reading.table(test, table.recipe), test, examples.task)
    files = tuple(path for path in (data, test) if path is not None and path != STANDARD)
    analysis = study_examples(
        examples,
        held_out,
        test_share=test_share,
        delta=delta,
        seed=seed,
        origin=provenance(shlex.join(["drupe", *sys.argv[1:]]), seed, files),
        stages=OnTerminal(),
    )
    _write(Report.from_analysis(analysis, title), written, table.recipe, as_json)


def _outputs(output: str, model: str | None, reads: tuple[str | None, ...], force: bool) -> dict[Written, Output]:
    """The page, its values beside it unless it goes to a pipe, and the model if it is wanted."""
    stem, suffix = os.path.splitext(output)
    page, values = (f"{stem}.html", output) if suffix.lower() == ".json" else (output, f"{stem}.json")
    places = [(page, Written.PAGE)]
    if output not in (STANDARD, *ALIASES) and not is_stream(output):
        places.append((values, Written.VALUES))
    if model is not None:
        places.append((model, Written.MODEL))
    return {one.kind: one for one in checked_outputs(places, reads, force)}


def _write(page: "Report", places: dict[Written, Output], recipe: Any, as_json: bool) -> None:
    """All files together, then what is in them."""
    from drupe.persistence.archive import save
    from drupe.report.numbers import listing
    from drupe.report.rendering.html import drawn_page
    from drupe.report.rendering.terminal import summary_lines

    analysis = page.analysis
    with watched("drawing the page") as progress:
        drawn = drawn_page(page.title, page.sections, progress, keep=True)
    values = page.to_dict()
    if analysis.model is None:
        places = {kind: place for kind, place in places.items() if kind is not Written.MODEL}
    with uninterrupted(), ExitStack() as stack:
        files = {kind: stack.enter_context(place.opened()) for kind, place in places.items()}
        if Written.MODEL in files:
            save(analysis.model, files[Written.MODEL], recipe=recipe, certificate=analysis.best)
        files[Written.PAGE].write(drawn.html.encode(errors=UNENCODABLE))
        if Written.VALUES in files:
            text = json.dumps(values, indent=1, ensure_ascii=False, allow_nan=False) + "\n"
            files[Written.VALUES].write(text.encode(errors=UNENCODABLE))
    paths = {kind: place.path for kind, place in places.items()}
    # What is told must not mix with a model on the standard output; a page there speaks for itself.
    aside = paths.get(Written.MODEL) == STANDARD
    if paths[Written.PAGE] == STANDARD:
        pass
    elif as_json:
        named = {name: paths.get(kind) for name, kind in NAMED.items()}
        typer.echo(as_json_text({**named, **values["values"]}), nl=False, err=aside)
    else:
        say(summary_lines(page.sections[0]), error=aside)
        say([f"wrote {listing([path for path in paths.values() if path != STANDARD])}"], error=aside)
    _end(analysis, drawn)


NAMED = {"report": Written.PAGE, "values_file": Written.VALUES, "model_file": Written.MODEL}
"""What the places are called in JSON."""


def _end(analysis: "Analysis", drawn: "Page") -> None:
    """Say what an interrupted report lacks, and end with the exit code for it."""
    from drupe.report.numbers import count, listing

    missing = [*analysis.missing, *([count(drawn.left_out, "picture")] if drawn.left_out else [])]
    if missing:
        note(f"interrupted; the page lacks {listing(missing)}.")
    if missing or analysis.interrupted:
        raise typer.Exit(INTERRUPTED)
