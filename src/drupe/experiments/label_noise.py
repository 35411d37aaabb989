"""Flipped labels on a sphere: the Bayes point machine with its model of noise against the soft margin.

The setting of [Graepel02], section 9.2.2 and figure 9.6, which prints no numbers; its claims are judged.
"""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

import numpy as np
from rich.console import Console
from rich.table import Table

from drupe.estimators.bayes_point.bayes_point_machine import BayesPointMachine
from drupe.estimators.bayes_point.ep_bayes_point_machine import EPBayesPointMachine
from drupe.estimators.margin.two_norm_svc import TwoNormSVC
from drupe.experiments.gram_gallery import at_least
from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.solvers.samplers.gibbs import Gibbs
from drupe.solvers.samplers.starts import PerceptronStart

TRUTH = np.array([-1.0, 0.0, 0.0])
"""w*: the direction at the spherical coordinates (π/2, π)."""

FLIPPED = 0.05
LEVELS = (0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.4)
"""Assumed rates θ, and λ of the soft margin, on the same axis as in the figure."""

METHODS = ("BPM, Gibbs", "BPM, EP", "soft margin")


class Spread(Enum):
    """Which angle each Beta distribution is stretched to, which the source does not say."""

    EQUATOR = "equator"
    POLES = "poles"

    def angles(self, narrow: Vector, wide: Vector) -> tuple[Vector, Vector]:
        """Polar angle and azimuth, from Beta(5, 5) and Beta(0.1, 0.1)."""
        if self is Spread.EQUATOR:
            return np.pi * narrow, 2.0 * np.pi * wide
        return np.pi * wide, 2.0 * np.pi * narrow


@dataclass(frozen=True, eq=False)
class Sphere:
    """Points on the sphere with the true labels of them, and the labels that are seen."""

    X: Matrix
    truth: Index
    seen: Index

    @classmethod
    def draw(cls, n: int, spread: Spread, rng: np.random.Generator) -> "Sphere":
        """n points; nine in ten are of one class."""
        polar, azimuth = spread.angles(rng.beta(5.0, 5.0, n), rng.beta(0.1, 0.1, n))
        ring = np.sin(polar)
        X = np.column_stack([ring * np.cos(azimuth), ring * np.sin(azimuth), np.cos(polar)])
        truth = np.where(X @ TRUTH >= 0.0, 1, -1)
        return cls(X, truth, np.where(rng.random(n) < FLIPPED, -truth, truth))


def machines(level: float, seed: int) -> dict[str, object]:
    """The three methods at one level."""
    gibbs = Gibbs(noise=level, thin=10, start=PerceptronStart(max_updates=1000))
    return {
        "BPM, Gibbs": BayesPointMachine("linear", sampler=gibbs, n_samples=100, random_state=seed),
        "BPM, EP": EPBayesPointMachine("linear", noise=level, tol=1e-4, max_iter=100),
        "soft margin": TwoNormSVC(kernel="linear", C=1.0 / level, fit_intercept=False),
    }


def trial(seed: int, spread: Spread, n: int = 100, n_test: int = 1000) -> Matrix:
    """Error against the true labels: one row for each level, one column for each method."""
    rng = np.random.default_rng(seed)
    train, test = Sphere.draw(n, spread, rng), Sphere.draw(n_test, spread, rng)
    while len(np.unique(train.seen)) < 2:
        train = Sphere.draw(n, spread, rng)
    return np.array([[_error(machine, train, test) for machine in machines(t, seed).values()] for t in LEVELS])


def _error(machine: object, train: Sphere, test: Sphere) -> float:
    fitted = machine.fit(train.X, train.seen)  # type: ignore[attr-defined]
    return float(np.mean(fitted.predict(test.X) != test.truth))


def with_flips(errors: Matrix) -> Matrix:
    """The error against labels that are flipped themselves: e (1 − θ) + (1 − e) θ."""
    return np.asarray(errors * (1.0 - FLIPPED) + (1.0 - errors) * FLIPPED)


@dataclass(frozen=True, eq=False)
class Found:
    """Errors of all repetitions: repetition, level, method."""

    errors: Matrix

    @property
    def means(self) -> Matrix:
        """Over the repetitions."""
        return np.asarray(self.errors.mean(axis=0))

    @property
    def deviations(self) -> Matrix:
        """One standard deviation of each mean."""
        return np.asarray(self.errors.std(axis=0) / np.sqrt(len(self.errors)))

    def column(self, method: str) -> Vector:
        """Mean errors of one method, a number for each level."""
        return np.asarray(self.means[:, METHODS.index(method)])

    def claims(self) -> list[str]:
        """What the source reads off its figure, with verdicts."""
        right = LEVELS.index(FLIPPED)
        bayes, margin = self.column("BPM, Gibbs"), self.column("soft margin")
        flat = bayes[: right + 2].max() - bayes[: right + 2].min()
        return [
            f"{_verdict(bayes[right] < margin.min())}: with the true rate the Bayes point ({bayes[right]:.4f}) beats "
            f"the soft margin at every λ (best {margin.min():.4f})",
            f"{_verdict(flat < 0.01)}: the Bayes point hardly depends on θ up to {LEVELS[right + 1]} (by {flat:.4f})",
        ]


def _verdict(holds: bool) -> str:
    return "holds" if holds else "FAILS"


def table(found: Found) -> Table:
    """Mean errors in percent, against true and against flipped labels."""
    out = Table(
        header_style="bold",
        caption="test error in percent against true labels ± one deviation of the mean, in brackets against flipped "
        "ones\nθ: assumed rate of wrong labels; λ: added to the diagonal for the soft margin",
        caption_justify="left",
    )
    for heading in ("θ or λ", *METHODS):
        out.add_column(heading, justify="right", no_wrap=True)
    noisy = with_flips(found.means)
    for level, means, spread, flipped in zip(LEVELS, found.means, found.deviations, noisy, strict=True):
        cells = [
            f"{100 * m:.2f} ± {100 * s:.2f} ({100 * q:.2f})" for m, s, q in zip(means, spread, flipped, strict=True)
        ]
        out.add_row(f"{level:g}", *cells)
    return out


def main(arguments: Sequence[str] | None = None) -> None:
    """Repeat, print and judge."""
    parser = argparse.ArgumentParser(prog="python -m drupe.experiments.label_noise", description=__doc__)
    parser.add_argument("--repetitions", type=at_least(1), default=100, metavar="N", help="training sets")
    parser.add_argument(
        "--spread",
        type=Spread,
        choices=list(Spread),
        default=Spread.EQUATOR,
        metavar="WHERE",
        help="equator: polar angle π Beta(5, 5), azimuth 2π Beta(0.1, 0.1); poles: the other way round, with "
        "most points next to the true boundary",
    )
    options = parser.parse_args(arguments)
    console = Console()
    with console.status("training ..."):
        found = Found(np.array([trial(seed, options.spread) for seed in range(options.repetitions)]))
    console.print(table(found))
    for line in found.claims():
        console.print(line, highlight=False, soft_wrap=True)


if __name__ == "__main__":
    main()
