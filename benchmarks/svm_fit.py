"""Support vector classifiers, first fit in a fresh process: the same optimum in a fraction of the time."""

from collections.abc import Iterator

import numpy as np
from alone import libraries, measured
from data import names
from measure import OURS, Goal, Row, Settings, geometric_mean

EACH, MEAN, MEAN_OF_FASTEST = 3.0, 14.0, 8.0
"""How many times faster than scikit-learn in every case and in the mean; and than the faster peer in the mean."""

APART = 1e-4
"""By how much of it the objective may lie above scikit-learn's."""


def case(name: str, settings: Settings) -> Row:
    """Seconds of everybody, ratios to the peers, and whether all found the same machine."""
    found = {library: measured(library, name, settings) for library in libraries()}
    ours, sklearn = found[OURS], found["sklearn"]
    numbers = {f"{library} first s": one.first_fit for library, one in found.items()}
    numbers |= {f"{library} best s": one.best_fit for library, one in found.items()}
    numbers |= {f"{peer} / {OURS}": found[peer].first_fit / ours.first_fit for peer in found if peer != OURS}
    numbers["best / best"] = sklearn.best_fit / ours.best_fit
    numbers["objective above"] = (ours.objective - sklearn.objective) / abs(sklearn.objective)
    numbers["predictions apart"] = float(np.mean(ours.predicted != sklearn.predicted))
    goals = (Goal(f"sklearn / {OURS}", EACH, at_most=False), Goal("objective above", APART, at_most=True))
    return Row(name, numbers, goals)


def rows(settings: Settings) -> Iterator[Row]:
    """Every problem, then the mean of the ratios."""
    ratios: list[float] = []
    fastest: list[float] = []
    for name in names(settings):
        row = case(name, settings)
        peers = [number for column, number in row.numbers.items() if column.endswith(f" / {OURS}")]
        ratios.append(row.numbers[f"sklearn / {OURS}"])
        fastest.append(min(peers))
        yield row
    numbers, goals = {f"sklearn / {OURS}": geometric_mean(ratios)}, [Goal(f"sklearn / {OURS}", MEAN, at_most=False)]
    if "intelex" in libraries():
        numbers["fastest peer"] = geometric_mean(fastest)
        goals.append(Goal("fastest peer", MEAN_OF_FASTEST, at_most=False))
    yield Row("geometric mean", numbers, tuple(goals))
