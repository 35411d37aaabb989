"""Acceptor sites of C. elegans: kernels that know where letters stand, kernels that do not, and their sum.

16505 windows of 398 letters around an AG, a fifth of which are sites where an intron ends; 8000 to learn from. Each
example is a tuple: the 110 letters around the AG, all before it, all after it; kernels compare parts and are added. The
price of slack, and how much the sides count, are chosen on a third of the training examples. After [Sonnenburg07].
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from rich.table import Table
from sklearn.metrics import average_precision_score, roc_auc_score

from drupe.estimators.margin.svc import SVC
from drupe.experiments.archives import DNA_SITES
from drupe.experiments.claims import Verdict, console, graded, judged, show
from drupe.experiments.command import at_least, command
from drupe.foundation.arrays import Index
from drupe.inputs.tuples import Tuples
from drupe.kernels.base import Kernel
from drupe.kernels.strings.letters import DNA
from drupe.kernels.strings.spectrum import Spectrum
from drupe.kernels.strings.weighted_degree import WeightedDegree
from drupe.kernels.tuples import OnPart

ARCHIVES = (DNA_SITES,)
SITE = 197
"""Where the A of the AG stands."""

AROUND = 55
"""Letters on each side that count by their place."""

EXAMPLES, TRAINING = 16505, 8000
COSTS, SHARES = (0.3, 1.0, 3.0), (0.1, 0.25, 0.5)
AREA, ERROR = 0.995, 0.024
"""Goals for the sum."""

NEAR, BEFORE, AFTER, WHOLE = range(4)
"""Parts of an example."""

SUM, PLACED, FREE = "places and sides", "weighted degree 5", "spectrum 6, everywhere"


def part(kernel: Kernel[Any], place: int) -> Kernel[Any]:
    """A kernel on one part, every example of length one."""
    return OnPart(kernel.normalized(), place)


SIDES = 0.5 * part(Spectrum(4), BEFORE) + 0.5 * part(Spectrum(4), AFTER)
CANDIDATES: Mapping[str, tuple[Kernel[Any], ...]] = {
    "single letters": (part(WeightedDegree(1), NEAR),),
    PLACED: (part(WeightedDegree(5), NEAR),),
    FREE: (part(Spectrum(6), WHOLE),),
    "spectrum 4, on each side": (SIDES,),
    SUM: tuple(part(WeightedDegree(5), NEAR) + 2.0 * share * SIDES for share in SHARES),
}
"""Kernels among which one is chosen, by name."""


@dataclass(frozen=True)
class SiteRates:
    """One kernel on the test examples.

    Parameters
    ----------
    area
        Under the curve of true against false positives.
    precision
        Mean precision over recall.
    error
        Share of wrong answers at zero.
    """

    area: float
    precision: float
    error: float


def windows(folder: Path) -> tuple[Tuples, npt.NDArray[Any]]:
    """The examples, and whether each is a site."""
    codes, y = DNA_SITES.load(folder, "celegans_acceptor_code", "celegans_acceptor_y")
    letters = np.array(list(DNA))[codes]
    cuts = ((SITE - AROUND, SITE + AROUND), (0, SITE), (SITE + 2, codes.shape[1]), (0, codes.shape[1]))
    return Tuples.of(*(["".join(row) for row in letters[:, first:last]] for first, last in cuts)), y > 0


def machine(kernel: Kernel[Any], C: float) -> SVC:
    """What is trained."""
    return SVC(kernel=kernel, C=C)


def chosen(examples: Tuples, y: npt.NDArray[Any], kernels: Sequence[Kernel[Any]]) -> SVC:
    """The kernel and the price whose area on a third of the training examples is largest, not yet fitted."""
    cut = 2 * len(y) // 3
    seen, rest = np.arange(cut), np.arange(cut, len(y))
    tried = [machine(kernel, C) for kernel in kernels for C in COSTS]
    areas = [
        roc_auc_score(y[rest], one.fit(examples.take(seen), y[seen]).decision_function(examples.take(rest)))
        for one in tried
    ]
    return tried[int(np.argmax(areas))]


def tested(
    examples: Tuples, y: npt.NDArray[Any], train: Index, test: Index, kernels: Sequence[Kernel[Any]]
) -> tuple[SiteRates, str]:
    """Choose, train on all training examples, test; and what was chosen."""
    rule = chosen(examples.take(train), y[train], kernels)
    outputs = rule.fit(examples.take(train), y[train]).decision_function(examples.take(test))
    truth = y[test]
    found = SiteRates(
        float(roc_auc_score(truth, outputs)),
        float(average_precision_score(truth, outputs)),
        float(np.mean((outputs > 0) != truth)),
    )
    share = f", sides {SHARES[kernels.index(rule.kernel)]:g}" if len(kernels) > 1 else ""
    return found, f"C {rule.C:g}{share}"


def table(found: Mapping[str, tuple[SiteRates, str]]) -> Table:
    """All kernels."""
    out = Table(header_style="bold", caption="test examples; chosen on a third of the training examples")
    for heading in ("kernel", "area", "precision", "error", "chosen"):
        out.add_column(heading, justify="left" if heading in ("kernel", "chosen") else "right")
    for name, (one, said) in found.items():
        out.add_row(name, f"{one.area:.4f}", f"{one.precision:.4f}", f"{one.error:.4f}", said)
    return out


def claims(found: Mapping[str, SiteRates], complete: bool) -> list[str]:
    """What we want to reach, and what the experiment teaches."""
    if not complete:
        return [Verdict.OPEN.of(f"the claims are about {TRAINING} of {EXAMPLES} examples")]
    best = found[SUM]
    return [
        judged(best.area >= AREA, f"places and sides together have an area of {AREA} or more: {best.area:.4f}"),
        judged(best.error <= ERROR, f"and err at most on {ERROR:.1%}: {best.error:.2%}"),
        graded(
            found[FREE].area < 0.7,
            found[FREE].area < found[PLACED].area,
            f"kernels that do not know places fail on aligned signals: {found[FREE].area:.3f} against "
            f"{found[PLACED].area:.3f}",
        ),
    ]


def main(arguments: Sequence[str] | None = None) -> None:
    """Choose, train, test, print and judge."""
    parser = command("acceptors", __doc__, *ARCHIVES)
    parser.add_argument("--train", type=at_least(30), default=TRAINING, metavar="N", help="training examples")
    parser.add_argument("--test", type=at_least(10), metavar="N", help="test examples; all others unless given")
    options = parser.parse_args(arguments)
    examples, y = windows(options.data)
    order = np.random.default_rng(0).permutation(len(y))
    train, test = order[: options.train], order[options.train :][: options.test]
    out, found = console(), {}
    for name, kernels in CANDIDATES.items():
        with out.status(f"{name} ..."):
            found[name] = tested(examples, y, train, test, kernels)
    complete = (len(train), len(test)) == (TRAINING, EXAMPLES - TRAINING)
    show(out, [table(found)], claims({name: one for name, (one, _) in found.items()}, complete))


if __name__ == "__main__":
    main()
