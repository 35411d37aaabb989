"""Predictions of support vector classifiers: every kernel value once, whatever the number of classes."""

from collections.abc import Iterator

from alone import libraries, measured
from data import names
from measure import OURS, Goal, Row, Settings, geometric_mean

MEAN = {"sklearn": 40.0, "intelex": 6.0}
"""How many times faster than each peer, in the mean."""


def rows(settings: Settings) -> Iterator[Row]:
    """Best runs on every problem, then the mean of the ratios."""
    ratios: dict[str, list[float]] = {library: [] for library in libraries() if library != OURS}
    for name in names(settings):
        found = {library: measured(library, name, settings) for library in libraries()}
        numbers = {f"{library} ms": 1e3 * one.best_predict for library, one in found.items()}
        numbers[f"{OURS} first ms"] = 1e3 * found[OURS].first_predict
        for peer in ratios:
            numbers[f"{peer} / {OURS}"] = found[peer].best_predict / found[OURS].best_predict
            ratios[peer].append(numbers[f"{peer} / {OURS}"])
        yield Row(name, numbers)
    yield Row(
        "geometric mean",
        {f"{peer} / {OURS}": geometric_mean(all_of) for peer, all_of in ratios.items()},
        tuple(Goal(f"{peer} / {OURS}", MEAN[peer], at_most=False) for peer in ratios),
    )
