"""What was tried, and what it cost."""

from drupe.analysis.search import Search
from drupe.analysis.task import Task
from drupe.analysis.trials import Trial, best_place
from drupe.report.blocks import Block, Grid, Picture, Section, Text, Tone
from drupe.report.numbers import count, percent, quantity, seconds
from drupe.report.pictures.intervals import IntervalPicture
from drupe.report.pictures.prices import PricePicture
from drupe.report.wording import machine_words, score_words, short_kernel

MEASURES = {Task.CLASSES: "accuracy", Task.QUANTITY: "mean error"}


def tried_section(search: Search, scaled: bool) -> Section:
    """All contenders with what cross-validation says of them, as a table and as pictures."""
    text = (
        f"{count(search.candidates, 'set')} of parameters ({count(len(search.trials), 'machine')} and kernels, each "
        f"support vector machine with several C) were compared by {search.folds}-fold cross-validation on "
        f"{count(search.n, 'training row')}, in {seconds(search.seconds)}. One kernel matrix serves all folds and all "
        "C. The held-out rows took no part." + (SCALED if scaled else "")
    )
    blocks: list[Block] = [Text(text), Text(FLATTERS, Tone.NOTE)]
    if search.interrupted:
        done = f"{len(search.trials)} of {search.planned} contenders"
        blocks.append(
            Text(f"The search was interrupted: {done} were tried, the best of these was chosen.", Tone.WARNING)
        )
    blocks += [
        Text(f"{machine_words(contender.machine, contender.kernel)} could not be tried: {reason}", Tone.NOTE)
        for contender, reason in search.failures
    ]
    blocks += [_table(search), _intervals(search)]
    paths = [trial for trial in search.trials if len(trial.contender.Cs) > 3]
    alike = [trial for trial in paths if trial.contender.Cs == paths[0].contender.Cs]
    if len(alike) > 1:
        blocks.append(_prices(alike))
    return Section("What was tried", tuple(blocks))


FLATTERS = (
    "These numbers are of the training rows, and chose the model: the best of many flatters itself. What the model is "
    "worth is judged by the held-out rows alone, so that their numbers are others."
)

SCALED = " Scaling was measured on all training rows, not fold by fold."


def _table(search: Search) -> Grid:
    rows = tuple(
        (
            trial.contender.machine + ("" if trial.contender.kernel == "–" else f", {trial.contender.kernel}"),
            "–" if trial.C is None else f"{trial.C:g}",
            _shown(trial.value, search.task),
            f"{_shown(trial.interval[0], search.task).removesuffix(' %')} to {_shown(trial.interval[1], search.task)}",
            seconds(trial.seconds),
        )
        for trial in search.ranked
    )
    measure = MEASURES[search.task]
    columns = ("machine, kernel", "best C", measure, "95 % interval", "time")
    unit = "" if search.task is Task.CLASSES else ", in units of the target"
    caption = f"{measure.capitalize()} in cross-validation{unit}, best first; the first was chosen"
    return Grid(caption, columns, rows, best=0)


def _shown(value: float, task: Task) -> str:
    return percent(value) if task is Task.CLASSES else quantity(value)


def _intervals(search: Search) -> Picture:
    ranked = search.ranked
    names = tuple(machine_words(trial.contender.machine, trial.contender.kernel) for trial in ranked)
    values = tuple(trial.value for trial in ranked)
    drawing = IntervalPicture(names, values, tuple(trial.interval for trial in ranked), search.task)
    first, last = score_words(values[0], search.task), score_words(values[-1], search.task)
    words = f"{names[0]} is best ({first}), {names[-1]} last ({last})."
    caption = "Where intervals overlap much, the order may be chance."
    caption += " An arrow: further out than the picture goes." if drawing.cut else ""
    size = (5.2, 0.9 + 0.29 * len(names))
    return Picture("Contenders side by side", words, drawing, caption, size, {"names": names, "values": values})


def _prices(paths: list[Trial]) -> Picture:
    task, Cs = paths[0].task, paths[0].contender.Cs
    curves = tuple((short_kernel(trial.contender.kernel), tuple(trial.values.tolist())) for trial in paths)
    words = "; ".join(
        f"{short_kernel(trial.contender.kernel)}: best at C = {Cs[best_place(trial.values, task)]:g}" for trial in paths
    )
    few = "few training errors" if task is Task.CLASSES else "small training errors"
    smooth = "a wide margin" if task is Task.CLASSES else "a flat function"
    return Picture(
        f"{MEASURES[task].capitalize()} against the price of slack",
        words,
        PricePicture(Cs, curves, MEASURES[task]),
        f"Left, {smooth} is preferred; right, {few}.",
        (5.2, 4.0),
        values={"C": Cs, "curves": {name: list(means) for name, means in curves}},
    )
