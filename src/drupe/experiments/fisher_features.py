"""Features that know the labels: kernel Fisher directions beside kernel principal components, on parabolas and digits.

Figures 5.2 and 5.3 of [Mika02], which print no numbers. The parabolas are ours: (u, ±(u² + 0.6) + noise) against the
same with coordinates exchanged. Digits: one against the rest, directions from the first 500, all examples projected.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from rich.table import Table
from sklearn.model_selection import cross_val_predict
from sklearn.neighbors import KNeighborsClassifier

from drupe.estimators.components.kernel_pca import KernelPCA
from drupe.estimators.discriminant.kernel_fisher import KernelFisher
from drupe.experiments.archives import USPS
from drupe.experiments.claims import console, graded, show
from drupe.experiments.command import at_least, command
from drupe.experiments.fisher_protocol import Setting
from drupe.experiments.handwritten import usps
from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.kernels import Linear, Polynomial

ARCHIVES = (USPS,)
NEIGHBORS = 15


def parabolas(n: int, rng: np.random.Generator) -> tuple[Matrix, Index]:
    """n points on each of four noisy branches; the class says which coordinate is the free one."""
    u = rng.uniform(-1.0, 1.0, 4 * n)
    branch = np.repeat([1.0, -1.0, 1.0, -1.0], n)
    height = branch * (u**2 + 0.6) + 0.1 * rng.normal(size=4 * n)
    y = np.repeat([1, 1, -1, -1], n)
    return np.where(y[:, None] > 0, np.column_stack([u, height]), np.column_stack([height, u])), y


def along(feature: Vector, y: Index) -> float:
    """The least error of one threshold along a feature, whichever side is which class."""
    positive = y[np.argsort(feature, kind="stable")] > 0
    below = np.concatenate([[0], np.cumsum(positive)]) + np.concatenate([np.cumsum(~positive[::-1])[::-1], [0]])
    return float(min(below.min(), len(y) - below.max()) / len(y))


def balanced(features: Matrix, y: Index) -> float:
    """Error of neighbors in two dimensions, cross validated, the mean of both classes."""
    answers = cross_val_predict(KNeighborsClassifier(NEIGHBORS), features, y, cv=5)
    return float(np.mean([np.mean(answers[y == label] != label) for label in np.unique(y)]))


def on_parabolas(n: int, seed: int) -> dict[str, float]:
    """Best error along the Fisher feature and along each of two components, all on new points."""
    rng = np.random.default_rng(seed)
    (X, y), (new, labels) = parabolas(n, rng), parabolas(n, rng)
    kernel = Polynomial(degree=2, coef0=1.0)
    fisher = KernelFisher(kernel, alpha=1e-2, penalty="coefficients").fit(X, y).transform(new)
    components = KernelPCA(2, kernel=kernel).fit(X).transform(new)
    return {
        "KFD": along(fisher[:, 0], labels),
        "kernel PCA, first": along(components[:, 0], labels),
        "kernel PCA, second": along(components[:, 1], labels),
    }


def embeddings(width: int) -> dict[str, Any]:
    """The four maps to two dimensions, for vectors of this width."""
    kernel = Setting(0.3, 1.0).kernel(width)
    return {
        "PCA": KernelPCA(2, kernel="linear"),
        "kernel PCA": KernelPCA(2, kernel=kernel),
        "Fisher": KernelFisher(Linear(), alpha=1e-2, n_components=2),
        "KFD": KernelFisher(kernel, alpha=1e-2, n_components=2),
    }


def on_digits(X: Matrix, digits: Index, digit: int, train: int) -> dict[str, float]:
    """Error of neighbors among the examples that gave no direction, in each embedding."""
    y = np.where(digits == digit, 1, -1)
    found = {}
    for name, machine in embeddings(X.shape[1]).items():
        machine.fit(X[:train], y[:train])
        found[name] = balanced(np.asarray(machine.transform(X[train:])), y[train:])
    return found


def table(found: dict[str, dict[str, float]]) -> Table:
    """Errors in percent."""
    out = Table(
        header_style="bold",
        caption="percent; parabolas: least error of a threshold along the feature, on new points\n"
        f"digits: {NEIGHBORS} neighbors in two dimensions, mean of both classes, on examples that gave no direction",
        caption_justify="left",
    )
    out.add_column("data", no_wrap=True)
    out.add_column("features", no_wrap=True)
    out.add_column("error", justify="right")
    for name, errors in found.items():
        for feature, error in errors.items():
            out.add_row(name, feature, f"{100 * error:.1f}")
    return out


def claims(found: dict[str, dict[str, float]]) -> list[str]:
    """What the thesis sees in its figures."""
    lines = []
    if "parabolas" in found:
        curves = found["parabolas"]
        components = min(curves["kernel PCA, first"], curves["kernel PCA, second"])
        words = (
            f"KFD separates the parabolas nearly optimally ({curves['KFD']:.1%}), components do not ({components:.1%})"
        )
        lines.append(graded(curves["KFD"] < 0.05 and components > 0.2, curves["KFD"] < components, words))
    for name, errors in found.items():
        if name == "parabolas":
            continue
        blind, linear, kernel = min(errors["PCA"], errors["kernel PCA"]), errors["Fisher"], errors["KFD"]
        words = f"{name}: KFD ({kernel:.1%}) is much better than Fisher ({linear:.1%}), Fisher than PCA ({blind:.1%})"
        lines.append(graded(1.5 * kernel < linear < blind, kernel < min(linear, blind), words))
    return lines


def main(arguments: Sequence[str] | None = None) -> None:
    """Project, measure, print and judge."""
    parser = command("fisher_features", __doc__, *ARCHIVES)
    parser.add_argument("--points", type=at_least(10), default=100, metavar="N", help="points on each branch")
    parser.add_argument("--train", type=at_least(50), default=500, metavar="N", help="digits that give directions")
    parser.add_argument("--digits", nargs="+", type=at_least(0), default=[3, 4], metavar="DIGIT")
    parser.add_argument("--most", type=at_least(100), metavar="N", help="digits in all; all of them unless given")
    options = parser.parse_args(arguments)
    out = console()
    found = {"parabolas": on_parabolas(options.points, 0)}
    data = usps(options.data)
    X, y = (np.concatenate(part)[: options.most] for part in ((data.X, data.X_test), (data.y, data.y_test)))
    for digit in options.digits:
        with out.status(f"digit {digit} ..."):
            found[f"digit {digit}"] = on_digits(X, y, digit, options.train)
    show(out, [table(found)], claims(found))


if __name__ == "__main__":
    main()
