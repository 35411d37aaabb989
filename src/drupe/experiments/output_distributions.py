"""Outputs on training and on test examples: alike for kernel Fisher discriminants, unlike for support vector machines.

Figures 5.6 and 5.7 of [Mika02] on ringnorm: histograms of outputs from −2 to 2 for too small, right and too large a
penalty. The figures print no numbers; beside the histograms stand distances between the two distributions.
"""

import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from rich.table import Table
from scipy.stats import ks_2samp, wasserstein_distance

from drupe.estimators.discriminant.kernel_fisher import KernelFisher
from drupe.estimators.discriminant.linear_sparse_kernel_fisher import LinearSparseKernelFisher
from drupe.estimators.discriminant.robust_kernel_fisher import RobustKernelFisher
from drupe.estimators.margin.svc import SVC
from drupe.estimators.warnings import FitWarning
from drupe.experiments.archives import IDA13
from drupe.experiments.claims import console, graded, show
from drupe.experiments.command import at_least, command
from drupe.experiments.fisher_ida13 import ON_TRAINING
from drupe.experiments.fisher_protocol import Setting
from drupe.experiments.ida13 import splits
from drupe.experiments.split import Split
from drupe.foundation.arrays import Vector

ARCHIVES = (IDA13,)
PRINTED = {"KFD": 1.5, "robust KFD": 1.6, "LSKFD": 1.5, "SVM": 1.7}
"""Test errors in percent at the right penalty; the text says 1.5 % or 1.6 % of KFD and its variants."""

STRENGTHS = {"too small": 1e-3, "right": 1.0, "too large": 30.0}
"""Factors of the penalty."""

EDGES = np.linspace(-2.0, 2.0, 21)
AT_LABEL = 0.05
"""Distance from ±1 within which an output is at its label."""

SETTINGS = {
    "KFD": Setting(0.56, 10.0),
    "robust KFD": Setting(0.56, 10.0),
    "LSKFD": Setting(0.56, 1.0),
    "SVM": Setting(0.5, 0.5),
}
"""Width and penalty; of the support vector machine the width is the published one and C = 1/alpha."""


def machine(name: str, strength: float) -> Any:
    """A machine for the twenty numbers of an example."""
    setting = SETTINGS[name]
    kernel, alpha = setting.kernel(20), setting.alpha * strength
    makers: Mapping[str, Callable[[], Any]] = {
        "KFD": lambda: KernelFisher(
            kernel, alpha=alpha, penalty="coefficients", threshold=ON_TRAINING, leave_one_out=False
        ),
        "robust KFD": lambda: RobustKernelFisher(kernel, alpha=alpha, threshold=ON_TRAINING),
        "LSKFD": lambda: LinearSparseKernelFisher(kernel, alpha=alpha, threshold=ON_TRAINING),
        "SVM": lambda: SVC(kernel=kernel, C=1.0 / alpha),
    }
    return makers[name]()


@dataclass(frozen=True, eq=False)
class Trial:
    """Outputs of one machine, times the label of each example, and how many answers are wrong."""

    train: Vector
    test: Vector
    train_error: float
    test_error: float

    @classmethod
    def of(cls, fitted: Any, split: Split) -> "Trial":
        """Outputs f + b of the program itself, before a threshold moves them."""
        moved = float(np.ravel(getattr(fitted, "offset_", fitted.intercept_) - fitted.intercept_)[0])
        outputs = [fitted.decision_function(X) + moved for X in (split.X, split.X_test)]
        wrong = [float(np.mean(fitted.predict(X) != y)) for X, y in ((split.X, split.y), (split.X_test, split.y_test))]
        return cls(outputs[0] * split.y, outputs[1] * split.y_test, *wrong)

    @property
    def distance(self) -> float:
        """How far outputs must be moved on average to make one distribution the other (Wasserstein)."""
        return float(wasserstein_distance(self.train, self.test))

    @property
    def largest_gap(self) -> float:
        """The largest difference of the distribution functions (Kolmogorov and Smirnov)."""
        return float(ks_2samp(self.train, self.test).statistic)

    @property
    def at_label(self) -> tuple[float, float]:
        """Shares of training and of test outputs within 0.05 of the label."""
        near = [float(np.mean(np.abs(part - 1.0) <= AT_LABEL)) for part in (self.train, self.test)]
        return near[0], near[1]


Found = Mapping[str, Mapping[str, Sequence[Trial]]]
"""Trials by machine and strength."""


def examine(folder: Path, count: int, names: Sequence[str], strengths: Sequence[str]) -> Found:
    """All machines on the first splits of ringnorm."""
    drawn = list(splits(folder, "ringnorm", count))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FitWarning)  # too large a penalty makes constant rules, and shall
        return {
            name: {
                strength: [Trial.of(machine(name, STRENGTHS[strength]).fit(one.X, one.y), one) for one in drawn]
                for strength in strengths
            }
            for name in names
        }


def mean(trials: Sequence[Trial], what: str) -> float:
    """The mean of one property over the trials."""
    return float(np.mean([getattr(trial, what) for trial in trials]))


def table(found: Found) -> Table:
    """Errors, distances and shares at the label."""
    out = Table(
        header_style="bold",
        caption="y f(x) on training and on test examples, means over splits; errors in percent; Wasserstein and\n"
        f"Kolmogorov-Smirnov distances of the two; shares of outputs within {AT_LABEL} of the label",
        caption_justify="left",
    )
    for heading in ("machine", "penalty"):
        out.add_column(heading, no_wrap=True)
    for heading in ("printed", "test error", "training error", "Wasserstein", "KS", "at label, train", "test"):
        out.add_column(heading, justify="right", no_wrap=True)
    for name, by_strength in found.items():
        for strength, trials in by_strength.items():
            near = np.mean([trial.at_label for trial in trials], axis=0)
            numbers = [f"{100 * mean(trials, what):.2f}" for what in ("test_error", "train_error")]
            numbers += [f"{mean(trials, what):.3f}" for what in ("distance", "largest_gap")]
            printed = f"{PRINTED[name]}" if strength == "right" else ""
            out.add_row(name, strength, printed, *numbers, *(f"{share:.0%}" for share in near))
    return out


def histograms(found: Found) -> Table:
    """How many outputs, in percent, fall into bins, training and test beside each other, at the right penalty."""
    out = Table(header_style="bold", title="y f(x), percent in each bin: training / test", title_justify="left")
    out.add_column("from", justify="right")
    for name in found:
        out.add_column(name, justify="right", no_wrap=True)
    shares = {}
    for name, by_strength in found.items():
        parts = [[getattr(trial, part) for trial in by_strength["right"]] for part in ("train", "test")]
        joined = [np.clip(np.concatenate(part), EDGES[0], EDGES[-1]) for part in parts]
        shares[name] = [100.0 * np.histogram(part, EDGES)[0] / len(part) for part in joined]
    for place, edge in enumerate(EDGES[:-1]):
        out.add_row(f"{edge:.1f}", *(f"{train[place]:.1f} / {test[place]:.1f}" for train, test in shares.values()))
    return out


def claims(found: Found) -> list[str]:
    """What the thesis reads off its figures."""
    right = {name: by_strength["right"] for name, by_strength in found.items()}
    lines = []
    for name, trials in right.items():
        error = 100.0 * mean(trials, "test_error")
        words = f"{name} errs {PRINTED[name]} % on ringnorm: {error:.2f} %"
        lines.append(graded(error <= PRINTED[name] + 0.1, error <= PRINTED[name] + 0.4, words))
    if "SVM" not in right:
        return lines
    machine_error, machine_gap = mean(right["SVM"], "train_error"), mean(right["SVM"], "distance")
    others = {name: mean(trials, "distance") for name, trials in right.items() if name != "SVM"}
    closer = [name for name, gap in others.items() if gap < machine_gap]
    words = ", ".join(f"{name} {gap:.3f}" for name, gap in others.items())
    lines.append(
        graded(
            len(closer) == len(others),
            bool(closer),
            f"outputs on training and test are more alike than the SVM's ({machine_gap:.3f}): {words}",
        )
    )
    if "KFD" in right:
        overlap = mean(right["KFD"], "train_error")
        words = f"the SVM separates its training set ({machine_error:.2%} wrong), KFD does not ({overlap:.2%})"
        lines.append(graded(machine_error == 0.0 < overlap, machine_error < overlap, words))
    peaked = np.mean([trial.at_label for trial in right["SVM"]], axis=0)
    words = f"the SVM puts {peaked[0]:.0%} of the training, but {peaked[1]:.0%} of the test outputs at the label"
    lines.append(graded(bool(peaked[0] > 2.0 * peaked[1]), bool(peaked[0] > peaked[1]), words))
    return lines


def main(arguments: Sequence[str] | None = None) -> None:
    """Train, compare distributions, print and judge."""
    parser = command("output_distributions", __doc__, *ARCHIVES)
    parser.add_argument("--splits", type=at_least(1), default=100, metavar="N", help="how many splits of ringnorm")
    parser.add_argument("--machines", nargs="+", choices=list(PRINTED), default=list(PRINTED), metavar="NAME")
    options = parser.parse_args(arguments)
    out = console()
    with out.status("training ..."):
        found = examine(options.data, options.splits, options.machines, list(STRENGTHS))
    show(out, [table(found), histograms(found)], claims(found))


if __name__ == "__main__":
    main()
