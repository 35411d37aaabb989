"""Two classes made of many: digits in two groups, given parts joined, and splits drawn anew with the same shares.

[Mika02], section 5.3.2, makes its benchmarks so: classes are merged into two super-classes, training and test sets
joined, and a hundred splits drawn that keep the share of each class. Here the groups are even and odd digits of
scikit-learn's small images, cut into a given training and test part first.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from rich.table import Table
from sklearn.datasets import load_digits

from drupe.estimators.discriminant.kernel_fisher import KernelFisher
from drupe.estimators.margin.svc import SVC
from drupe.experiments.claims import console, judged, show
from drupe.experiments.command import at_least, command
from drupe.experiments.split import Split
from drupe.foundation.arrays import Matrix
from drupe.foundation.errors import InputError

EVEN = frozenset(range(0, 10, 2))
GIVEN = 1000
"""Images of the part that is given as the training set."""

TRAINING = 300


@dataclass(frozen=True)
class SuperClasses:
    """+1 for the classes of one group, −1 for all others.

    Parameters
    ----------
    positive
        The classes of the first group.

    Examples
    --------
    >>> SuperClasses(frozenset({"a", "c"})).signs(np.array(["a", "b", "c"])).tolist()
    [1, -1, 1]

    References
    ----------
    [Mika02]_, section 5.3.2.
    """

    positive: frozenset[Any]

    def signs(self, labels: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
        """One sign for each label; both groups must have members."""
        inside = np.isin(labels, list(self.positive))
        if inside.all() or not inside.any():
            raise InputError(f"classes are in two groups, but all examples are in one: {sorted(set(labels.tolist()))}.")
        return np.where(inside, 1, -1)


def joined(given: Split) -> tuple[Matrix, npt.NDArray[Any]]:
    """The examples of both parts."""
    return np.vstack([given.X, given.X_test]), np.concatenate([given.y, given.y_test])


def stratified_splits(
    X: Matrix, y: npt.NDArray[Any], training: int, count: int, rng: np.random.Generator
) -> Iterator[Split]:
    """Random splits with so many examples to learn from, of each class its share, rounded to whole examples."""
    classes, sizes = np.unique(y, return_counts=True)
    exact = training * sizes / len(y)
    taken = np.floor(exact).astype(np.int64)
    # What rounding leaves goes to the classes that lost most by it.
    taken[np.argsort(taken - exact, kind="stable")[: training - int(taken.sum())]] += 1
    members = [np.flatnonzero(y == label) for label in classes]
    for _ in range(count):
        chosen = [rng.choice(mine, size, replace=False) for mine, size in zip(members, taken, strict=True)]
        train = rng.permutation(np.concatenate(chosen))
        test = np.setdiff1d(np.arange(len(y)), train)
        yield Split(X[train], y[train], X[test], y[test])


def main(arguments: Sequence[str] | None = None) -> None:
    """Compute, print and judge."""
    parser = command("super_classes", __doc__)
    parser.add_argument("--splits", type=at_least(2), default=100, help="splits to draw (default: 100)")
    asked = parser.parse_args(arguments)
    images, digits = load_digits(return_X_y=True)
    given = Split(images[:GIVEN], digits[:GIVEN], images[GIVEN:], digits[GIVEN:])
    X, labels = joined(given)
    y = SuperClasses(EVEN).signs(labels)
    machines = {"KFD": KernelFisher("rbf", gamma=1e-3, alpha=0.1), "SVM": SVC(C=10.0, gamma=1e-3)}
    drawn = list(stratified_splits(X, y, TRAINING, asked.splits, np.random.default_rng(0)))
    errors = {
        name: 100.0 * np.array([one.error(machine.fit(one.X, one.y)) for one in drawn])
        for name, machine in machines.items()
    }
    out = Table(header_style="bold", caption=f"even and odd digits, {asked.splits} splits, test error in percent")
    for heading in ("machine", "mean", "standard error of the mean"):
        out.add_column(heading, justify="left" if heading == "machine" else "right")
    for name, found in errors.items():
        out.add_row(name, f"{found.mean():.2f}", f"{found.std(ddof=1) / np.sqrt(len(found)):.2f}")
    apart = errors["KFD"] - errors["SVM"]
    level = abs(apart.mean()) <= 1.0
    words = f"KFD and SVM are on a level: they differ by {apart.mean():+.2f} points on equal splits"
    show(console(), [out], [judged(bool(level), words)])


if __name__ == "__main__":
    main()
