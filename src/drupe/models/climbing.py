"""Expectation maximization: steps each of which raises what is maximized."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from drupe.foundation.progress import Progress

Fitted = TypeVar("Fitted")


@dataclass(frozen=True)
class Climbed(Generic[Fitted]):
    """Where steps upwards led to.

    Parameters
    ----------
    model
        The last and best one.
    objectives
        What is maximized, before each step and after the last.
    converged
        Whether the last step gained less than was asked for.
    """

    model: Fitted
    objectives: tuple[float, ...]
    converged: bool


Improve = Callable[[Fitted], tuple[Fitted, float]]
"""From a model to a better one, and what the first is worth."""


def climb(
    start: Fitted, improve: Improve[Fitted], *, max_steps: int, tolerance: float, progress: Progress | None = None
) -> Climbed[Fitted]:
    """Improve until a step gains less than `tolerance`, or `max_steps` were taken.

    >>> climb(8.0, lambda x: (x / 2, -x), max_steps=9, tolerance=2.5).objectives
    (-8.0, -4.0, -2.0)

    References
    ----------
    [Dempster77]_, section 3, place not checked.
    """
    model, objectives = start, []
    for step in range(max_steps + 1):
        better, worth = improve(model)
        objectives.append(worth)
        if len(objectives) > 1 and worth - objectives[-2] < tolerance:
            return Climbed(model, tuple(objectives), True)
        if step == max_steps:
            break
        model = better
        if progress is not None:
            progress((step + 1) / (max_steps + 1))
    return Climbed(model, tuple(objectives), False)
