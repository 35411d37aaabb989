"""`drupe report`: from a data file to one page on the best model for it; from several, to pages with an index."""

import os
import shlex
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from drupe.analysis.task import Task
from drupe.cli.guard import INTERRUPTED, explained
from drupe.cli.imported_meanwhile import imported_meanwhile
from drupe.cli.output import STANDARD, AsJson, as_json_text, say
from drupe.cli.outputs import Force, Output, Written
from drupe.cli.page_files import Folder, many_reports, one_report
from drupe.cli.page_writing import Made, in_browser, write_index, write_report
from drupe.cli.progress import OnTerminal, note, waiting
from drupe.cli.reading import Reading, check_readable, reads_data
from drupe.cli.scikit_learn import import_scikit_learn
from drupe.foundation.errors import ParameterError
from drupe.foundation.interrupts import never_lost

if TYPE_CHECKING:
    from drupe.report.composition.index import Entry


@reads_data
@never_lost()
def report(
    data: Annotated[list[str], typer.Argument(help="The data file, or - for the standard input; or several files.")],
    reading: Reading,
    output: Annotated[
        str,
        typer.Option(
            "--output",
            "-o",
            help="The page; its values go beside it as .json. Of several files all pages, called as the files, and "
            "index.html go to its folder.",
        ),
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
    summary: Annotated[
        bool, typer.Option("--summary", help="Half a page for a colleague, too: NAME.summary.html and .summary.md.")
    ] = False,
    open_: Annotated[bool, typer.Option("--open", help="Show the page in the browser.")] = False,
    title: Annotated[str | None, typer.Option(help="Of the page, or of the index.")] = None,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """Compare machines, fit the best, judge and certify it: one HTML page with everything.

    The target may be classes or a quantity; the examples, rows of numbers and words, or strings. Some rows are kept
    aside (or come from --test) and take no part in any choice, so that what they say can be trusted. Ctrl-C ends the
    step that runs: what is finished goes on the page, which says what is missing, and the exit code is 130. Of several
    files each has its page; one that cannot be used stands in the index with the reason, which the exit code tells.

    Example: drupe report data.csv --target label -o report.html
    """
    wanted = Wanted(reading, test, test_share, task, delta, seed)
    if len(data) > 1 or output.endswith(os.sep):
        if model is not None or test is not None:
            option = "--model" if model is not None else "--test"
            raise ParameterError(f"{option} is for one data file and its page; name the page with -o, and one file.")
        _many(wanted, data, many_reports(data, output, summary, force), title, open_, as_json)
        return
    places = one_report(output, model, summary, (data[0], test), force)
    page = places[Written.PAGE]
    if open_ and page.standard:
        raise ParameterError("--open shows a file; name the page with -o.")
    made = wanted.report(data[0], places, title)
    _tell(made, places, as_json)
    if open_:
        in_browser(page.path)
    if made.missing:
        note(f"interrupted; the page lacks {made.lacks}.")
    if made.interrupted:
        raise typer.Exit(INTERRUPTED)


@dataclass(frozen=True)
class Wanted:
    """How each file is to be studied: the options of the command."""

    reading: Reading
    test: str | None
    test_share: float
    task: Task | None
    delta: float
    seed: int

    def report(self, data: str, places: dict[Written, Output], title: str | None = None) -> Made:
        """Read, study and write one file."""
        check_readable(data, self.test)
        with waiting("starting"):
            # From here on scikit-learn is needed, for which nobody should wait who has mistyped a name.
            import_scikit_learn()
            from drupe.analysis.examples import Examples
            from drupe.analysis.preparation import used_recipe
            from drupe.analysis.provenance import provenance
            from drupe.analysis.study import study_examples
            from drupe.report.report import Report

        table = self.reading.frame(data)
        name = Path(data).name if data != STANDARD else "standard input"
        examples = Examples.of_table(table, data, self.task, name=name, missing=self.reading.options(raw=True).missing)
        held_out = (
            None
            if self.test is None
            else Examples.of_table(self.reading.frame(self.test, table.recipe), self.test, examples.task)
        )
        files = tuple(path for path in (data, self.test) if path is not None and path != STANDARD)
        with imported_meanwhile():
            analysis = study_examples(
                examples,
                held_out,
                test_share=self.test_share,
                delta=self.delta,
                seed=self.seed,
                origin=provenance(shlex.join(["drupe", *sys.argv[1:]]), self.seed, files),
                choices=self.reading.choices,
                stages=OnTerminal(),
            )
        return write_report(Report.from_analysis(analysis, title), places, used_recipe(table.recipe, analysis.model))


def _tell(made: Made, places: dict[Written, Output], as_json: bool) -> None:
    """What is in the files, on the standard output unless that has one of them."""
    from drupe.report.numbers import listing
    from drupe.report.rendering.terminal import summary_lines

    paths = {kind: places[kind].path for kind in made.written}
    # What is told must not mix with a model on the standard output; a page there speaks for itself.
    aside = paths.get(Written.MODEL) == STANDARD
    if paths[Written.PAGE] == STANDARD:
        return
    if as_json:
        typer.echo(as_json_text(_facts(made, places)), nl=False, err=aside)
        return
    say(summary_lines(made.report.sections[0]), error=aside)
    say([f"wrote {listing([path for path in paths.values() if path != STANDARD])}"], error=aside)


def _facts(made: Made, places: dict[Written, Output]) -> dict[str, Any]:
    """The values, after the files in which they are."""
    named = {name: places[kind].path if kind in made.written else None for name, kind in NAMED.items()}
    return {**named, **made.values["values"]}


NAMED = {
    "report": Written.PAGE,
    "values_file": Written.VALUES,
    "model_file": Written.MODEL,
    "summary_file": Written.SUMMARY,
}
"""What the places are called in JSON."""


def _many(wanted: Wanted, data: list[str], folder: Folder, title: str | None, open_: bool, as_json: bool) -> None:
    """One file after the other; what goes wrong with one does not keep the others from their pages."""
    from drupe.report.composition.index import Entry, headline

    entries: list[Entry] = []
    facts: list[dict[str, Any]] = []
    codes: list[int] = []
    for name, places in zip(data, folder.reports, strict=True):
        if INTERRUPTED in codes:
            entries.append(Entry(name, error="not begun, because of an interrupt."))
            continue
        try:
            made = wanted.report(name, places)
        except KeyboardInterrupt:
            _failed(name, "interrupted before anything was finished.", INTERRUPTED, entries, codes)
        except Exception as error:
            _failed(name, *explained(error), entries, codes)
        else:
            lacks = f"interrupted; the page lacks {made.lacks}." if made.missing else ""
            entries.append(Entry(name, made.report.analysis, Path(places[Written.PAGE].path).name, lacks))
            codes += [INTERRUPTED] if made.interrupted else []
            if not as_json:
                say([f"{name}: {', '.join(headline(made.report.analysis))}; wrote {places[Written.PAGE].path}"])
            facts.append({"data_file": name, "error": lacks or None, **_facts(made, places)})
            continue
        facts.append({"data_file": name, "error": entries[-1].error})
    write_index(entries, folder.index, title or "Reports")
    if as_json:
        typer.echo(as_json_text({"index": folder.index.path, "reports": facts}), nl=False)
    else:
        say([f"wrote {folder.index.path}"])
    if open_:
        in_browser(folder.index.path)
    if codes:
        raise typer.Exit(INTERRUPTED if INTERRUPTED in codes else codes[0])


def _failed(name: str, message: str, code: int, entries: "list[Entry]", codes: list[int]) -> None:
    """Note why there is no page on this file."""
    from drupe.report.composition.index import Entry

    entries.append(Entry(name, error=message))
    note(entries[-1].reason)
    codes.append(code)
