"""What was tried, and what it cost."""

from drupe.analysis.search import Search, Trial
from drupe.report.blocks import Block, Grid, Picture, Section, Text, Tone
from drupe.report.numbers import count, percent, seconds
from drupe.report.pictures.intervals import IntervalPicture
from drupe.report.pictures.prices import PricePicture


def tried_section(search: Search) -> Section:
    """All contenders with their accuracies, as a table and as pictures."""
    text = (
        f"{count(search.candidates, 'set')} of parameters ({count(len(search.trials), 'machine')} and kernels, each "
        f"support vector machine with several C) were compared by {search.folds}-fold cross-validation on "
        f"{count(search.n, 'training row')}, in {seconds(search.seconds)}. One kernel matrix serves all folds and all C. "
        "The held-out rows took no part. Scaling was measured on all training rows, not fold by fold."
    )
    blocks: list[Block] = [Text(text)]
    if search.interrupted:
        done = f"{len(search.trials)} of {search.planned} contenders"
        blocks.append(Text(f"The search was interrupted: {done} were tried, the best of these was chosen.", Tone.WARNING))
    blocks += [
        Text(f"{contender.machine} with kernel {contender.kernel} could not be tried: {reason}", Tone.NOTE)
        for contender, reason in search.failures
    ]
    blocks += [_table(search), _intervals(search)]
    paths = [trial for trial in search.trials if trial.contender.Cs]
    if len(paths) > 1:
        blocks.append(_prices(paths))
    return Section("What was tried", tuple(blocks))


def _table(search: Search) -> Grid:
    rows = tuple(
        (
            trial.contender.machine,
            trial.contender.kernel,
            "–" if trial.C is None else f"{trial.C:g}",
            percent(trial.accuracy),
            f"{percent(trial.interval[0])} to {percent(trial.interval[1])}",
            seconds(trial.seconds),
        )
        for trial in search.ranked
    )
    columns = ("machine", "kernel", "best C", "accuracy", "95 % interval", "time")
    return Grid("Accuracy in cross-validation, best first; the first was chosen", columns, rows, words=(0, 1), best=0)


def _intervals(search: Search) -> Picture:
    ranked = search.ranked
    names = tuple(_name(trial) for trial in ranked)
    values = tuple(trial.accuracy for trial in ranked)
    drawing = IntervalPicture(names, values, tuple(trial.interval for trial in ranked))
    words = f"{names[0]} is best with {percent(values[0])}, {names[-1]} last with {percent(values[-1])}."
    caption = "Where intervals overlap much, the order may be chance."
    size = (6.4, 0.9 + 0.34 * len(names))
    return Picture("Contenders side by side", words, drawing, caption, size, {"names": names, "accuracy": values})


def _prices(paths: list[Trial]) -> Picture:
    curves = tuple((trial.contender.kernel, tuple(trial.means.tolist())) for trial in paths)
    Cs = paths[0].contender.Cs
    words = "; ".join(f"{name}: best at C = {Cs[means.index(max(means))]:g}" for name, means in curves)
    return Picture(
        "Accuracy against the price of slack",
        words,
        PricePicture(Cs, curves),
        "Left, a wide margin is preferred; right, few training errors.",
        values={"C": Cs, "curves": {name: list(means) for name, means in curves}},
    )


def _name(trial: Trial) -> str:
    kernel = trial.contender.kernel
    return trial.contender.machine if kernel in ("–", "linear") and not trial.contender.Cs else (
        f"{trial.contender.machine}, {kernel}"
    )
