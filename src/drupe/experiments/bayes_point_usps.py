"""The Bayes point machine on USPS, with rejection, and the digits that it finds hardest.

The setting of [Graepel02], section 9.2.1, figures 9.4 and 9.5: (⟨x, z⟩ + 1)^5, ten perceptrons for each digit.
"""

from collections.abc import Sequence

import numpy as np
from rich.table import Table

from drupe.experiments.archives import USPS
from drupe.experiments.bayes_point_digits import (
    Found,
    error_table,
    examine,
    kernels,
    nearest_labels,
    rejection_table,
)
from drupe.experiments.claims import console, judged, show
from drupe.experiments.command import at_least, command
from drupe.experiments.handwritten import usps
from drupe.experiments.split import Split
from drupe.foundation.arrays import Index

ARCHIVES = (USPS,)
EXAMPLES = 7291
PRINTED = {"Bayes point": 4.73, "SVM, hard margin": 4.6, "SVM, soft margin": 4.5}
"""Test errors in percent."""

COSTS = (1e6, 10.0)
"""C of the hard and of the soft margin; the source does not give the latter."""

SHOWN = 25


def most_used(found: Sequence[Found]) -> Index:
    """The examples that most classifiers of all machines rest on."""
    uses = np.sum([run.uses for one in found for run in one.trials], axis=0)
    return np.argsort(-uses, kind="stable")[:SHOWN]


def hard_table(data: Split, found: Sequence[Found]) -> Table:
    """The most used examples with their labels, and the label of the most similar other example."""
    places = most_used(found)
    nearest = nearest_labels(data, kernels(data)["plain"], places)
    uses = np.sum([run.uses for one in found for run in one.trials], axis=0)
    out = Table(header_style="bold", title=f"the {SHOWN} most used training examples", title_justify="left")
    for heading in ("row", "label", "most similar", "uses"):
        out.add_column(heading, justify="right")
    for place, other in zip(places, nearest, strict=True):
        label = str(data.y[place])
        out.add_row(str(place), label, str(other) if other != data.y[place] else "", str(uses[place]))
    return out


def claims(data: Split, found: Sequence[Found]) -> list[str]:
    """What the source prints and says, with verdicts."""
    lines = [line for one in found for line in one.claims()]
    places, kernel = most_used(found), kernels(data)["plain"]
    others = np.random.default_rng(0).permutation(len(data.y))[:500]
    hard, usual = (np.mean(nearest_labels(data, kernel, part) != data.y[part]) for part in (places, others))
    shares = f"the most similar example has another label for {hard:.0%} of them, {usual:.0%} of all"
    lines.append(judged(bool(hard > 2.0 * usual), f"the most used examples are hard or mislabelled: {shares}"))
    if len(data.y) != EXAMPLES:
        return [*lines, f"printed: for {EXAMPLES} examples"]
    for one in found:
        error, printed = 100.0 * one.error, PRINTED["Bayes point"]
        near = abs(error - printed) <= 0.95  # twice the deviation of a test with 2007 examples
        lines.append(judged(near, f"{one.kernel}: {error:.2f} % is the printed {printed} % within 0.95 points"))
    return lines


def main(arguments: Sequence[str] | None = None) -> None:
    """Train, test, reject, print and judge."""
    parser = command("bayes_point_usps", __doc__, *ARCHIVES)
    parser.add_argument("--members", type=at_least(1), default=10, metavar="N", help="perceptrons for each digit")
    parser.add_argument("--seeds", type=at_least(1), default=8, metavar="N", help="repetitions")
    parser.add_argument("--train", type=at_least(100), metavar="N", help="training examples; all unless given")
    parser.add_argument("--test", type=at_least(10), metavar="N", help="test examples; all unless given")
    parser.add_argument("--from-zero", action="store_true", help="pixels from 0 to 2 instead of -1 to 1")
    parser.add_argument("--no-svm", action="store_true", help="no support vector machines, which take most of the time")
    options = parser.parse_args(arguments)
    out = console()
    data = usps(options.data, 0.0 if options.from_zero else -1.0).first(options.train, options.test)
    found = []
    for name in kernels(data):
        with out.status(f"{name} kernel ..."):
            costs = () if options.no_svm else COSTS
            found.append(examine(data, name, options.members, options.seeds, costs))
    tables = [error_table(found, PRINTED, data), rejection_table(found), hard_table(data, found)]
    show(out, tables, claims(data, found))


if __name__ == "__main__":
    main()
