"""Certificates in a stream against the truth: how tight at 10⁴, 10⁵ and 10⁶ rows, and how often they hold.

In worlds whose P(y | x) is known: the best rule where 2 % of the labels are flipped, and a small support vector machine
where the best rule errs on 19 %. Rows are drawn again and again; the reader who may stop stops where it flatters most.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from rich.table import Table
from scipy.stats import binom

from drupe.bounds.base import Bound
from drupe.bounds.held_out.any_time import AnyTimeHoldOut
from drupe.bounds.held_out.best_of_several import BestOfSeveral
from drupe.bounds.held_out.hold_out import HoldOut
from drupe.certification.drift import Drift, drift_test
from drupe.estimators.margin.svc import SVC
from drupe.experiments.claims import Verdict, console, judged, show
from drupe.experiments.command import at_least, command
from drupe.experiments.worlds import Checker, RowWorld, Susy
from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.kernels import Gaussian
from drupe.witness.best_held_out import BestHeldOut
from drupe.witness.held_out import HeldOut
from drupe.witness.watched import Watched

DELTA = 0.05
TILTS = np.linspace(-1.0, 1.0, 20)
"""Candidates of the choice: the same outputs, tilted along the first column."""

LOOKS = 200
"""Moments at which the reader who may stop looks, spread over the logarithm of the rows."""

WITHIN, MANY, SMALL = 1.05, 1_000_000, 0.021
"""What a certificate may exceed the truth by at a million rows and an error of two percent."""

TRAINING = 900_000
"""Number of the chunk that is learned from; those tested on have smaller ones."""


@dataclass(frozen=True, eq=False)
class Rule:
    """A rule that was fixed before the rows: real-valued outputs in a world, 1 where they are positive."""

    name: str
    world: RowWorld
    outputs: Callable[[Matrix], Vector]


def best_rule(flipped: float, size: int) -> Rule:
    """The best rule of a world in which so many labels are flipped."""
    world = Checker(flipped=flipped, size=size)
    return Rule(f"checker, best rule, {flipped:.0%} flipped", world, lambda X: world.probabilities(X) - 0.5)


def learned_rule(examples: int, size: int) -> Rule:
    """A support vector machine that learned from so many rows of the particle-like world."""
    chunk = Susy(size=examples).chunk(TRAINING)
    machine = SVC(kernel=Gaussian(width=4.0), C=1.0).fit(chunk.X, chunk.y)
    return Rule(f"susy, SVC of {examples} rows", Susy(size=size), machine.decision_function)


@dataclass(frozen=True, eq=False)
class Drawn:
    """What was seen of a rule and its candidates on a stream of rows, and what is true.

    `wrong` has a row for each example and a column for each of TILTS, and after these the rule itself;
    `risks` are the true ones of the columns, and `by_chunk` right and wrong answers of the rule, chunk by chunk.
    """

    rule: Rule
    wrong: Matrix
    risks: Vector
    by_chunk: Index

    @classmethod
    def of(cls, rule: Rule, chunks: int) -> "Drawn":
        """Chunks 0, 1, 2, ... of the rule's world."""
        wrong, risks = [], []
        for number in range(chunks):
            chunk = rule.world.chunk(number)
            outputs = rule.outputs(chunk.X)
            answers = (outputs[:, None] > outputs.std() * np.outer(chunk.X[:, 0], (*TILTS, 0.0))).astype(np.int64)
            wrong.append(answers != chunk.y[:, None])
            risks.append([chunk.risk(column) for column in answers.T])
        errors = np.array([part[:, -1].sum() for part in wrong])
        by_chunk = np.column_stack([[len(part) for part in wrong] - errors, errors])
        return cls(rule, np.concatenate(wrong), np.mean(risks, axis=0), by_chunk)

    def __len__(self) -> int:
        return len(self.wrong)

    @property
    def drift(self) -> Drift:
        """Over chunks, which all are of one world."""
        return Drift((drift_test("errors", self.by_chunk, np.arange(len(self.by_chunk))),))


@dataclass(frozen=True)
class Kept:
    """One way to certify at one number of rows: how far above the truth on average, and how often below it."""

    way: str
    n: int
    ratio: float
    failures: int
    trials: int

    @property
    def limit(self) -> int:
        """The most failures that are no surprise at a confidence of 0.999."""
        return int(binom.isf(1e-3, self.trials, DELTA))

    @property
    def holds(self) -> bool:
        """Whether the promise may have been kept."""
        return self.failures <= self.limit


def exact(wrong: Matrix, risks: Vector) -> tuple[float, float]:
    """The rule itself, by the exact limit: what is certified, and the truth."""
    return HoldOut().risk(HeldOut(int(wrong[:, -1].sum()), len(wrong)), DELTA), float(risks[-1])


def best_of_several(wrong: Matrix, risks: Vector) -> tuple[float, float]:
    """The candidate with the fewest errors."""
    errors = wrong[:, :-1].sum(axis=0)
    best = int(errors.argmin())
    return BestOfSeveral().risk(BestHeldOut(int(errors[best]), len(wrong), len(errors)), DELTA), float(risks[best])


def watched(wrong: Matrix, risks: Vector) -> tuple[float, float]:
    """All rows, by the bound that may be watched."""
    return AnyTimeHoldOut().risk(Watched(int(wrong[:, -1].sum()), len(wrong)), DELTA), float(risks[-1])


def lowest_watched(wrong: Matrix, risks: Vector) -> tuple[float, float]:
    """The smallest value that the bound which may be watched ever had."""
    return min(_watch(AnyTimeHoldOut(), wrong)), float(risks[-1])


def lowest_exact(wrong: Matrix, risks: Vector) -> tuple[float, float]:
    """The smallest value that the exact limit ever had: what a reader must not do."""
    return min(_watch(HoldOut(), wrong)), float(risks[-1])


def _watch(bound: Bound[Any], wrong: Matrix) -> list[float]:
    errors = np.cumsum(wrong[:, -1])
    moments = np.unique(np.geomspace(10, len(wrong), LOOKS).astype(np.int64))
    return [bound.risk(Watched(int(errors[n - 1]), int(n)), DELTA) for n in moments]


WAYS: dict[str, Callable[[Matrix, Vector], tuple[float, float]]] = {
    "exact": exact,
    f"best of {len(TILTS)}": best_of_several,
    "watched": watched,
    "watched, at its lowest": lowest_watched,
    "exact, at its lowest": lowest_exact,
}
UNSOUND = "exact, at its lowest"


def kept(drawn: Drawn, way: str, n: int, most: int) -> Kept:
    """A way to certify on every stretch of n rows, at most so many of them."""
    stretches = [drawn.wrong[first : first + n] for first in range(0, len(drawn) - n + 1, n)][:most]
    found = [WAYS[way](stretch, drawn.risks) for stretch in stretches]
    ratio = float(np.mean([value / risk for value, risk in found]))
    return Kept(way, n, ratio, sum(value < risk for value, risk in found), len(found))


def claims(drawn: Drawn, found: Sequence[Kept]) -> list[str]:
    """What is promised, with verdicts."""
    name, sound = drawn.rule.name, [one for one in found if one.way != UNSOUND]
    worst = max(sound, key=lambda one: one.failures - one.limit)
    lines = [
        judged(
            all(one.holds for one in sound),
            f"{name}: no sound way fails more often than promised (nearest to it: {worst.way} at {worst.n}, "
            f"{worst.failures} of {worst.trials})",
        ),
        judged(not drawn.drift.found, f"{name}: rows of one world are not accused of drift"),
    ]
    if drawn.risks[-1] < SMALL:
        lines.append(tightness(name, [one for one in sound if one.n == MANY]))
    unsound = [one for one in found if one.way == UNSOUND]
    failing = sum(one.failures for one in unsound) / sum(one.trials for one in unsound)
    return [*lines, judged(failing > DELTA, f"{name}: the exact limit at its lowest fails too often ({failing:.0%})")]


def tightness(name: str, found: Sequence[Kept]) -> str:
    """Whether all sound ways are as near to the truth as they should be, with a verdict."""
    statement = f"{name}: within {WITHIN} of the true error at {MANY:,} rows"
    if not found:
        return Verdict.OPEN.of(f"{statement}; draw at least {2 * MANY:,}")
    told = ", ".join(f"{one.way} {one.ratio:.3f}" for one in found)
    return judged(all(one.ratio <= WITHIN for one in found), f"{statement} ({told})")


def table(drawn: Drawn, found: Sequence[Kept]) -> Table:
    """Ratios and failures, a column for each number of rows."""
    sizes = sorted({one.n for one in found})
    out = Table(
        header_style="bold",
        title=f"{drawn.rule.name}: true error {drawn.risks[-1]:.4f}",
        caption=f"mean certificate over true error at δ = {DELTA}; in brackets how often it lay below, of all trials",
        caption_justify="left",
    )
    for heading in ("way", *(f"n = {n:,}" for n in sizes)):
        out.add_column(heading, justify="right", no_wrap=True)
    for way in WAYS:
        cells = {one.n: f"{one.ratio:.3f} ({one.failures} of {one.trials})" for one in found if one.way == way}
        out.add_row(way, *(cells[n] for n in sizes))
    return out


def main(arguments: Sequence[str] | None = None) -> None:
    """Draw, certify, print and judge."""
    parser = command("stream_certificates", __doc__)
    parser.add_argument("--rows", type=at_least(1000), default=2_000_000, metavar="N", help="rows drawn in each world")
    parser.add_argument("--examples", type=at_least(100), default=10_000, metavar="N", help="rows learned from")
    parser.add_argument("--trials", type=at_least(1), default=200, metavar="N", help="stretches of one size, at most")
    options = parser.parse_args(arguments)
    size = min(50_000, options.rows // 20)
    rules = (best_rule(0.02, size), learned_rule(options.examples, size))
    sizes = [n for n in (10_000, 100_000, MANY) if 2 * n <= options.rows] or [options.rows // 2]
    out = console()
    for rule in rules:
        with out.status(f"{rule.name} ..."):
            drawn = Drawn.of(rule, options.rows // size)
            found = [kept(drawn, way, n, options.trials) for way in WAYS for n in sizes]
        show(out, [table(drawn, found)], claims(drawn, found))


if __name__ == "__main__":
    main()
