"""How the book runs each experiment: at full size where that takes minutes, smaller where it takes hours, or quick."""

from collections.abc import Mapping

from drupe.experiments.experiment import Experiment

SMALLER: Mapping[str, tuple[str, ...]] = {
    "boosting_ida13": ("--splits", "5"),
    "fisher_ida13": ("--splits", "10"),
}
"""Arguments of the runs that would take hours at the size of the source."""


def arguments(name: str) -> tuple[str, ...]:
    """What an experiment is told when the book runs it."""
    return SMALLER.get(name, ())


def line_of(name: str) -> str:
    """What an experiment is about, in its own words."""
    return Experiment.named(name).line
