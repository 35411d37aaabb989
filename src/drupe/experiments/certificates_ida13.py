"""How much can be certified about a support vector machine: thirteen sets, three kinds of statement, and coverage."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
from rich.table import Table

from drupe.bounds.held_out.hold_out import RandomizedHoldOut
from drupe.certification.certified_classifier import CertifiedClassifier
from drupe.certification.certify import certify
from drupe.certification.nearby_search import NearbySearch
from drupe.experiments.archives import IDA13
from drupe.experiments.certificate_coverage import WAYS, Coverage, coverage
from drupe.experiments.certificate_records import Records, Values
from drupe.experiments.claims import console, judged, show
from drupe.experiments.command import at_least, command
from drupe.experiments.ida13 import MACHINES, machine, splits
from drupe.experiments.split import Split
from drupe.witness.drawn_held_out import DrawnHeldOut
from drupe.witness.held_out import HeldOut

ARCHIVES = (IDA13,)
DELTA = 0.05
USEFUL = 0.5
"""A certificate below it says that the rule is better than a coin."""

STATEMENTS = ("fitted", "learned", "drawn", "with inputs")
GOALS = {"fitted": 3.95, "learned": 1.5, "drawn": 1.47, "with inputs": 2.03}
"""Largest median ratio of certificate and test error, as a mean over three orders of the examples."""
ORDERS = 3
"""Orders of the examples, the one that they come in and others: hold-out in one order is luck by some hundredths."""
DRAWS = 20
"""Numbers between 0 and 1 over which a drawn limit is averaged."""
SETS_BELOW = {"fitted": 6, "learned": 13, "drawn": 13, "with inputs": 12}
"""Of the thirteen sets, how many should have a useful certificate."""


@dataclass(frozen=True)
class Row:
    """Means over the splits of one set.

    Parameters
    ----------
    name
        Of the set.
    n
        Training examples.
    error
        Test error of the machine fitted on all of them.
    values
        Mean certificate for each statement.
    rule_error
        Test error of the rule that was learned together with its certificate.
    """

    name: str
    n: int
    error: float
    values: dict[str, float]
    rule_error: float

    def ratio(self, statement: str) -> float:
        """Certificate over test error of the machine fitted on all examples."""
        return self.values[statement] / self.error


def trial(split: Split, name: str) -> Values:
    """Test errors of fitted machine and learned rule, and the certificates; each at δ, choosing included."""
    model = machine(name).fit(split.X, split.y)
    alone = certify(model, split.X, split.y, delta=DELTA).best_for_fitted
    helped = certify(model, split.X, split.y, delta=DELTA, X_unlabeled=split.X_test).best_for_fitted
    rule = CertifiedClassifier(NearbySearch(machine(name)), delta=DELTA).fit(split.X, split.y)
    return {
        "error": split.error(model),
        "rule's error": split.error(rule),
        "fitted": 1.0 if alone is None else alone.value,
        "learned": rule.certificate_.value,
        "drawn": mean_drawn(rule.certificate_.witness),
        "with inputs": 1.0 if helped is None else helped.value,
    }


def mean_drawn(seen: HeldOut) -> float:
    """The randomized limit of the same count, on average over what is drawn."""
    draws = (np.arange(DRAWS) + 0.5) / DRAWS
    return float(np.mean([RandomizedHoldOut().risk(DrawnHeldOut(seen.errors, seen.n, u), DELTA) for u in draws]))


def examine(folder: Path, name: str, count: int, orders: int = 1, records: Records | None = None) -> Row:
    """The first splits of one set, each in several orders."""
    known = records or Records(None)
    drawn = list(splits(folder, name, count))
    found = [
        known.get(f"{name}, split {i}, order {order}", partial(trial, ordered(split, i, order), name))
        for i, split in enumerate(drawn)
        for order in range(orders)
    ]
    means = {key: float(np.mean([values[key] for values in found])) for key in found[0]}
    certificates = {statement: means[statement] for statement in STATEMENTS}
    return Row(name, len(drawn[0].y), means["error"], certificates, means["rule's error"])


def ordered(split: Split, number: int, order: int) -> Split:
    """The training examples as they come, or in another order, the same in every run."""
    n = len(split.y)
    places = np.random.default_rng([order, number]).permutation(n) if order else np.arange(n)
    return Split(split.X[places], split.y[places], split.X_test, split.y_test)


def medians(rows: Sequence[Row], statement: str) -> tuple[float, float, int]:
    """Median value, median ratio, and how many sets are below one half."""
    values = [row.values[statement] for row in rows]
    ratios = [row.ratio(statement) for row in rows]
    return float(np.median(values)), float(np.median(ratios)), sum(value < USEFUL for value in values)


def table(rows: Sequence[Row]) -> Table:
    """One line for each set, certificates with their ratios to the test error, and the medians."""
    out = Table(
        header_style="bold",
        caption=f"certificates at δ = {DELTA}, in brackets over the test error of the machine fitted on all examples\n"
        "fitted: that machine, from its training examples alone; learned: the rule of CertifiedClassifier, which\n"
        "chooses C and width in its part; drawn: the same with a randomized limit, on average over the draw;\n"
        "with inputs: the fitted machine, given the unlabelled test inputs too",
        caption_justify="left",
    )
    out.add_column("set", no_wrap=True)
    for heading in ("n", "test error", *STATEMENTS, "rule's error"):
        out.add_column(heading, justify="right", no_wrap=True)
    for row in rows:
        cells = [f"{row.values[one]:.3f} ({row.ratio(one):.2f})" for one in STATEMENTS]
        out.add_row(row.name, str(row.n), f"{row.error:.3f}", *cells, f"{row.rule_error:.3f}")
    found = [medians(rows, statement) for statement in STATEMENTS]
    out.add_section()
    out.add_row("median", "", "", *(f"{value:.3f} ({ratio:.2f})" for value, ratio, _ in found), "")
    out.add_row("below one half", "", "", *(f"{below} of {len(rows)}" for *_, below in found), "")
    return out


def claims(rows: Sequence[Row]) -> list[str]:
    """What should hold of all thirteen sets, with verdicts."""
    lines = []
    for statement in STATEMENTS:
        _, ratio, below = medians(rows, statement)
        good = ratio <= GOALS[statement] and below >= SETS_BELOW[statement]
        ratios = f"median ratio {ratio:.2f} (at most {GOALS[statement]})"
        below_half = f"{below} sets below one half (at least {SETS_BELOW[statement]})"
        lines.append(judged(good, f"{statement}: {ratios}, {below_half}"))
    return lines


def coverage_table(found: Sequence[Coverage]) -> Table:
    """Violations of each way on samples of twonorm."""
    out = Table(header_style="bold", title="samples of twonorm, n = 400", title_justify="left")
    out.add_column("way", no_wrap=True)
    for heading in ("mean value", "mean risk", "violations", "allowed"):
        out.add_column(heading, justify="right", no_wrap=True)
    for one in found:
        value, risk = one.means
        count = f"{one.violations} of {len(one.trials)}"
        out.add_row(
            one.name, f"{value:.3f}", f"{risk:.3f}", count if one.kept else f"[red]{count}[/red]", str(one.limit)
        )
    return out


def main(arguments: Sequence[str] | None = None) -> None:
    """Compute and print both tables."""
    parser = command("certificates_ida13", __doc__, *ARCHIVES)
    parser.add_argument("--splits", type=at_least(1), default=10, metavar="N", help="how many splits of each set")
    parser.add_argument(
        "--orders", type=at_least(1), default=ORDERS, metavar="N", help="orders of the examples of each"
    )
    parser.add_argument("--sets", nargs="+", choices=sorted(MACHINES), default=sorted(MACHINES), metavar="SET")
    parser.add_argument("--draws", type=at_least(0), default=200, metavar="N", help="samples for the coverage")
    parser.add_argument("--records", type=Path, metavar="FILE", help="where finished trials are kept, to go on later")
    options = parser.parse_args(arguments)
    records = Records(options.records)
    out = console()
    rows = []
    for name in options.sets:
        with out.status(f"{name} ..."):
            rows.append(examine(options.data, name, options.splits, options.orders, records))
    whole = len(rows) == len(MACHINES) and options.orders >= ORDERS
    show(out, [table(rows)], claims(rows) if whole else [])
    if options.draws:
        found = []
        for way in WAYS:
            with out.status(f"{way} ..."):
                found.append(coverage(way, options.draws, DELTA))
        show(out, [coverage_table(found)], [])


if __name__ == "__main__":
    main()
