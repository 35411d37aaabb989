"""Groups of messages: a linear machine for each of 20 newsgroups, tested on later messages than it learned from.

The collection is often used and has no table in the books; the goal is what linear machines are known to reach on the
split by date, headers left out but for the subject. C = 1, nothing is tuned.
"""

import time
from collections.abc import Sequence
from typing import Any

import numpy as np
from rich.table import Table

from drupe.estimators.margin.svc import SVC
from drupe.estimators.margin.two_norm_svc import TwoNormSVC
from drupe.estimators.multiclass.many_labels import ManyLabels
from drupe.estimators.texts.text_vectors import TextVectors
from drupe.experiments.claims import Verdict, console, judged, show
from drupe.experiments.collections_of_texts import NEWSGROUPS, newsgroups
from drupe.experiments.command import at_least, command
from drupe.kernels.linear import Linear

ARCHIVES = (NEWSGROUPS,)
TRAIN, TEST = 11_314, 7532
GOAL = 0.855
"""Accuracy on the later messages."""

MACHINES: dict[str, Any] = {"1-norm": SVC(kernel=Linear()), "2-norm": TwoNormSVC(kernel=Linear())}


def main(arguments: Sequence[str] | None = None) -> None:
    """Train, test, print and judge."""
    parser = command("newsgroups", __doc__, *ARCHIVES)
    parser.add_argument("--train", type=at_least(100), metavar="N", help="training messages; all unless given")
    parser.add_argument("--test", type=at_least(50), metavar="N", help="test messages; all unless given")
    options = parser.parse_args(arguments)
    data = newsgroups(options.data).first(options.train, options.test)
    groups = np.array(data.categories)
    y_test = np.array([next(iter(labels)) for labels in data.test.labels])
    out = console()
    rows = Table(header_style="bold", caption="slack counts by itself, or by its square; seconds of processor time")
    for heading in ("slack", "accuracy", "seconds"):
        rows.add_column(heading, justify="right")
    begun = time.process_time()
    vectors = TextVectors(counting="logarithms")
    X, X_test = vectors.fit_transform(data.train.texts), vectors.transform(data.test.texts)
    rows.add_row("words to vectors", "", f"{time.process_time() - begun:.1f}")
    members = np.array([[group in labels for group in groups] for labels in data.train.labels])
    reached = {}
    for name, machine in MACHINES.items():
        begun = time.process_time()
        with out.status(f"{name} ..."):
            outputs = ManyLabels(machine).fit(X, members).decision_function(X_test)
        reached[name] = float(np.mean(groups[outputs.argmax(axis=1)] == y_test))
        rows.add_row(name, f"{reached[name]:.4f}", f"{time.process_time() - begun:.1f}")
    best = max(reached.values())
    words = f"linear machines are right on {GOAL:.1%} of the later messages: {best:.1%}"
    whole = (len(data.train), len(data.test)) == (TRAIN, TEST)
    show(out, [rows], [judged(best >= GOAL, words) if whole else Verdict.OPEN.of(words)])


if __name__ == "__main__":
    main()
