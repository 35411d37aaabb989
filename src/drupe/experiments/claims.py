"""Claims of the literature with a verdict, and printed numbers beside ours."""

from collections.abc import Sequence

import numpy as np
from rich.console import Console
from rich.table import Table

PIPE_WIDTH = 160
"""Columns where no terminal says how many there are: no number is cut off in a file."""


def judged(holds: bool, statement: str) -> str:
    """The statement with its verdict in front."""
    return f"{'holds' if holds else 'FAILS'}: {statement}"


def compared(
    quantity: str, ours: Sequence[float], printed: Sequence[float], labels: Sequence[object], tolerance: float
) -> str:
    """Whether our numbers are the printed ones up to a relative difference, and where they are not."""
    gaps = np.abs(np.asarray(ours, dtype=np.float64) / np.asarray(printed, dtype=np.float64) - 1.0)
    worst = int(np.argmax(gaps))
    far = [f"{labels[i]} ({ours[i]:.4g} for {printed[i]:.4g})" for i in np.flatnonzero(gaps > tolerance)]
    where = f"; not so at {', '.join(far)}" if far else f" (most at {labels[worst]}: {gaps[worst]:.1%})"
    return judged(not far, f"{quantity} differs from print by at most {tolerance:.0%}{where}")


def console() -> Console:
    """Where results go."""
    plain = Console()
    return plain if plain.is_terminal else Console(width=max(plain.width, PIPE_WIDTH))


def show(out: Console, tables: Sequence[Table], claims: Sequence[str]) -> None:
    """Tables, then claims, each on a line of its own."""
    for table in tables:
        out.print(table)
    for line in claims:
        out.print(line, highlight=False, soft_wrap=True, markup=False)
