"""`drupe report`: from a data file to one page on the best model for it."""

import json
import shlex
import sys
from pathlib import Path
from typing import Annotated

import typer
from sklearn.pipeline import make_pipeline

from drupe.analysis.analysis import Analysis, analyze
from drupe.analysis.contenders import contenders_for
from drupe.analysis.data_facts import data_facts_of
from drupe.analysis.part import Part
from drupe.analysis.preparation import scaler_for
from drupe.analysis.provenance import provenance
from drupe.analysis.search import Search, search
from drupe.cli.classes import column_names, labelled, target_name
from drupe.cli.output import STANDARD, AsJson, print_json, say, write
from drupe.cli.progress import error_console, waiting, watched
from drupe.cli.reading import Empty, Reading, reads_data
from drupe.foundation.errors import InputError
from drupe.inputs.readers.table import Table
from drupe.persistence.archive import save
from drupe.report.composition.certified import plain_sentence
from drupe.report.numbers import percent
from drupe.report.report import Report

SEARCHED = 3000
"""Training rows that the search looks at; the chosen machine is fitted on all of them."""

PROBABLE = 20_000
"""Training rows up to which probabilities are learned too, which takes five fits."""


@reads_data
def report(
    data: Annotated[str, typer.Argument(help="The data file, or - for the standard input.")],
    reading: Reading,
    output: Annotated[
        str, typer.Option("--output", "-o", help="The page; its values go beside it as .json.")
    ] = "report.html",
    test: Annotated[str | None, typer.Option(help="Judge by this file instead of by rows kept aside.")] = None,
    test_share: Annotated[float, typer.Option(help="Share of the rows to keep aside.", min=0.05, max=0.9)] = 0.3,
    delta: Annotated[
        float, typer.Option(help="Probability with which certificates may fail.", min=1e-9, max=0.5)
    ] = 0.05,
    seed: Annotated[int, typer.Option(help="Of splits and folds.", min=0)] = 0,
    model: Annotated[str | None, typer.Option(help="Save the fitted model here too, e.g. model.drupe.")] = None,
    title: Annotated[str | None, typer.Option(help="Of the page.")] = None,
    as_json: AsJson = False,
) -> None:
    """Compare machines, fit the best, judge and certify it: one HTML page with everything.

    Some rows are kept aside (or come from --test) and take no part in any choice, so that what they say can be
    trusted. Ctrl-C ends the search, or the fit, and goes on with the best so far; the page says so.

    Example: drupe report data.csv --target label -o report.html
    """
    table = reading.table(data)
    whole = labelled(table, data)
    if test is None:
        try:
            training, held_out = whole.divided(test_share, seed)
        except InputError as error:
            raise InputError(f"{data}: {error}") from None
    else:
        training, held_out = whole, labelled(reading.table(test, table.recipe), test)
    found = _searched(training, seed)
    files = tuple(name for name in (data, test) if name is not None and name != STANDARD)
    with waiting("fitting the best machine"):
        fitted = _fitted(training, found)
    facts = data_facts_of(
        training,
        held_out,
        name=Path(data).name if data != STANDARD else "standard input",
        target=target_name(table),
        names=column_names(table),
        missing=_missing(reading, table),
        scaler=scaler_for(training.X),
    )
    with waiting("certifying"):
        analysis = analyze(
            fitted,
            training,
            held_out,
            delta=delta,
            data=facts,
            search=found,
            origin=provenance(_command(), seed, files),
            names=column_names(table),
        )
    if model is not None:
        save(fitted, model, recipe=table.recipe, certificate=analysis.certificates.best_for_fitted)
    _write(Report.from_analysis(analysis, title), output, as_json, model)


def _searched(training: Part, seed: int) -> Search:
    sample = training
    if len(training) > SEARCHED:
        sample = training.divided(SEARCHED / len(training), seed)[1]
    scaler = scaler_for(sample.X)
    scaled = sample if scaler is None else Part(scaler.fit_transform(sample.X), sample.y, sample.rows)
    contenders = contenders_for(training.columns or 1)
    with watched(f"comparing {sum(one.candidates for one in contenders)} candidates") as progress:
        found = search(scaled, contenders, seed, progress)
    if found.interrupted:
        done = f"{len(found.trials)} of {found.planned}"
        error_console().print(f"drupe: interrupted; going on with the best of {done} contenders.")
    return found


def _fitted(training: Part, found: Search) -> object:
    machine = found.best.estimator
    if "probability" in machine.get_params() and len(training) <= PROBABLE:
        machine.set_params(probability=True)
    if "on_interrupt" in machine.get_params():
        machine.set_params(on_interrupt="keep")
    scaler = scaler_for(training.X)
    model = machine if scaler is None else make_pipeline(scaler, machine)
    return model.fit(training.X, training.y)


def _missing(reading: Reading, table: Table) -> str:
    words = {
        Empty.refuse: "there are none",
        Empty.drop: f"rows with empty cells were left out; {len(table)} rows stayed",
        Empty.fill: "numbers were filled in with the median of their column, words with a category of their own",
    }
    return words[reading.missing]


def _write(page: Report, output: str, as_json: bool, model: str | None) -> None:
    with waiting("drawing the page"):
        html, values = page.to_html().encode(), page.to_dict()
    write(output, html)
    if output == STANDARD:
        return
    beside = str(Path(output).with_suffix(".json"))
    write(beside, (json.dumps(values, indent=1, ensure_ascii=False, allow_nan=False) + "\n").encode())
    if as_json:
        print_json({"report": output, "values_file": beside, "model_file": model, **values["values"]})
        return
    say(_summary(page.analysis))
    say([f"wrote {output} and {beside}" + (f" and {model}" if model else "")])


def _summary(analysis: Analysis) -> list[str]:
    outcomes, best = analysis.outcomes, analysis.certificates.best_for_fitted
    description = analysis.description
    kernel = "" if description.kernel == "–" else f" with {description.kernel}"
    lines = [
        f"chosen    {description.machine}{kernel}",
        f"accuracy  {percent(outcomes.accuracy)} ({outcomes.n - outcomes.errors} of {outcomes.n} held-out rows; "
        f"always the most frequent class: {percent(outcomes.majority)})",
    ]
    certain = best is not None and not best.vacuous
    lines.append(f"certain   {plain_sentence(best) if best is not None and certain else 'nothing'}")
    return lines


def _command() -> str:
    return shlex.join(["drupe", *sys.argv[1:]])
