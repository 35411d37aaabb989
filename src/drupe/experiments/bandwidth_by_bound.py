"""A kernel's width chosen by a theorem: the margin distribution bound over a grid of widths, beside test errors.

The setting of [Graepel02], section 4.4.3 and figure 4.6, which prints no numbers: support vector machines on thyroid,
100 random parts of 60 and 40 percent. C is not printed; 10 is that of the benchmark. Feature space is taken to have as
many dimensions as there are examples, and caps of the sphere have their exact volume.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from rich.table import Table

from drupe.bounds.complexity.cap_volume import cap_information
from drupe.bounds.pac_bayes.margin_distribution import best_margin, printed_information
from drupe.certification.derived import normalized_margins
from drupe.estimators.margin.svc import SVC
from drupe.experiments.archives import IDA13
from drupe.experiments.claims import console, graded, show
from drupe.experiments.command import at_least, command
from drupe.experiments.split import Split
from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.errors import InputError
from drupe.inputs.vectors import Vectors
from drupe.kernels.gaussian import Gaussian
from drupe.selection.self_bounding_search import SelfBoundingSearch
from drupe.witness.normalized_margins import NormalizedMargins

ARCHIVES = (IDA13,)
PRICE = 10.0
"""C of the support vector machine."""

DELTA = 0.05
LOG_WIDTHS = np.arange(-4.0, 6.1, 0.5)
LAST = 4.0
"""The largest ln width that claims are judged by: from there on machines give all examples one label. How far the axis
of the figure goes is not known."""

COLUMNS = ("error", "bound", "share below Γ*", "printed bound")


def halves(folder: Path, count: int) -> Iterator[Split]:
    """Random splits of thyroid into 60 and 40 percent."""
    X, y = IDA13.load(folder, "thyroid_X", "thyroid_y")
    cut = round(0.6 * len(y))
    for seed in range(count):
        order = np.random.default_rng(seed).permutation(len(y))
        train, test = order[:cut], order[cut:]
        yield Split(X[train].astype(np.float64), y[train], X[test].astype(np.float64), y[test])


def margins_of(machine: SVC, X: Matrix, y: Vector) -> NormalizedMargins:
    """The cosines between a machine of two classes and its training examples."""
    signs = np.where(y == machine.classes_[1], 1.0, -1.0)
    plane = machine.predictor_.hyperplane(Vectors.of(X), signs, has_offset=True)
    if plane is None:
        raise InputError(f"margins of a hyperplane are those of two classes, got {len(machine.classes_)}.")
    return normalized_margins(plane)


def curve(data: Split, widths: Vector) -> Matrix:
    """For each width what the columns say: test error, bound, share of examples below its margin, bound as printed."""
    rows = []
    for width in widths:
        machine = SVC(kernel=Gaussian(float(width)), C=PRICE).fit(data.X, data.y)
        seen = margins_of(machine, data.X, data.y)
        best = best_margin(seen, DELTA, cap_information)
        printed = best_margin(seen, DELTA, printed_information)
        rows.append((data.error(machine), best.value, best.share, printed.value))
    return np.array(rows)


def certified(data: Split, widths: Vector) -> tuple[float, float, float]:
    """ln width, test error and certificate of the machine that the search chose; each width has its part of δ."""
    machine = SVC(kernel="rbf", C=PRICE)
    search = SelfBoundingSearch(machine, {"gamma": (0.5 / widths**2).tolist()}, delta=DELTA).fit(data.X, data.y)
    width = -0.5 * np.log(2.0 * search.best_params_["gamma"])
    return float(width), data.error(search), search.certificate_.value


@dataclass(frozen=True, eq=False)
class Found:
    """The curves of all splits (split, width, column), and what the certified choice gave (split, number)."""

    log_widths: Vector
    curves: Matrix
    choices: Matrix

    @property
    def means(self) -> Matrix:
        """Over the splits."""
        return np.asarray(self.curves.mean(axis=0))

    @property
    def by_bound(self) -> Vector:
        """The test error on each split of the width whose bound is least there, of those that are judged."""
        chosen = self.curves[:, self.log_widths <= LAST, 1].argmin(axis=1)
        return np.asarray(self.curves[np.arange(len(chosen)), chosen, 0])

    def claims(self) -> list[str]:
        """What the source reads off its figure, with verdicts; then what lies beyond, and what comes of a choice."""
        judged = self.log_widths <= LAST
        error, bound, below, printed = self.means[judged].T
        best, chosen = int(error.argmin()), int(bound.argmin())
        paid, flat, left = 100.0 * (error[chosen] - error[best]), np.ptp(bound[:3]), below[:3].max()
        beyond = self.means[~judged, 1].min(initial=np.inf)
        return [
            graded(_dips(error), False, f"the error is U-shaped: least at ln width {self.log_widths[best]:g}"),
            graded(
                _dips(bound), False, f"the bound is, too: least at {self.log_widths[chosen]:g}, {bound[chosen]:.3f}"
            ),
            graded(paid <= 1.0, paid <= 3.0, f"there errors are low: {paid:.1f} points more than the fewest"),
            graded(bool(flat < 0.02), bool(flat < 0.1), f"for small widths the bound is constant, up to {flat:.3f}"),
            graded(bool(left < 0.01), bool(left < 0.1), f"and hardly an example lies below its margin: {left:.1%}"),
            graded(bool(below[-1] > 0.5), False, f"for large widths most do: {below[-1]:.0%}"),
            graded(
                bool(beyond > bound[chosen]),
                False,
                f"beyond, where one label is given to all, no bound is smaller: {beyond:.3f} at least",
            ),
            graded(_dips(printed), False, f"with the printed limit of volumes it has a minimum: {printed.min():.3f}"),
            *self._chosen(),
        ]

    def _chosen(self) -> list[str]:
        """What came of choosing on each split: by the bound, which is no certificate, and by one that is."""
        _, error, limit = 100.0 * self.choices.mean(axis=0)
        return [
            f"width by the bound, up to ln width {LAST:g}: error {100.0 * self.by_bound.mean():.1f} %; no certificate, "
            "as all values exceed 1",
            f"width by SelfBoundingSearch, δ/{len(self.log_widths)} for each: error {error:.1f} %, certified "
            f"{limit:.1f} % on average; held on {self._held():.0%} of the splits",
        ]

    def _held(self) -> float:
        return float(np.mean(self.choices[:, 1] <= self.choices[:, 2]))


def _dips(values: Vector) -> bool:
    """Whether the least value lies inside, below both ends."""
    return bool(0 < values.argmin() < len(values) - 1 and values.min() < min(values[0], values[-1]))


def table(found: Found) -> Table:
    """Means over the splits, a row for each width."""
    out = Table(
        header_style="bold",
        caption=f"thyroid, means over {len(found.curves)} splits; margin distribution bound, δ = {DELTA:g}",
        caption_justify="left",
    )
    for heading in ("ln width", *COLUMNS):
        out.add_column(heading, justify="right", no_wrap=True)
    for place, row in zip(found.log_widths, found.means, strict=True):
        out.add_row(f"{place:g}", f"{100 * row[0]:.1f} %", f"{row[1]:.3f}", f"{row[2]:.1%}", f"{row[3]:.3f}")
    return out


def main(arguments: Sequence[str] | None = None) -> None:
    """Train, test, print and judge."""
    parser = command("bandwidth_by_bound", __doc__, *ARCHIVES)
    parser.add_argument("--splits", type=at_least(1), default=100, metavar="N", help="random halves")
    parser.add_argument("--every", type=at_least(1), default=1, metavar="N", help="take every N-th width only")
    options = parser.parse_args(arguments)
    out, places = console(), LOG_WIDTHS[:: options.every]
    curves, choices = [], []
    with out.status("training ...") as status:
        for count, data in enumerate(halves(options.data, options.splits)):
            status.update(f"split {count + 1} of {options.splits} ...")
            curves.append(curve(data, np.exp(places)))
            choices.append(certified(data, np.exp(places)))
    found = Found(places, np.array(curves), np.array(choices))
    show(out, [table(found)], found.claims())


if __name__ == "__main__":
    main()
