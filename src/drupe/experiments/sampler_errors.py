"""Do perceptrons on shuffled examples err like classifiers from version space? Handwritten ones and twos tell.

The setting of [Graepel02], section 8.4.2, figures 8.5 and 8.6, which print no numbers.
"""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
from rich.console import Console
from rich.table import Table

from drupe.estimators.voting.gibbs_classifier import GibbsClassifier
from drupe.experiments.gram_gallery import at_least
from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.errors import InputError
from drupe.kernels.polynomial import Polynomial
from drupe.solvers.samplers.base import Sampler
from drupe.solvers.samplers.billiard import Billiard
from drupe.solvers.samplers.diagnostics import compare_quantiles
from drupe.solvers.samplers.gibbs import Gibbs
from drupe.solvers.samplers.permutational_perceptron import PermutationalPerceptron

TRAIN, TEST = 188, 453
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)

SAMPLERS: dict[str, Sampler] = {
    "Gibbs": Gibbs(thin=100),
    "billiard": Billiard(),
    "perceptron": PermutationalPerceptron(),
}
"""The two of the source, and the billiard, which forgets its start much sooner than Gibbs."""


@dataclass(frozen=True, eq=False)
class Digits:
    """Ones and twos, half of each, to learn from and to test on."""

    X: Matrix
    y: npt.NDArray[np.int64]
    X_test: Matrix
    y_test: npt.NDArray[np.int64]


def digits(folder: Path, seed: int, n: int = TRAIN, n_test: int = TEST) -> Digits:
    """Drawn at random from the training images of `mnist.npz`: the source does not say which it took."""
    path = folder / "mnist.npz"
    if not path.exists():
        raise InputError(f"there is no mnist.npz in {folder}; it holds X_train and y_train.")
    with np.load(path) as stored:
        y = stored["y_train"].astype(np.int64)
        rng = np.random.default_rng(seed)
        ones, twos = (rng.permutation(np.flatnonzero(y == digit)) for digit in (1, 2))
        half, rest = n // 2, n_test // 2
        train = np.concatenate([ones[:half], twos[: n - half]])
        test = np.concatenate([ones[half : half + rest], twos[n - half : n - half + n_test - rest]])
        X = stored["X_train"].reshape(len(y), -1)
        return Digits(X[train].astype(np.float64), y[train], X[test].astype(np.float64), y[test])


def errors(data: Digits, sampler: Sampler, samples: int, seed: int = 0) -> Vector:
    """The test error of each of so many classifiers; inputs at length one in feature space change no version space."""
    kernel = Polynomial(5, 1.0).normalized()
    drawn = GibbsClassifier(kernel, sampler=sampler, n_samples=samples, random_state=seed).fit(data.X, data.y)
    answers = drawn.classes_[drawn.committee_.answers(drawn._new(data.X_test))]
    return np.asarray(np.mean(answers != data.y_test[:, None], axis=0))


@dataclass(frozen=True, eq=False)
class Found:
    """Test errors of the classifiers of each sampler."""

    errors: dict[str, Vector]

    def claims(self) -> list[str]:
        """What the source reads off its figures, with verdicts."""
        lines = []
        for name in ("Gibbs", "billiard"):
            straight = compare_quantiles(self.errors[name], self.errors["perceptron"]).straightness
            verdict = "holds" if straight > 0.95 else "FAILS"
            lines.append(f"{verdict}: quantiles of perceptron and {name} lie on a line (correlation {straight:.3f})")
        return lines


def table(found: Found) -> Table:
    """Means and quantiles of the errors, in percent."""
    out = Table(header_style="bold", caption="test error in percent over all samples", caption_justify="left")
    out.add_column("sampler", no_wrap=True)
    for heading in ("mean", "deviation", *(f"{q:.0%}" for q in QUANTILES), "distinct"):
        out.add_column(heading, justify="right", no_wrap=True)
    for name, values in found.errors.items():
        quantiles = (f"{100 * q:.2f}" for q in np.quantile(values, QUANTILES))
        out.add_row(name, f"{100 * values.mean():.2f}", f"{100 * values.std():.2f}", *quantiles, str(len(set(values))))
    return out


def main(arguments: Sequence[str] | None = None) -> None:
    """Draw, test, print and judge."""
    parser = argparse.ArgumentParser(prog="python -m drupe.experiments.sampler_errors", description=__doc__)
    parser.add_argument("--data", type=Path, required=True, metavar="DIR", help="folder that holds mnist.npz")
    parser.add_argument("--samples", type=at_least(2), default=1000, metavar="N", help="classifiers of each sampler")
    parser.add_argument("--train", type=at_least(4), default=TRAIN, metavar="N", help="training examples")
    parser.add_argument("--test", type=at_least(2), default=TEST, metavar="N", help="test examples")
    options = parser.parse_args(arguments)
    console = Console()
    data = digits(options.data, 0, options.train, options.test)
    found = {}
    for name, sampler in SAMPLERS.items():
        with console.status(f"{name} ..."):
            found[name] = errors(data, sampler, options.samples)
    console.print(table(Found(found)))
    for line in Found(found).claims():
        console.print(line, highlight=False, soft_wrap=True)


if __name__ == "__main__":
    main()
