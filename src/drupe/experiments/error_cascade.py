"""Majority upon majority: how the error of three rules falls level by level, from a little below one half to nothing.

Figure 6.1 of [Mukherjee04]: the map g(x) = 3x² − 2x³, the chance that two of three coins fall, applied again and again.
Beside it what the proof promises of three rules that are learned by filtering.
"""

from collections.abc import Sequence
from itertools import pairwise

from rich.table import Table

from drupe.experiments.claims import console, judged, show
from drupe.experiments.command import at_least, command

STARTS = (0.05, 0.1, 0.2, 0.3, 0.4, 0.45, 0.49)


def majority(error: float) -> float:
    """3x² − 2x³."""
    return error**2 * (3.0 - 2.0 * error)


def cascade(start: float, rounds: int) -> list[float]:
    """The error at first, then after each level."""
    errors = [start]
    for _ in range(rounds):
        errors.append(majority(errors[-1]))
    return errors


def table(rounds: int) -> Table:
    """A line for each start."""
    out = Table(header_style="bold", caption="error after so many levels of boosting")
    for level in range(rounds + 1):
        out.add_column(str(level), justify="right")
    for start in STARTS:
        out.add_row(*(f"{error:.3g}" for error in cascade(start, rounds)))
    return out


def claims(rounds: int) -> list[str]:
    """What the figure shows."""
    paths = [cascade(start, rounds) for start in STARTS]
    falls = all(a > b for path in paths for a, b in pairwise(path))
    steps = [next(k for k, error in enumerate(cascade(start, 60)) if error < 1e-6) for start in (0.4, 0.49)]
    return [
        judged(falls, "below one half every level lowers the error"),
        judged(majority(0.5) == 0.5 and majority(1.0) == 1.0, "one half and one stay what they are"),
        judged(
            steps[1] < 3 * steps[0],
            f"even 0.49 comes down to a millionth in few levels: {steps[1]}, where 0.4 takes {steps[0]}",
        ),
    ]


def main(arguments: Sequence[str] | None = None) -> None:
    """Iterate, print and judge."""
    parser = command("error_cascade", __doc__)
    parser.add_argument("--rounds", type=at_least(1), default=6, metavar="N", help="levels in the table")
    options = parser.parse_args(arguments)
    show(console(), [table(options.rounds)], claims(options.rounds))


if __name__ == "__main__":
    main()
