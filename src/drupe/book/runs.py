"""How the book runs each experiment: at full size where that takes minutes, smaller where it takes hours, or quick."""

from collections.abc import Mapping

from drupe.experiments.experiment import Experiment

SMALLER: Mapping[str, tuple[str, ...]] = {
    "bayes_point_usps": ("--seeds", "3"),
    "boosting_ida13": ("--splits", "2", "--rounds", "50"),
    "certificates_ida13": ("--splits", "2", "--draws", "50"),
    "fisher_ida13": ("--splits", "5", "--reach", "1"),
    "go_match": ("--games", "20"),
    "landmark_growth": ("--most", "1000000"),
    "perceptron_sparsity": ("--orders", "2"),
    "prefixes_ida13": ("--splits", "3"),
    "rare_classes": ("--splits", "5"),
    "robust_labels": ("--samples", "5"),
    "tumors": ("--splits", "5"),
    "which_machine": ("--splits", "1"),
}
"""Arguments of the runs that would take hours at the size of the source."""


def arguments(name: str) -> tuple[str, ...]:
    """What an experiment is told when the book runs it."""
    return SMALLER.get(name, ())


def line_of(name: str) -> str:
    """What an experiment is about, in its own words."""
    return Experiment.named(name).line
