"""How many examples a margin bound needs before it says anything: some ten thousand, times what the margin is worth.

Figure 4.8 and remark 4.33 of [Herbrich02]: the least number of examples for which the bound by the fat-shattering
dimension is below 1, over the squared ratio of radius to margin; 34 816 in print where both are equal. The source
leaves the confidence out, which shifts the numbers a little; beside them stand those of the bound at 95 %.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, e, log2

import numpy as np
from rich.table import Table

from drupe.bounds.margin.margin import Margin
from drupe.experiments.claims import compared, console, graded, show
from drupe.experiments.command import command
from drupe.witness.margins import Margins

PRINTED = 34_816
RATIOS = (1.0, 2.0, 5.0, 10.0)
DELTA = 0.05


def printed_form(ratio: float, n: int) -> float:
    """2/n (⌈64 ratio log₂(e n / (8 ratio)) log₂(32 n)⌉ + log₂ n): the bound without its confidence."""
    bits = 64.0 * ratio * log2(e * n / (8.0 * ratio)) * log2(32.0 * n)
    return 2.0 / n * (ceil(bits) + log2(n))


def at_confidence(ratio: float, n: int) -> float:
    """The bound at 95 %, of n examples with one margin."""
    return Margin().risk(Margins(np.full(n, ratio**-0.5), 1.0), DELTA)


def least(value: Callable[[int], float]) -> int:
    """The least number of examples from which on a falling value is below 1."""
    low, high = 16, 1 << 20
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if value(middle) < 1.0 else (middle, high)
    return high


@dataclass(frozen=True)
class Needed:
    """One ratio, and the examples that it needs in the source and here."""

    ratio: float
    printed_form: int
    bound: int


def needed(ratio: float) -> Needed:
    """Both numbers."""
    return Needed(ratio, least(lambda n: printed_form(ratio, n)), least(lambda n: at_confidence(ratio, n)))


def table(found: Sequence[Needed]) -> Table:
    """A line for each ratio."""
    out = Table(header_style="bold", caption="(radius : margin)², and the examples from which on the bound is below 1")
    for heading in ("squared ratio", "printed", "without confidence", "with 95 %"):
        out.add_column(heading, justify="right")
    for one in found:
        printed = f"{PRINTED}" if one.ratio == 1.0 else ""
        out.add_row(f"{one.ratio:g}", printed, str(one.printed_form), str(one.bound))
    return out


def claims(found: Sequence[Needed]) -> list[str]:
    """The remark and the figure."""
    counts = [one.printed_form for one in found]
    return [
        compared("the number of examples at a ratio of 1", counts[:1], [PRINTED], [1], 0.001),
        graded(
            counts[-1] > 4e5 and all(a < b for a, b in pairwise(counts)),
            counts[-1] > counts[0],
            f"it rises to some four hundred thousand at 10: {counts[-1]}",
        ),
    ]


def main(arguments: Sequence[str] | None = None) -> None:
    """Count, print and judge."""
    command("examples_for_a_margin", __doc__).parse_args(arguments)
    found = [needed(ratio) for ratio in RATIOS]
    show(console(), [table(found)], claims(found))


if __name__ == "__main__":
    main()
