"""How much can be certified about a support vector machine: thirteen sets, three kinds of statement, and coverage."""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.table import Table

from drupe.certification.certified_classifier import CertifiedClassifier
from drupe.certification.certify import certify
from drupe.experiments.certificate_coverage import WAYS, Coverage, coverage
from drupe.experiments.gram_gallery import at_least
from drupe.experiments.ida13 import MACHINES, Split, machine, splits

DELTA = 0.05
USEFUL = 0.5
"""A certificate below it says that the rule is better than a coin."""

STATEMENTS = ("fitted", "learned", "with inputs")
GOALS = {"fitted": 4.5, "learned": 1.6, "with inputs": 2.1}
"""Largest median ratio of certificate and test error that is worth a claim."""
SETS_BELOW = {"fitted": 6, "learned": 13, "with inputs": 12}
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


def trial(split: Split, name: str) -> tuple[float, float, dict[str, float]]:
    """Test errors of fitted machine and learned rule, and the three certificates; each at δ, choosing included."""
    model = machine(name).fit(split.X, split.y)
    alone = certify(model, split.X, split.y, delta=DELTA).best_for_fitted
    helped = certify(model, split.X, split.y, delta=DELTA, X_unlabeled=split.X_test).best_for_fitted
    rule = CertifiedClassifier(machine(name), delta=DELTA).fit(split.X, split.y)
    values = {
        "fitted": 1.0 if alone is None else alone.value,
        "learned": rule.certificate_.value,
        "with inputs": 1.0 if helped is None else helped.value,
    }
    return split.error(model), split.error(rule), values


def examine(folder: Path, name: str, count: int) -> Row:
    """The first splits of one set."""
    drawn = list(splits(folder, name, count))
    errors, rule_errors, values = zip(*(trial(split, name) for split in drawn), strict=True)
    means = {statement: float(np.mean([value[statement] for value in values])) for statement in STATEMENTS}
    return Row(name, len(drawn[0].y), float(np.mean(errors)), means, float(np.mean(rule_errors)))


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
        "fitted: that machine, from its training examples alone; learned: the rule of CertifiedClassifier;\n"
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
        lines.append(
            f"{'holds' if good else 'FAILS'}: {statement}: median ratio {ratio:.2f} (at most {GOALS[statement]}), "
            f"{below} sets below one half (at least {SETS_BELOW[statement]})"
        )
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
    parser = argparse.ArgumentParser(prog="python -m drupe.experiments.certificates_ida13", description=__doc__)
    parser.add_argument("--data", type=Path, required=True, metavar="DIR", help="folder that holds ida13.npz")
    parser.add_argument("--splits", type=at_least(1), default=10, metavar="N", help="how many splits of each set")
    parser.add_argument("--sets", nargs="+", choices=sorted(MACHINES), default=sorted(MACHINES), metavar="SET")
    parser.add_argument("--draws", type=at_least(0), default=200, metavar="N", help="samples for the coverage")
    options = parser.parse_args(arguments)
    console = Console()
    rows = []
    for name in options.sets:
        with console.status(f"{name} ..."):
            rows.append(examine(options.data, name, options.splits))
    console.print(table(rows))
    if len(rows) == len(MACHINES):
        for line in claims(rows):
            console.print(line, highlight=False)
    if options.draws:
        found = []
        for way in WAYS:
            with console.status(f"{way} ..."):
                found.append(coverage(way, options.draws, DELTA))
        console.print(coverage_table(found))


if __name__ == "__main__":
    main()
