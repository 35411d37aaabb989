"""How many examples a perceptron rests on, and how many a support vector machine: MNIST, digit by digit.

The setting of [Graepel02], section 6.2 and table 6.1: (⟨x, z⟩ + 1)^4, not normalized, one digit against the rest.
"""

import warnings
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from rich.table import Table
from sklearn.exceptions import ConvergenceWarning

from drupe.estimators.margin.svc import SVC
from drupe.experiments.archives import MNIST
from drupe.experiments.claims import compared, console, judged, show
from drupe.experiments.command import at_least, command
from drupe.experiments.handwritten import mnist
from drupe.experiments.polynomials import moderate
from drupe.experiments.split import Split
from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.progress import Progress
from drupe.grams.lazy import LazyGram
from drupe.inputs.vectors import Vectors
from drupe.kernels.base import Kernel
from drupe.predictors.expansion import Expansion
from drupe.solvers.samplers.permutational_perceptron import PermutationalPerceptron

ARCHIVES = (MNIST,)
DEGREE = 4
EXAMPLES = 60_000
HARD = 1e6
"""C at which no example of k(x, x) ≈ 1 is worth its slack: the margin is a hard one."""

PRINTED = {
    "perceptron, error %": (0.2, 0.2, 0.4, 0.4, 0.4, 0.4, 0.4, 0.5, 0.6, 0.7),
    "perceptron, ‖α‖₀": (740, 643, 1168, 1512, 1078, 1277, 823, 1103, 1856, 1920),
    "perceptron, mistakes": (844, 843, 1345, 1811, 1222, 1497, 960, 1323, 2326, 2367),
    "SVM, error %": (0.2, 0.1, 0.4, 0.4, 0.4, 0.5, 0.3, 0.4, 0.5, 0.6),
    "SVM, ‖α‖₀": (1379, 989, 1958, 1900, 1224, 2024, 1527, 2064, 2332, 2765),
}
"""Table 6.1, digit 0 first. It does not say with which kernel and cost the support vector machine learned."""

NEAR = {"perceptron, ‖α‖₀": 0.05, "perceptron, mistakes": 0.05, "SVM, ‖α‖₀": 0.1}
"""Relative difference at which a count is still the printed one; perceptrons depend on the order of examples."""


def signs(y: Vector) -> Matrix:
    """A row for each digit: +1 for the digit, -1 for the rest."""
    return np.where(y[None, :] == np.arange(10)[:, None], 1.0, -1.0)


def perceptrons(data: Split, orders: int, seed: int = 0, progress: Progress | None = None) -> dict[str, Matrix]:
    """Error, sparsity and mistakes: a row for each digit, a column for each random order of the examples."""
    kernel, inputs = moderate(data.X, DEGREE), Vectors.of(data.X)
    rng = np.random.default_rng(seed)
    drawn = PermutationalPerceptron().sample_all(LazyGram(kernel, inputs), signs(data.y), orders, rng, progress)
    support = np.unique(np.concatenate([one.support() for one in drawn]))
    alpha = np.hstack([one.coefficients[:, support].toarray().T for one in drawn])
    rules = Expansion(kernel, inputs.take(support), alpha, np.zeros(alpha.shape[1]))
    answers = rules.decision(Vectors.of(data.X_test)) >= 0.0
    wrong = answers != (np.repeat(signs(data.y_test), orders, axis=0).T > 0.0)
    return {
        "perceptron, error %": 100.0 * wrong.mean(axis=0).reshape(10, orders),
        "perceptron, ‖α‖₀": np.array([np.diff(one.coefficients.indptr) for one in drawn], dtype=np.float64),
        "perceptron, mistakes": np.array([one.mistakes for one in drawn], dtype=np.float64),
    }


def machine(data: Split, kernel: Kernel[Vectors], digit: int) -> tuple[float, int]:
    """Error in percent and number of support vectors of the maximal margin for one digit against the rest."""
    svm = SVC(C=HARD, kernel=kernel, cache_size=1000)
    with warnings.catch_warnings():
        warnings.simplefilter("error", ConvergenceWarning)  # a rule that is not finished has no sparsity to speak of
        svm.fit(data.X, data.y == digit)
    return 100.0 * float(np.mean(svm.predict(data.X_test) != (data.y_test == digit))), len(svm.support_)


@dataclass(frozen=True, eq=False)
class Found:
    """Under the headings of the printed table a row for each digit, a column for each run."""

    runs: dict[str, Matrix]
    n: int

    @property
    def rows(self) -> dict[str, Vector]:
        """Means over the runs."""
        return {name: np.asarray(values.mean(axis=1)) for name, values in self.runs.items()}

    def claims(self) -> list[str]:
        """What the source reads off its table, and how our numbers differ from it."""
        kept, mistakes = self.rows["perceptron, ‖α‖₀"], self.rows["perceptron, mistakes"]
        lines = [judged(bool((kept <= mistakes).all()), "no perceptron rests on more examples than it made mistakes")]
        for name in (name for name in self.rows if name.endswith("SVM, ‖α‖₀")):
            ratios = self.rows[name] / kept
            between = f"{ratios.min():.2f} to {ratios.max():.2f} times as many as a perceptron"
            lines.append(judged(bool(ratios.min() > 1.0), f"{name}: more on every digit, {between}"))
        if self.n != EXAMPLES:
            return [*lines, f"printed: for {EXAMPLES} examples"]
        return lines + [_difference(name, values) for name, values in self.rows.items()]


def _difference(name: str, values: Vector) -> str:
    """How one row differs from the printed one: counts relatively, errors after rounding."""
    printed = PRINTED[name.removeprefix("normalized ")]
    if not name.endswith("%"):
        return compared(name, values, printed, range(10), NEAR[name.removeprefix("normalized ")])
    far = [f"{i} ({gap:+.1f})" for i, gap in enumerate(values.round(1) - printed) if abs(gap) > 0.05]
    return judged(not far, f"{name} rounds to what is printed" + (f"; not so at {', '.join(far)}" if far else ""))


def table(found: Found) -> Table:
    """Ours above the printed ones, digits from left to right."""
    out = Table(
        header_style="bold",
        caption=f"{found.n} training examples; deviation: over the orders of the examples",
        caption_justify="left",
    )
    out.add_column("digit", no_wrap=True)
    for digit in range(10):
        out.add_column(str(digit), justify="right", no_wrap=True)
    for name, values in found.runs.items():
        digits = 2 if name.endswith("%") else 0
        out.add_row(name, *(f"{value:.{digits}f}" for value in values.mean(axis=1)))
        if values.shape[1] > 1:
            out.add_row("  deviation", *(f"{value:.{digits}f}" for value in values.std(axis=1)), style="dim")
        printed = PRINTED[name.removeprefix("normalized ")]
        out.add_row("  printed", *(f"{value}" for value in printed), style="dim", end_section=True)
    return out


def main(arguments: Sequence[str] | None = None) -> None:
    """Train, test, print and judge."""
    parser = command("perceptron_sparsity", __doc__, *ARCHIVES)
    parser.add_argument("--orders", type=at_least(1), default=10, metavar="N", help="perceptrons for each digit")
    parser.add_argument("--train", type=at_least(100), metavar="N", help="training examples; all unless given")
    parser.add_argument("--test", type=at_least(1), metavar="N", help="test examples; all unless given")
    parser.add_argument("--no-svm", action="store_true", help="perceptrons alone: a hundred times faster")
    options = parser.parse_args(arguments)
    out = console()
    data = mnist(options.data).first(options.train, options.test)
    with out.status("perceptrons ...") as status:
        runs = perceptrons(data, options.orders, progress=lambda share: status.update(f"perceptrons, {share:.0%} ..."))
        plain = moderate(data.X, DEGREE)
        kernels = {"SVM": plain, "normalized SVM": plain.normalized()}
        for name, kernel in () if options.no_svm else kernels.items():
            found = []
            for digit in range(10):
                status.update(f"{name}, digit {digit} ...")
                found.append(machine(data, kernel, digit))
            runs[f"{name}, error %"], runs[f"{name}, ‖α‖₀"] = np.array(found, dtype=np.float64).T[:, :, None]
    result = Found(runs, len(data.y))
    show(out, [table(result)], result.claims())


if __name__ == "__main__":
    main()
