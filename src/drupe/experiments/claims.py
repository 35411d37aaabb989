"""Claims of the literature with a verdict, and printed numbers beside ours."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from enum import Enum

from rich.console import Console
from rich.table import Table

PIPE_WIDTH = 160
"""Columns where no terminal says how many there are: no number is cut off in a file."""


class Verdict(Enum):
    """What a run says of a claim."""

    HOLDS = "holds"
    PARTLY = "holds partly"
    FAILS = "does not hold here"
    OPEN = "cannot be judged"

    def of(self, statement: str) -> str:
        """The statement with this verdict in front.

        >>> Verdict.PARTLY.of("nine of ten sets are within two standard errors")
        'holds partly: nine of ten sets are within two standard errors'
        """
        return f"{self.value}: {statement}"


def graded(holds: bool, partly: bool, statement: str) -> str:
    """The statement with one of three verdicts in front.

    >>> graded(False, True, "on most sets")
    'holds partly: on most sets'
    """
    return (Verdict.HOLDS if holds else Verdict.PARTLY if partly else Verdict.FAILS).of(statement)


def judged(holds: bool, statement: str) -> str:
    """The statement with its verdict in front."""
    return f"{'holds' if holds else 'FAILS'}: {statement}"


def compared(
    quantity: str, ours: Iterable[float], printed: Iterable[float], labels: Iterable[object], tolerance: float
) -> str:
    """Whether our numbers are the printed ones up to a relative difference, and where they are not."""
    pairs = [
        (abs(here / there - 1.0), label, here, there) for here, there, label in zip(ours, printed, labels, strict=True)
    ]
    far = [f"{label} ({here:.4g} for {there:.4g})" for gap, label, here, there in pairs if gap > tolerance]
    worst, label, *_ = max(pairs, key=lambda pair: pair[0])
    where = f"; not so at {', '.join(far)}" if far else f" (most at {label}: {worst:.1%})"
    return judged(not far, f"{quantity} differs from print by at most {tolerance:.0%}{where}")


def console() -> Console:
    """Where results go."""
    plain = Console()
    return plain if plain.is_terminal else Console(width=max(plain.width, PIPE_WIDTH))


_noted: ContextVar["list[Shown] | None"] = ContextVar("noted", default=None)


@dataclass(frozen=True, eq=False)
class Shown:
    """Tables and claims that an experiment showed together."""

    tables: tuple[Table, ...]
    claims: tuple[str, ...]


@contextmanager
def noted() -> Iterator[list[Shown]]:
    """All that experiments show from here on, noted beside being printed.

    >>> with noted() as seen:
    ...     show(Console(quiet=True), [], ["holds: one is less than two"])
    >>> [one.claims for one in seen]
    [('holds: one is less than two',)]
    """
    seen: list[Shown] = []
    before = _noted.set(seen)
    try:
        yield seen
    finally:
        _noted.reset(before)


def show(out: Console, tables: Sequence[Table], claims: Sequence[str]) -> None:
    """Tables, then claims, each on a line of its own."""
    seen = _noted.get()
    if seen is not None:
        seen.append(Shown(tuple(tables), tuple(claims)))
    for table in tables:
        out.print(table)
    for line in claims:
        out.print(line, highlight=False, soft_wrap=True, markup=False)
