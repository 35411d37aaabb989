"""Kernel Fisher discriminants on ten benchmark sets: errors and zeros beside the printed ones, and without the leak.

Tables 5.2 to 5.5 of [Mika02]: width and penalty by five-fold cross validation on the first five training sets, coarse,
then fine; the medians on all. Our splits have the documented sizes but are drawn anew. Beside the protocol, which lets
the choice see examples of other splits' tests, stands a choice by leave-one-out on each training set alone.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from rich.table import Table

from drupe.estimators.discriminant.kernel_fisher import KernelFisher
from drupe.estimators.discriminant.linear_sparse_kernel_fisher import LinearSparseKernelFisher
from drupe.estimators.discriminant.sparse_kernel_fisher import SparseKernelFisher
from drupe.estimators.discriminant.thresholds import LeastSquares, MaximalMargin, OutputsOf
from drupe.experiments.archives import IDA13
from drupe.experiments.certificate_records import Records, Values
from drupe.experiments.claims import Verdict, console, graded, show
from drupe.experiments.command import at_least, command
from drupe.experiments.fisher_protocol import REALIZATIONS, Make, Setting, by_protocol
from drupe.experiments.ida13 import machine, splits
from drupe.experiments.mean_error import MeanError
from drupe.experiments.split import Split
from drupe.grams.dense import DenseGram
from drupe.solvers.expansions.penalties import FunctionNorm
from drupe.solvers.expansions.program import ExpansionProgram
from drupe.solvers.expansions.spectrum import decomposed

ARCHIVES = (IDA13,)

PRINTED: dict[str, dict[str, tuple[float, float]]] = {
    "banana": {"SVM": (11.5, 0.07), "KFD": (10.8, 0.05), "SKFD": (11.2, 0.48), "LSKFD": (10.6, 0.04)},
    "breast_cancer": {"SVM": (26.0, 0.47), "KFD": (25.8, 0.46), "SKFD": (25.2, 0.44), "LSKFD": (25.8, 0.47)},
    "diabetis": {"SVM": (23.5, 0.17), "KFD": (23.2, 0.16), "SKFD": (23.1, 0.18), "LSKFD": (23.6, 0.18)},
    "german": {"SVM": (23.6, 0.21), "KFD": (23.7, 0.22), "SKFD": (23.6, 0.23), "LSKFD": (24.1, 0.23)},
    "heart": {"SVM": (16.0, 0.33), "KFD": (16.1, 0.34), "SKFD": (16.4, 0.31), "LSKFD": (16.0, 0.36)},
    "ringnorm": {"SVM": (1.7, 0.01), "KFD": (1.5, 0.01), "SKFD": (1.6, 0.01), "LSKFD": (1.5, 0.01)},
    "flare_solar": {"SVM": (32.4, 0.18), "KFD": (33.2, 0.17), "SKFD": (33.4, 0.17), "LSKFD": (34.4, 0.23)},
    "thyroid": {"SVM": (4.8, 0.22), "KFD": (4.2, 0.21), "SKFD": (4.3, 0.18), "LSKFD": (4.7, 0.22)},
    "titanic": {"SVM": (22.4, 0.10), "KFD": (23.2, 0.20), "SKFD": (22.6, 0.17), "LSKFD": (22.5, 0.20)},
    "waveform": {"SVM": (9.9, 0.04), "KFD": (9.9, 0.04), "SKFD": (10.1, 0.04), "LSKFD": (10.2, 0.04)},
}
"""Tables 5.3 and 5.4: test error in percent and the standard error of the mean."""

PRINTED_ZEROS: dict[str, dict[str, float]] = {
    "banana": {"SVM": 78, "SKFD": 86, "LSKFD": 92},
    "breast_cancer": {"SVM": 42, "SKFD": 88, "LSKFD": 88},
    "diabetis": {"SVM": 57, "SKFD": 97, "LSKFD": 97},
    "german": {"SVM": 58, "SKFD": 96, "LSKFD": 98},
    "heart": {"SVM": 51, "SKFD": 88, "LSKFD": 96},
    "ringnorm": {"SVM": 62, "SKFD": 85, "LSKFD": 94},
    "flare_solar": {"SVM": 9, "SKFD": 67, "LSKFD": 99},
    "thyroid": {"SVM": 79, "SKFD": 88, "LSKFD": 89},
    "titanic": {"SVM": 10, "SKFD": 8, "LSKFD": 95},
    "waveform": {"SVM": 60, "SKFD": 81, "LSKFD": 96},
}
"""Table 5.5: coefficients that are zero, in percent."""

START = Setting(1.0, 0.1)
"""The middle of the coarse grid: c from 0.1 d to 10 d, alpha from 0.001 to 10."""

GOAL, LEVEL, LEAK = 17.2, 0.3, 0.2
"""The mean that should not be exceeded, and percentage points within which means are level."""

FAR = 10.0
"""Percentage points by which shares of zeros differ at most to be called reproduced."""

FACTORS = 10.0 ** np.linspace(-1.0, 1.0, 9)
ALPHAS = 10.0 ** np.linspace(-4.0, 2.0, 13)
"""The grid of the choice by leave-one-out."""

ON_TRAINING = MaximalMargin(OutputsOf.TRAINING)
"""The thesis' threshold: a support vector machine in one dimension, on the training outputs."""


def kernel_fisher(setting: Setting, features: int) -> KernelFisher:
    """‖a‖² pays, as all through chapter 5."""
    kernel = setting.kernel(features)
    return KernelFisher(kernel, alpha=setting.alpha, penalty="coefficients", threshold=ON_TRAINING, leave_one_out=False)


def sparse_fisher(setting: Setting, features: int) -> SparseKernelFisher:
    """Squared residuals, absolute coefficients."""
    return SparseKernelFisher(setting.kernel(features), alpha=setting.alpha, threshold=ON_TRAINING)


def linear_sparse_fisher(setting: Setting, features: int) -> LinearSparseKernelFisher:
    """Absolute residuals, absolute coefficients."""
    return LinearSparseKernelFisher(setting.kernel(features), alpha=setting.alpha, threshold=ON_TRAINING)


TUNED: Mapping[str, Make] = {"KFD": kernel_fisher, "SKFD": sparse_fisher, "LSKFD": linear_sparse_fisher}
"""Machines that the protocol tunes; the support vector machine has its published C and width."""

COLUMNS = ("SVM", *TUNED, "KFD, LOO")


def left_out_choice(X: Any, y: Any) -> Setting:
    """Width and penalty with the least squares of leave-one-out outputs, from one decomposition for each width."""
    best = (np.inf, START)
    signs = np.where(y == y.max(), 1.0, -1.0)[:, None]
    for factor in FACTORS:
        gram = DenseGram(np.asarray(Setting(float(factor), 1.0).kernel(X.shape[1])(X)))
        system = decomposed(ExpansionProgram(gram, signs, np.ones(len(y)), penalty=FunctionNorm()))
        for alpha in ALPHAS:
            missed = system.at(float(alpha), signs).missed
            if missed is not None and float(np.mean(missed**2)) < best[0]:
                best = (float(np.mean(missed**2)), Setting(float(factor), float(alpha)))
    return best[1]


def left_out_fisher(split: Split) -> KernelFisher:
    """The machine that chooses on its training set alone, with ‖f‖² as penalty."""
    setting = left_out_choice(split.X, split.y)
    kernel = setting.kernel(split.X.shape[1])
    return KernelFisher(kernel, alpha=setting.alpha, threshold=LeastSquares(), leave_one_out=False)


def tested(split: Split, make: Callable[[Split], Any]) -> Values:
    """Error, and the share of examples without a coefficient."""
    fitted = make(split).fit(split.X, split.y)
    support = getattr(fitted, "support_", np.arange(len(split.y)))
    return {"error": split.error(fitted), "zeros": 1.0 - len(support) / len(split.y)}


@dataclass(frozen=True, eq=False)
class Cell(MeanError):
    """One machine on one set: an error and a share of zeros for each split."""

    zeros: Sequence[float]
    setting: Setting | None = None

    @property
    def sparsity(self) -> float:
        """Zeros in percent."""
        return 100.0 * float(np.mean(self.zeros))


Row = dict[str, Cell]


def examine(folder: Path, name: str, count: int, columns: Sequence[str], records: Records, reach: int = 2) -> Row:
    """All machines on the first splits of a set."""
    drawn = list(splits(folder, name, max(count, REALIZATIONS)))
    row: Row = {}
    for column in columns:
        setting = None
        if column in TUNED:
            tune = partial(_tuned, TUNED[column], drawn[:REALIZATIONS], reach)
            found = records.get(f"{name}, {column}, chosen of {2 * reach + 1}", tune)
            setting = Setting(found["factor"], found["alpha"])
        make = _maker(name, column, setting)
        values = [
            records.get(f"{name}, {column}, {setting}, split {i}", partial(tested, split, make))
            for i, split in enumerate(drawn[:count])
        ]
        row[column] = Cell([one["error"] for one in values], [one["zeros"] for one in values], setting)
    return row


def _tuned(make: Make, drawn: Sequence[Split], reach: int) -> Values:
    """What the protocol chooses, as numbers for the records."""
    found = by_protocol(make, drawn, START, reach)
    return {"factor": found.factor, "alpha": found.alpha}


def _maker(name: str, column: str, setting: Setting | None) -> Callable[[Split], Any]:
    if column == "SVM":
        return lambda split: machine(name)
    if setting is None:
        return left_out_fisher
    return lambda split: TUNED[column](setting, split.X.shape[1])


def error_table(rows: Mapping[str, Row]) -> Table:
    """Errors with their standard errors, below them the printed ones."""
    columns = list(next(iter(rows.values())))
    count = len(next(iter(next(iter(rows.values())).values())).errors)
    out = Table(
        header_style="bold",
        title=f"tables 5.3 and 5.4, test error in percent, {count} splits",
        title_justify="left",
        caption="± standard error of the mean; in brackets the printed number; below the chosen c/d and alpha\n"
        "KFD, LOO: width and penalty by squares of leave-one-out outputs on each training set alone",
        caption_justify="left",
    )
    out.add_column("set", no_wrap=True)
    for column in columns:
        out.add_column(column, justify="right", no_wrap=True)
    for name, row in rows.items():
        cells = []
        for column, cell in row.items():
            printed = f" ({PRINTED[name][column][0]})" if column in PRINTED[name] else ""
            chosen = f"\n{cell.setting.factor:.2g}, {cell.setting.alpha:.2g}" if cell.setting else ""
            cells.append(f"{cell.mean:.2f} ± {cell.deviation:.2f}{printed}{chosen}")
        out.add_row(name, *cells)
    out.add_section()
    out.add_row("mean", *(f"{mean(rows, column):.2f}{_printed_mean(rows, column)}" for column in columns))
    return out


def _printed_mean(rows: Mapping[str, Row], column: str) -> str:
    known = [PRINTED[name][column][0] for name in rows if column in PRINTED[name]]
    return f" ({np.mean(known):.2f})" if known else ""


def zeros_table(rows: Mapping[str, Row]) -> Table:
    """Shares of zero coefficients."""
    columns = [column for column in next(iter(rows.values())) if column in ("SVM", "SKFD", "LSKFD")]
    out = Table(header_style="bold", title="table 5.5, zero coefficients in percent (printed)", title_justify="left")
    out.add_column("set", no_wrap=True)
    for column in columns:
        out.add_column(column, justify="right", no_wrap=True)
    for name, row in rows.items():
        out.add_row(name, *(f"{row[one].sparsity:.0f} ({PRINTED_ZEROS[name][one]:.0f})" for one in columns))
    out.add_section()
    printed = {one: float(np.mean([PRINTED_ZEROS[name][one] for name in rows])) for one in columns}
    out.add_row("mean", *(f"{zeros(rows, one):.1f} ({printed[one]:.1f})" for one in columns))
    return out


def mean(rows: Mapping[str, Row], column: str) -> float:
    """Mean error over the sets, in percent."""
    return float(np.mean([row[column].mean for row in rows.values()]))


def zeros(rows: Mapping[str, Row], column: str) -> float:
    """Mean share of zeros over the sets, in percent."""
    return float(np.mean([row[column].sparsity for row in rows.values()]))


def claims(rows: Mapping[str, Row]) -> list[str]:
    """What the thesis concludes from its tables, judged on all ten sets."""
    have = set(next(iter(rows.values())))
    if len(rows) < len(PRINTED) or not {"SVM", "KFD"} <= have:
        return [Verdict.OPEN.of("the claims are about all ten sets, with KFD and SVM; run them all")]
    fisher, support = mean(rows, "KFD"), mean(rows, "SVM")
    lines = [
        graded(
            fisher <= GOAL,
            fisher <= GOAL + LEVEL,
            f"KFD errs at most {GOAL} % on average over ten sets: {fisher:.2f} %",
        ),
        graded(
            abs(fisher - support) <= LEVEL,
            fisher - support <= 2 * LEVEL,
            f"KFD is on par with the SVM: {fisher:.2f} against {support:.2f} % on equal splits",
        ),
        *(_rows_level(rows, column) for column in TUNED if column in have),
    ]
    lines += [
        graded(
            mean(rows, column) - fisher <= LEVEL,
            mean(rows, column) - fisher <= 2 * LEVEL,
            f"{column} errs no more than KFD: {mean(rows, column):.2f} against {fisher:.2f} %",
        )
        for column in ("SKFD", "LSKFD")
        if column in have
    ]
    lines += [_sparse_enough(rows, column) for column in ("SKFD", "LSKFD") if column in have]
    if "KFD, LOO" in have:
        alone = mean(rows, "KFD, LOO")
        lines.append(
            graded(
                alone - fisher <= LEAK,
                alone - fisher <= 3 * LEAK,
                f"ours: chosen by leave-one-out on each training set alone, KFD errs as little: {alone:.2f} %",
            )
        )
    return [*lines, *_not_reproduced(rows)]


def _rows_level(rows: Mapping[str, Row], column: str) -> str:
    above = [name for name, row in rows.items() if not row[column].level(PRINTED[name][column])]
    where = f"; above it on {', '.join(above)}" if above else ""
    words = f"{column} is not above print by two joint standard errors on {len(rows) - len(above)} of {len(rows)} sets"
    return graded(not above, 2 * len(above) < len(rows), words + where)


def _sparse_enough(rows: Mapping[str, Row], column: str) -> str:
    ours, svm = zeros(rows, column), zeros(rows, "SVM")
    printed = float(np.mean([cells[column] for cells in PRINTED_ZEROS.values()]))
    far = [f"{name} ({row[column].sparsity:.0f} for {PRINTED_ZEROS[name][column]:.0f})" for name, row in rows.items()]
    gaps = [abs(row[column].sparsity - PRINTED_ZEROS[name][column]) > FAR for name, row in rows.items()]
    where = ", ".join(text for text, gap in zip(far, gaps, strict=True) if gap)
    words = f"{column} has {ours:.1f} % zeros (printed mean {printed:.1f}), the SVM {svm:.1f} %"
    others = f"; more than {FAR:.0f} points from print: {where}" if where else ""
    return graded(ours > svm and not where, ours > svm, words + others)


def _not_reproduced(rows: Mapping[str, Row]) -> list[str]:
    """The cells known to be off, with the reason as far as it is known."""
    flare = rows["flare_solar"]["KFD"]
    words = (
        f"flare_solar: {flare.mean:.1f} ± {flare.deviation:.1f} % for the printed 33.2. Its 666 training examples are "
        "about 88 distinct inputs, and cross validation lands beside the plateau that the test errors show"
    )
    lines = [graded(flare.level(PRINTED["flare_solar"]["KFD"]), False, words)]
    if "SKFD" in rows["titanic"]:
        far = {
            name: f"{name} {rows[name]['SKFD'].sparsity:.0f} % for {PRINTED_ZEROS[name]['SKFD']:.0f}"
            for name in ("titanic", "flare_solar")
            if abs(rows[name]["SKFD"].sparsity - PRINTED_ZEROS[name]["SKFD"]) > FAR
        }
        words = (
            f"zeros of SKFD with many identical inputs: {', '.join(far.values()) or 'as printed'}. The optimum is not "
            "unique there: ours gives the coefficient to the first of identical inputs; an interior-point solver, we "
            "suppose, shares it out"
        )
        lines.append(graded(not far, len(far) < 2, words))
    lines.append(Verdict.OPEN.of("columns RBF, AB and ABR of table 5.3: not by discriminants; see boosting_ida13"))
    return lines


def main(arguments: Sequence[str] | None = None) -> None:
    """Choose, train, test, print and judge."""
    parser = command("fisher_ida13", __doc__, *ARCHIVES)
    parser.add_argument("--splits", type=at_least(1), default=100, metavar="N", help="how many splits of each set")
    parser.add_argument("--sets", nargs="+", choices=sorted(PRINTED), default=list(PRINTED), metavar="SET")
    parser.add_argument("--machines", nargs="+", choices=COLUMNS, default=list(COLUMNS), metavar="NAME")
    parser.add_argument("--reach", type=at_least(1), default=2, metavar="N", help="2 for grids of 5 x 5, 1 for 3 x 3")
    parser.add_argument("--records", type=Path, metavar="FILE", help="where finished trials are kept, to go on later")
    options = parser.parse_args(arguments)
    records = Records(options.records)
    out = console()
    rows = {}
    for name in options.sets:
        with out.status(f"{name} ..."):
            rows[name] = examine(options.data, name, options.splits, options.machines, records, options.reach)
    sparse = any(column in options.machines for column in ("SVM", "SKFD", "LSKFD"))
    show(out, [error_table(rows), *([zeros_table(rows)] if sparse else [])], claims(rows))


if __name__ == "__main__":
    main()
