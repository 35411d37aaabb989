"""Machines, kernels and scores in words, the same in all sections."""

import re

from drupe.analysis.measure import BalancedAccuracy, Measure
from drupe.analysis.task import Task
from drupe.report.numbers import percent, quantity

MEASURED = "measured error"
"""What the share of wrong answers to held-out rows is called, wherever it stands."""

CERTIFIED = "certified error"
"""What the limit of the error on future rows is called."""

ON_TRAINING = "error on training rows"
"""What the share of wrong answers to the rows of the fit is called."""


def measured(fresh: bool) -> str:
    """The name of the share of wrong answers, by whether the rows took no part in the fit.

    >>> measured(True), measured(False)
    ('measured error', 'error on training rows')
    """
    return MEASURED if fresh else ON_TRAINING


def with_article(name: str) -> str:
    """The name after its article.

    >>> with_article("measured error"), with_article("error on training rows")
    ('a measured error', 'an error on training rows')
    """
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


def machine_words(machine: str, kernel: str) -> str:
    """A machine with what it compares by.

    >>> machine_words("SVC", "Gaussian(width=7.746)"), machine_words("DefaultClassifier", "–")
    ('SVC, Gaussian 7.746', 'DefaultClassifier')
    """
    return machine if kernel == "–" else f"{machine}, {short_kernel(kernel)}"


def short_kernel(kernel: str) -> str:
    """A kernel with its first parameter only.

    >>> short_kernel("Gaussian(width=7.746)"), short_kernel("Linear"), short_kernel("substrings of up to 3 letters")
    ('Gaussian 7.746', 'Linear', 'substrings ≤ 3')
    """
    plain = re.sub(r"substrings of up to (\d+) letters", r"substrings ≤ \1", kernel)
    plain = plain.removeprefix("none: ")
    return re.sub(r"\((?:\w+=)?([^,)]+).*\)", r" \1", plain)


def score_words(value: float, measure: Measure) -> str:
    """What a machine was chosen by.

    >>> from drupe.analysis.measure import Accuracy, MeanError
    >>> score_words(0.975, Accuracy()), score_words(0.9, BalancedAccuracy()), score_words(43.21, MeanError())
    ('97.5 % right', 'balanced accuracy 90.0 %', 'off by 43.2 on average')
    """
    if isinstance(measure, BalancedAccuracy):
        return f"{measure.words} {percent(value)}"
    return f"{percent(value)} right" if measure.task is Task.CLASSES else f"off by {quantity(value)} on average"


def choice_words(measure: Measure) -> str:
    """What the machine was chosen by and why, where it is not the usual; else empty.

    >>> choice_words(BalancedAccuracy("yes", 0.03))
    'chosen by balanced accuracy, the mean share of rows found in each class, because class yes has 3 % of the rows'
    """
    if not measure.why:
        return ""
    return f"chosen by {measure.words}, the mean share of rows found in each class, because {measure.why}"
