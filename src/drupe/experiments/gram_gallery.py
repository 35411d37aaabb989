"""A gallery of Gram matrices: what eight kernels see in handwritten digits, whether they are PSD, and how fast."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import matplotlib as mpl
import numpy as np
import numpy.typing as npt
from rich.table import Table
from sklearn.datasets import load_digits
from sklearn.metrics import pairwise
from sklearn.preprocessing import KernelCenterer
from threadpoolctl import threadpool_limits

from drupe.experiments.claims import console, show
from drupe.experiments.command import at_least, command
from drupe.experiments.gram_figure import Picture, gallery
from drupe.experiments.stopwatch import Race, race
from drupe.foundation.arrays import Matrix
from drupe.inputs.vectors import Vectors
from drupe.kernels import ChiSquared, Gaussian, Kernel, Laplacian, Linear, Polynomial, Sigmoid
from drupe.kernels.checks import Verdict, positive_semidefinite


@dataclass(frozen=True)
class Exhibit:
    """A kernel, its formula for the wall, and scikit-learn's way to the same matrix."""

    title: str
    formula: str
    kernel: Kernel[Vectors]
    peer: Callable[[Matrix], Matrix]


@dataclass(frozen=True)
class Examined:
    """What was found about one exhibit."""

    exhibit: Exhibit
    matrix: Matrix
    verdict: Verdict
    difference: float
    times: Race

    @property
    def statement(self) -> str:
        """The verdict in words, with the extreme eigenvalues; what rounding took below zero is shown as zero."""
        smallest = max(self.verdict.smallest, 0.0) if self.verdict else self.verdict.smallest
        word = "positive semi-definite" if self.verdict else "not positive semi-definite"
        return f"{word}: eigenvalues {_readable(smallest)} to {_readable(self.verdict.largest)}"


def _readable(number: float) -> str:
    return (f"{number:,.0f}" if abs(number) >= 100 else f"{number:.2g}").replace("-", "\N{MINUS SIGN}")


def digits(examples: int | None = None) -> tuple[Matrix, npt.NDArray[np.int64]]:
    """1797 images of 8 × 8 pixels (or the first so many), ink in [0, 1], in order of the digit they show."""
    X, y = load_digits(return_X_y=True)
    order = np.argsort(y[:examples], kind="stable")
    return X[order] / 16.0, y[order]


def exhibits(X: Matrix) -> list[Exhibit]:
    """The kernels on show for these data."""
    return [*_of_dot_products(), *_of_distances(X)]


def _of_dot_products() -> list[Exhibit]:
    polynomial, sigmoid = Polynomial(degree=3, coef0=1.0, scale=0.1), Sigmoid(slope=0.2, offset=-2.0)
    cosine = r"$\langle x, z\rangle\,/\,\|x\|\,\|z\|$"

    def cubic(X: Matrix) -> Matrix:
        return np.asarray(pairwise.polynomial_kernel(X, degree=3, gamma=polynomial.scale, coef0=polynomial.coef0))

    def tanh(X: Matrix) -> Matrix:
        return np.asarray(pairwise.sigmoid_kernel(X, gamma=sigmoid.slope, coef0=sigmoid.offset))

    return [
        Exhibit("Linear", r"$\langle x, z\rangle$", Linear(), pairwise.linear_kernel),
        Exhibit("Linear, normalized", cosine, Linear().normalized(), pairwise.cosine_similarity),
        Exhibit("Polynomial", r"$(\langle x, z\rangle/10 + 1)^3$", polynomial, cubic),
        Exhibit("Sigmoid", r"$\tanh(\langle x, z\rangle/5 - 2)$", sigmoid, tanh),
    ]


def _of_distances(X: Matrix) -> list[Exhibit]:
    gaussian, laplacian, chi_squared = Gaussian(width=1.5), Laplacian(width=8.0), ChiSquared(width=3.0)
    centered = gaussian.centered(Vectors.of(X))

    def bell(X: Matrix) -> Matrix:
        return np.asarray(pairwise.rbf_kernel(X, gamma=gaussian.gamma))

    def centered_bell(X: Matrix) -> Matrix:
        return np.asarray(KernelCenterer().fit_transform(bell(X)))

    def peak(X: Matrix) -> Matrix:
        return np.asarray(pairwise.laplacian_kernel(X, gamma=laplacian.gamma))

    def histogram(X: Matrix) -> Matrix:
        return np.asarray(pairwise.chi2_kernel(X, gamma=chi_squared.gamma))

    return [
        Exhibit("Gaussian", r"$\exp(-\|x - z\|^2 / 2\sigma^2),\ \sigma = 1.5$", gaussian, bell),
        Exhibit("Gaussian, centered", "mean of the features at the origin", centered, centered_bell),
        Exhibit("Laplacian", r"$\exp(-\|x - z\|_1 / 8)$", laplacian, peak),
        Exhibit("Chi-squared", r"$\exp(-\chi^2(x, z) / 9)$", chi_squared, histogram),
    ]


def examine(exhibit: Exhibit, X: Matrix, repeats: int) -> Examined:
    """The Gram matrix, whether it is positive semi-definite, how far scikit-learn's lies from it, and both times."""
    matrix, other = exhibit.kernel(X), exhibit.peer(X)
    verdict = positive_semidefinite(matrix)
    # One thread each: with more, whatever else the machine does decides the times of short runs.
    with threadpool_limits(1):
        times = race(lambda: exhibit.kernel(X), lambda: exhibit.peer(X), repeats)
    return Examined(
        exhibit=exhibit,
        matrix=matrix,
        verdict=verdict,
        difference=float(np.abs(matrix - other).max() / np.abs(other).max()),
        times=times,
    )


def table(examined: Sequence[Examined]) -> Table:
    """Verdict, agreement and speed of every exhibit."""
    out = Table(
        header_style="bold",
        caption="λ: smallest eigenvalue; differs: relatively, from scikit-learn's matrix\n"
        "times: one thread, warm, in turns, best of several; ratio: sklearn / drupe",
        caption_justify="left",
    )
    out.add_column("kernel", no_wrap=True)
    for heading in ("PSD", "λ", "differs", "drupe", "sklearn", "ratio"):
        out.add_column(heading, justify="right", no_wrap=True)
    for one in examined:
        out.add_row(
            one.exhibit.title,
            "yes" if one.verdict else "[red]no[/red]",
            f"{one.verdict.smallest:.1e}",
            f"{one.difference:.0e}",
            f"{1e3 * one.times.ours:.1f} ms",
            f"{1e3 * one.times.theirs:.1f} ms",
            f"{one.times.ratio:.1f}",
        )
    return out


def draw(examined: Sequence[Examined], labels: npt.NDArray[np.int64], folder: Path) -> list[Path]:
    """The gallery as one PNG and one SVG file."""
    pictures = [
        Picture(one.matrix, one.exhibit.title, one.exhibit.formula, one.statement, one.verdict.holds)
        for one in examined
    ]
    heading = f"{len(pictures)} kernels look at {len(labels)} handwritten digits"
    caption = (
        "Each picture is one Gram matrix: row i, column j compare digits i and j, in order of their class. "
        "Blocks on the diagonal: the kernel sees the class."
    )
    figure = gallery(pictures, labels, heading, caption)
    folder.mkdir(parents=True, exist_ok=True)
    paths = [folder / "gram_gallery.png", folder / "gram_gallery.svg"]
    figure.savefig(paths[0], dpi=150)
    with mpl.rc_context({"svg.hashsalt": "drupe", "svg.fonttype": "path"}):
        figure.savefig(paths[1], metadata={"Date": None})
    return paths


def main(arguments: Sequence[str] | None = None) -> None:
    """Compute, print and draw the gallery."""
    parser = command("gram_gallery", __doc__)
    parser.add_argument("--output", type=Path, default=Path("demo"), metavar="DIR", help="folder for the figure")
    parser.add_argument("--repeats", type=at_least(1), default=5, metavar="N", help="timed runs; the best counts")
    parser.add_argument("--examples", type=at_least(20), metavar="N", help="how many digits; all unless given")
    options = parser.parse_args(arguments)
    out = console()
    X, y = digits(options.examples)
    examined = []
    for exhibit in exhibits(X):
        with out.status(f"{exhibit.title} ..."):
            examined.append(examine(exhibit, X, options.repeats))
    show(out, [table(examined)], [])
    for path in draw(examined, y, options.output):
        out.print(f"wrote {path}", highlight=False, soft_wrap=True)


if __name__ == "__main__":
    main()
