"""The Bayes point machine for ten digits, its doubts, and the examples it rests on; support vector machines beside.

The procedure of [Graepel02], section 9.2.1: a few perceptrons for each digit against the rest, on shuffled examples.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from rich.table import Table

from drupe.estimators.bayes_point.bayes_point_machine import BayesPointMachine
from drupe.estimators.margin.svc import SVC
from drupe.estimators.reject.coverage_risk import CoverageRiskCurve, coverage_risk_curve
from drupe.experiments.claims import judged
from drupe.experiments.polynomials import moderate
from drupe.experiments.split import Split
from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.inputs.vectors import Vectors
from drupe.kernels.base import Kernel

DEGREE = 5
REJECTED = (0.0, 0.01, 0.02, 0.05, 0.1, 0.2, 0.3)
"""Shares of the test examples that are rejected."""


def kernels(data: Split) -> dict[str, Kernel[Vectors]]:
    """Both readings of the source, which does not say whether it normalized here."""
    plain = moderate(data.X, DEGREE)
    return {"normalized": plain.normalized(), "plain": plain}


@dataclass(frozen=True, eq=False)
class Trial:
    """One machine, from one seed.

    Parameters
    ----------
    single
        Mean test error of the perceptrons, ten of them together making one answer.
    outputs
        Test error against the share of answers, surest where the largest output is largest, as in the source.
    gaps
        The same, surest where the largest output leads the second by most.
    uses
        In how many classifiers each training example has a coefficient.
    """

    single: float
    outputs: CoverageRiskCurve
    gaps: CoverageRiskCurve
    uses: Index

    @property
    def error(self) -> float:
        """Of the Bayes point, if every example is answered."""
        return self.outputs.error


def trial(data: Split, kernel: Kernel[Vectors], members: int, seed: int) -> Trial:
    """Train on all examples, test on the others."""
    machine = BayesPointMachine(kernel, sampler="perceptron", n_samples=members, random_state=seed)
    machine.fit(data.X, data.y)
    new = Vectors.of(data.X_test)
    each = machine.committee_.functions.decision(new).reshape(len(new), -1, members)
    each /= np.sqrt(kernel.diagonal(new))[:, None, None]
    answers = machine.classes_[each.argmax(axis=1)]
    means = each.mean(axis=2)
    second, first = np.partition(means, -2, axis=1)[:, -2:].T
    predicted = machine.classes_[means.argmax(axis=1)]
    return Trial(
        single=float(np.mean(answers != data.y_test[:, None])),
        outputs=coverage_risk_curve(data.y_test, predicted, first),
        gaps=coverage_risk_curve(data.y_test, predicted, first - second),
        uses=machine.solution_.uses(),
    )


def svm_error(data: Split, kernel: Kernel[Vectors], cost: float) -> float:
    """Test error of support vector machines for each digit against the rest, the largest output deciding."""
    digits = np.unique(data.y)
    outputs = [
        SVC(C=cost, kernel=kernel, cache_size=1000).fit(data.X, data.y == digit).decision_function(data.X_test)
        for digit in digits
    ]
    return float(np.mean(digits[np.argmax(outputs, axis=0)] != data.y_test))


@dataclass(frozen=True, eq=False)
class Found:
    """All seeds with one kernel, and support vector machines by their cost."""

    kernel: str
    trials: tuple[Trial, ...]
    svm: dict[float, float]

    @property
    def error(self) -> float:
        """Mean test error of the Bayes point."""
        return float(np.mean([one.error for one in self.trials]))

    @property
    def single(self) -> float:
        """Mean test error of perceptrons."""
        return float(np.mean([one.single for one in self.trials]))

    def rejecting(self, curves: Iterable[CoverageRiskCurve]) -> Vector:
        """Mean error at each share of rejection."""
        risks = np.array([[curve.risk_at(1.0 - share) for share in REJECTED] for curve in curves])
        return np.asarray(risks.mean(axis=0))

    def rejected_for(self, error: float) -> float:
        """Mean share that is rejected before so few of the answers are wrong."""
        return 1.0 - float(np.mean([one.outputs.largest_coverage(error) for one in self.trials]))

    def claims(self) -> list[str]:
        """What should hold with any kernel."""
        errors = f"{100 * self.error:.2f} % against {100 * self.single:.2f} %"
        left = float(np.mean([0.9 * one.outputs.risk_at(0.9) / max(one.error, 1e-12) for one in self.trials]))
        doubt = f"the least sure tenth of the answers holds {1.0 - left:.0%} of the errors"
        return [
            judged(
                self.error < self.single, f"{self.kernel}: the Bayes point errs less than its perceptrons ({errors})"
            ),
            judged(left < 2 / 3, f"{self.kernel}: {doubt}, at least a third"),
        ]


def examine(data: Split, name: str, members: int, seeds: int, costs: Sequence[float]) -> Found:
    """Fit and judge the machines of one kernel."""
    kernel = kernels(data)[name]
    trials = tuple(trial(data, kernel, members, seed) for seed in range(seeds))
    return Found(name, trials, {cost: svm_error(data, kernel, cost) for cost in costs})


def error_table(found: Sequence[Found], printed: dict[str, float], data: Split) -> Table:
    """Test errors of every method in percent, a column for each kernel, and the printed ones."""
    out = Table(
        header_style="bold",
        caption=f"test error in percent ± deviation over seeds; {len(data.y)} training and {len(data.y_test)} test "
        "examples",
        caption_justify="left",
    )
    out.add_column("method", no_wrap=True)
    for heading in (*(one.kernel for one in found), "printed"):
        out.add_column(heading, justify="right", no_wrap=True)
    rows = {"Bayes point": [one.error for one in found], "single perceptron": [one.single for one in found]}
    spread = [float(np.std([run.error for run in one.trials])) for one in found]
    for name, errors in rows.items():
        bars = [f" ± {100 * width:.2f}" if name == "Bayes point" else "" for width in spread]
        out.add_row(name, *(f"{100 * e:.2f}{bar}" for e, bar in zip(errors, bars, strict=True)), _cell(printed, name))
    for cost in found[0].svm:
        name = svm_name(cost)
        out.add_row(name, *(f"{100 * one.svm[cost]:.2f}" for one in found), _cell(printed, name))
    return out


def svm_name(cost: float) -> str:
    """How tables speak of a support vector machine."""
    return "SVM, hard margin" if cost >= 1e6 else f"SVM, soft margin, C = {cost:g}"


def _cell(printed: dict[str, float], name: str) -> str:
    return next((f"{value}" for key, value in printed.items() if name.startswith(key)), "")


def rejection_table(found: Sequence[Found]) -> Table:
    """Error of the answers at each share of rejection, for both measures of confidence."""
    out = Table(
        header_style="bold", title="error in percent among the answers, by share rejected", title_justify="left"
    )
    out.add_column("kernel, confidence", no_wrap=True)
    for share in REJECTED:
        out.add_column(f"{share:.0%}", justify="right", no_wrap=True)
    for one in found:
        curves = {"largest output": [run.outputs for run in one.trials], "lead": [run.gaps for run in one.trials]}
        for name, these in curves.items():
            out.add_row(f"{one.kernel}, {name}", *(f"{100 * risk:.2f}" for risk in one.rejecting(these)))
    return out


def nearest_labels(data: Split, kernel: Kernel[Vectors], places: Index) -> Index:
    """The label of the example that is most similar to each of these, itself apart."""
    inputs = Vectors.of(data.X)
    similar: Matrix = kernel.normalized().matrix(inputs.take(places), inputs)
    similar[np.arange(len(places)), places] = -np.inf
    return np.asarray(data.y[similar.argmax(axis=1)], dtype=np.int64)
