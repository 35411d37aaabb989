"""What was tried, and what it cost."""

from collections.abc import Sequence

from drupe.analysis.measure import Measure
from drupe.analysis.search import Search
from drupe.analysis.task import Task
from drupe.analysis.trials import Trial
from drupe.report.blocks import Block, Grid, Picture, Section, Text, Tone
from drupe.report.numbers import count, percent, quantity, seconds
from drupe.report.pictures.intervals import IntervalPicture
from drupe.report.pictures.prices import PricePicture
from drupe.report.wording import choice_words, machine_words, score_words, short_kernel


def tried_section(search: Search, price: float | None = None) -> Section:
    """All contenders with what cross-validation says of them, as a table and as pictures.

    `price` is the C of the fitted machine.
    """
    text = (
        f"{count(search.candidates, 'set')} of parameters ({count(len(search.trials), 'machine')} and kernels, each "
        f"support vector machine with several C) were compared by {search.folds}-fold cross-validation on "
        f"{count(search.n, 'training row')}, in {seconds(search.seconds)}. What is done to the rows before a machine "
        "sees them was learned anew in every fold, from those it learns from alone. The held-out rows took no part."
    )
    blocks: list[Block] = [Text(text), Text(FLATTERS, Tone.NOTE)]
    if search.measure.why:
        text = (
            f"The machine was {choice_words(search.measure)}: accuracy would hardly notice if all of them were missed. "
            "Support vector machines count errors in a class the more, the rarer it is."
        )
        blocks.append(Text(text))
    if search.interrupted:
        done = f"{len(search.trials)} of {search.planned} contenders"
        blocks.append(
            Text(f"The search was interrupted: {done} were tried, the best of these was chosen.", Tone.WARNING)
        )
    blocks += [
        Text(f"{machine_words(contender.machine, contender.kernel)} could not be tried: {reason}", Tone.NOTE)
        for contender, reason in search.failures
    ]
    blocks += [_table(search), *_cheaper(search, price), _intervals(search)]
    paths = [trial for trial in search.trials if len(trial.contender.Cs) > 3]
    alike = [trial for trial in paths if trial.contender.Cs == paths[0].contender.Cs]
    if len(alike) > 1:
        blocks.append(_prices(alike))
    return Section("What was tried", tuple(blocks))


FLATTERS = (
    "These numbers are of the training rows, and chose the model: the best of many flatters itself. What the model is "
    "worth is judged by the held-out rows alone, so that their numbers are others."
)


def _table(search: Search) -> Grid:
    rows = tuple(
        (
            trial.contender.machine + ("" if trial.contender.kernel == "–" else f", {trial.contender.kernel}"),
            "–" if trial.C is None else f"{trial.C:g}",
            _shown(trial.value, search.measure),
            " to ".join(_shown(limit, search.measure) for limit in trial.interval).replace(" % to", " to"),
            seconds(trial.seconds),
        )
        for trial in search.ranked
    )
    measure = search.measure.words
    columns = ("machine, kernel", "best C", measure, "95 % interval", "time")
    unit = "" if search.task is Task.CLASSES else ", in units of the target"
    caption = f"{measure.capitalize()} in cross-validation{unit}, best first; the first was chosen"
    return Grid(caption, columns, rows, best=0)


def _cheaper(search: Search, price: float | None) -> list[Block]:
    """That a smaller C than the best was fitted, if that is so."""
    best = search.best
    if price is None or best.C is None or price not in best.contender.Cs or price == best.C:
        return []
    value = float(best.values[best.contender.Cs.index(price)])
    text = (
        f"The machine was fitted to all training rows with C = {price:g} instead of {best.C:g}: cross-validation, "
        f"which saw some of them, cannot tell the two apart ({_shown(value, search.measure)} and "
        f"{_shown(best.value, search.measure)}), and the smaller C is solved in far fewer steps."
    )
    return [Text(text, Tone.NOTE)]


def _shown(value: float, measure: Measure) -> str:
    return percent(value) if measure.task is Task.CLASSES else quantity(value)


def _intervals(search: Search) -> Picture:
    ranked = search.ranked
    names = tuple(machine_words(trial.contender.machine, trial.contender.kernel) for trial in ranked)
    values = tuple(trial.value for trial in ranked)
    drawing = IntervalPicture(names, values, tuple(trial.interval for trial in ranked), search.measure)
    first, last = score_words(values[0], search.measure), score_words(values[-1], search.measure)
    words = f"{names[0]} is best ({first}), {names[-1]} last ({last})."
    caption = "Where intervals overlap much, the order may be chance."
    caption += " An arrow: further out than the picture goes." if drawing.cut else ""
    size = (_wide_enough(names), 0.9 + 0.29 * len(names))
    return Picture("Contenders side by side", words, drawing, caption, size, {"names": names, "values": values})


def _wide_enough(names: Sequence[str]) -> float:
    """Inches for a picture with names beside it, so that they leave half of it to the drawing."""
    return max(5.2, 2.6 + 0.078 * max(map(len, names)))


def _prices(paths: list[Trial]) -> Picture:
    measure, Cs = paths[0].measure, paths[0].contender.Cs
    curves = tuple((short_kernel(trial.contender.kernel), tuple(trial.values.tolist())) for trial in paths)
    words = "; ".join(f"{short_kernel(trial.contender.kernel)}: best at C = {trial.C:g}" for trial in paths)
    few = "few training errors" if measure.task is Task.CLASSES else "small training errors"
    smooth = "a wide margin" if measure.task is Task.CLASSES else "a flat function"
    return Picture(
        f"{measure.words.capitalize()} against the price of slack",
        words,
        PricePicture(Cs, curves, measure.words),
        f"Left, {smooth} is preferred; right, {few}.",
        (_wide_enough([name for name, _ in curves]), 4.0),
        values={"C": Cs, "curves": {name: list(means) for name, means in curves}},
    )
