"""Wrong labels: kernel Fisher discriminants with squared, absolute and Huber's residuals, as more labels are turned.

[Mika02], section 3.4.8, argues that residuals which are not squared are robust; it measures nothing. Samples of
twonorm; width and penalty are chosen by cross validation on the labels as they are seen, for each machine by itself.
"""

from collections.abc import Sequence
from functools import partial

import numpy as np
from rich.table import Table

from drupe.estimators.discriminant.kernel_fisher import KernelFisher
from drupe.estimators.discriminant.robust_kernel_fisher import RobustKernelFisher
from drupe.experiments.claims import console, graded, show
from drupe.experiments.command import at_least, command
from drupe.experiments.fisher_protocol import Make, Setting, chosen
from drupe.experiments.ida13 import twonorm
from drupe.foundation.arrays import Matrix

RATES = (0.0, 0.1, 0.2, 0.3)
START = Setting(1.0, 1.0)
TEST = 2000


def squared(setting: Setting, features: int) -> KernelFisher:
    """½ r²."""
    return KernelFisher(setting.kernel(features), alpha=setting.alpha, leave_one_out=False)


def robust(setting: Setting, features: int, transition: float) -> RobustKernelFisher:
    """|r|, or Huber's loss from the transition on."""
    return RobustKernelFisher(setting.kernel(features), alpha=setting.alpha, transition=transition)


MACHINES: dict[str, Make] = {
    "squared": squared,
    "absolute": partial(robust, transition=0.0),
    "Huber": partial(robust, transition=0.5),
}


def trial(seed: int, n: int, rates: Sequence[float], reach: int) -> Matrix:
    """Errors against the true labels: a row for each rate, a column for each machine."""
    rng = np.random.default_rng(seed)
    (X, y), (new, truth) = twonorm(rng, n), twonorm(rng, TEST)
    order, errors = rng.permutation(n), []
    for rate in rates:
        seen = y.copy()
        seen[order[: round(rate * n)]] *= -1
        fitted = [make(chosen(make, X, seen, START, reach), X.shape[1]).fit(X, seen) for make in MACHINES.values()]
        errors.append([float(np.mean(one.predict(new) != truth)) for one in fitted])
    return np.array(errors)


def table(errors: Matrix, rates: Sequence[float]) -> Table:
    """Means over samples, with standard errors."""
    out = Table(header_style="bold", caption="test error in percent against true labels ± one deviation of the mean")
    for heading in ("turned labels", *MACHINES):
        out.add_column(heading, justify="right", no_wrap=True)
    spread = errors.std(axis=0) / np.sqrt(len(errors))
    for rate, means, deviations in zip(rates, errors.mean(axis=0), spread, strict=True):
        pairs = zip(100.0 * means, 100.0 * deviations, strict=True)
        out.add_row(f"{rate:.0%}", *(f"{mean:.2f} ± {deviation:.2f}" for mean, deviation in pairs))
    return out


def claims(errors: Matrix, rates: Sequence[float]) -> list[str]:
    """That |r| and Huber's loss lose less than r² where labels are wrong."""
    names, lines = list(MACHINES), []
    for name in names[1:]:
        gains = errors[:, :, 0] - errors[:, :, names.index(name)]
        wrong = np.array(rates) > 0.0
        mean = float(gains[:, wrong].mean())
        deviation = float(gains[:, wrong].mean(axis=1).std() / np.sqrt(len(gains)))
        words = f"{name} residuals err less than squared ones where labels are turned, by {100 * mean:+.2f} points"
        lines.append(graded(mean > 2.0 * deviation, mean > 0.0, f"{words} ± {100 * deviation:.2f}"))
    return lines


def main(arguments: Sequence[str] | None = None) -> None:
    """Turn labels, choose, train, print and judge."""
    parser = command("robust_labels", __doc__)
    parser.add_argument("--samples", type=at_least(2), default=20, metavar="N", help="samples of twonorm")
    parser.add_argument("--examples", type=at_least(20), default=100, metavar="N", help="examples in each")
    parser.add_argument("--rates", nargs="+", type=float, default=list(RATES), metavar="SHARE", help="turned labels")
    parser.add_argument("--reach", type=at_least(1), default=1, metavar="N", help="2 for grids of 5 x 5, 1 for 3 x 3")
    options = parser.parse_args(arguments)
    out = console()
    with out.status("training ..."):
        runs = [trial(seed, options.examples, options.rates, options.reach) for seed in range(options.samples)]
    show(out, [table(np.array(runs), options.rates)], claims(np.array(runs), options.rates))


if __name__ == "__main__":
    main()
