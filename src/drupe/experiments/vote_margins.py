"""Why boosting does not overfit letters: margins go on growing when no training error is left, and test errors fall.

Figure 1 of [Schapire98]: errors over rounds, and the share of training examples below each margin after 5, 100 and 1000
rounds, on the letters of the alphabet. The rules there are trees of C4.5, here trees of limited depth by Gini's index;
the printed errors are those of the figure as its authors give them in later talks.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
from matplotlib.figure import Figure
from rich.table import Table

from drupe.displays.vote_margin_display import VoteMarginDisplay
from drupe.estimators.boosting import AdaBoostClassifier, SmallTree
from drupe.experiments.archives import CLASSIC
from drupe.experiments.claims import Verdict, console, graded, judged, show
from drupe.experiments.command import at_least, command
from drupe.experiments.split import Split
from drupe.foundation.arrays import Vector

ARCHIVES = (CLASSIC,)

PRINTED = {5: (0.0, 8.4), 100: (0.0, 3.3), 1000: (0.0, 3.1)}
"""Training and test error in percent after so many rounds."""

TRAIN = 16000
DEPTH = 14
"""Trees of this depth err on a few percent of the weight, as those of C4.5 do; deeper ones on nothing."""

LOW = 0.5
"""The margin below which shares are told."""


def letters(folder: Path, train: int, test: int | None) -> Split:
    """The first so many letters of the documented training set, and of the test."""
    X, y = CLASSIC.load(folder, "letter_X", "letter_y")
    X = X.astype(np.float64)
    return Split(X[:TRAIN], y[:TRAIN], X[TRAIN:], y[TRAIN:]).first(train, test)


@dataclass(frozen=True, eq=False)
class Growth:
    """A vote, round by round.

    Parameters
    ----------
    training, test
        Share of errors after each round.
    margins
        Of the training examples, after some of the rounds.
    """

    training: Vector
    test: Vector
    margins: VoteMarginDisplay

    @property
    def separated(self) -> int | None:
        """After how many rounds no training error is left, for good; None if some are."""
        last = int(np.flatnonzero(self.training).max(initial=-1)) + 1
        return last + 1 if last < len(self.training) else None

    def draw(self, folder: Path) -> Path:
        """Both panels of the figure."""
        figure = Figure(figsize=(10.0, 4.0), facecolor="white", layout="constrained")
        errors, shares = figure.subplots(1, 2)
        rounds = np.arange(1, len(self.test) + 1)
        errors.semilogx(rounds, 100.0 * self.test, "C3-", label="test")
        errors.semilogx(rounds, 100.0 * self.training, "C0--", label="training")
        errors.set(xlabel="rounds", ylabel="errors, percent")
        errors.legend(frameon=False)
        self.margins.plot(shares)
        folder.mkdir(parents=True, exist_ok=True)
        figure.savefig(folder / "vote_margins.png", dpi=120)
        return folder / "vote_margins.png"


def grown(split: Split, rounds: int, depth: int) -> Growth:
    """AdaBoost with trees, and what it was after each round."""
    machine = AdaBoostClassifier(SmallTree(depth), n_estimators=rounds, random_state=0).fit(split.X, split.y)
    training, test = (
        1.0 - np.array(list(machine.staged_score(X, y))) for X, y in ((split.X, split.y), (split.X_test, split.y_test))
    )
    stages = sorted({*PRINTED, rounds})
    figure = Figure()
    margins = VoteMarginDisplay.from_estimator(machine, split.X, split.y, rounds=stages, ax=figure.subplots())
    return Growth(training, test, margins)


def table(growth: Growth) -> Table:
    """Errors and margins after some rounds."""
    out = Table(
        header_style="bold",
        title="letters: errors in percent (printed), and margins of the training examples",
        title_justify="left",
    )
    below, smallest = growth.margins.share_below(LOW), growth.margins.smallest()
    for heading in ("rounds", "training error", "test error", f"margins up to {LOW}, percent", "median", "smallest"):
        out.add_column(heading, justify="right")
    for rounds, margins in growth.margins.margins.items():
        errors = (100.0 * growth.training[rounds - 1], 100.0 * growth.test[rounds - 1])
        printed = [f" ({value})" for value in PRINTED.get(rounds, ())] or ["", ""]
        told = (f"{error:.2f}{beside}" for error, beside in zip(errors, printed, strict=True))
        spread = (f"{100.0 * below[rounds]:.1f}", f"{np.median(margins):.3f}", f"{smallest[rounds]:.3f}")
        out.add_row(str(rounds), *told, *spread)
    return out


def claims(growth: Growth) -> list[str]:
    """What the source reads off its figure."""
    separated, rounds = growth.separated, len(growth.test)
    if separated is None:
        return [Verdict.OPEN.of(f"training errors are left after all {rounds} rounds; let there be more")]
    smallest, below = growth.margins.smallest(), growth.margins.share_below(LOW)
    stages = list(smallest)
    pairs = list(pairwise(stages))
    larger = all(smallest[early] < smallest[late] for early, late in pairs)
    fewer = all(below[early] >= below[late] for early, late in pairs)
    told = ", ".join(f"{smallest[stage]:.2f} after {stage}" for stage in stages)
    shares = ", ".join(f"{100.0 * below[stage]:.1f}" for stage in stages)
    then, now = (100.0 * float(growth.test[place - 1]) for place in (separated, rounds))
    worst = 100.0 * float(growth.test[separated - 1 :].max())
    return [
        judged(separated < rounds, f"from round {separated} of {rounds} on no training error is left"),
        graded(
            larger and fewer,
            larger,
            f"margins go on growing: the smallest is {told} rounds; up to {LOW} lie {shares} %",
        ),
        judged(now < then, f"test errors go on falling: {then:.2f} % at round {separated}, {now:.2f} % in the end"),
        judged(worst <= then, f"they never rise above what they were at round {separated}: at most {worst:.2f} %"),
    ]


def main(arguments: Sequence[str] | None = None) -> None:
    """Boost, draw, print and judge."""
    parser = command("vote_margins", __doc__, *ARCHIVES)
    parser.add_argument("--rounds", type=at_least(6), default=1000, metavar="N", help="rounds of boosting")
    parser.add_argument("--depth", type=at_least(1), default=DEPTH, metavar="N", help="questions of a tree, at most")
    parser.add_argument("--train", type=at_least(100), default=TRAIN, metavar="N", help="letters to learn from")
    parser.add_argument("--test", type=at_least(1), metavar="N", help="letters of the test; all unless given")
    parser.add_argument("--output", type=Path, default=Path("demo"), metavar="DIR", help="folder for the figure")
    options = parser.parse_args(arguments)
    growth = grown(letters(options.data, options.train, options.test), options.rounds, options.depth)
    out = console()
    show(out, [table(growth)], claims(growth))
    out.print(f"wrote {growth.draw(options.output)}", highlight=False, soft_wrap=True)


if __name__ == "__main__":
    main()
