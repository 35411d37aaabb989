"""Certificates of a fitted machine from its own training examples, in seconds."""

from collections.abc import Iterator
from functools import partial

from data import noisy
from measure import OURS, Goal, Row, Settings, best_seconds

from drupe import SVC, certify

MOST_SECONDS = {2_000: 2.0, 20_000: 4.0}


def rows(settings: Settings) -> Iterator[Row]:
    """Few examples, where machines are trained again, and many, where none are."""
    new, _ = noisy(300, seed=1)
    for examples, most in MOST_SECONDS.items():
        x, y = noisy(settings.size(examples))
        model = SVC(C=1.0, gamma=0.3).fit(x, y)
        work = partial(certify, model, x, y, X_unlabeled=new)
        best = best_seconds({OURS: work}, settings.repeats)
        yield Row(f"SVC, n = {len(x)}", {"s": best[OURS]}, (Goal("s", most, at_most=True),))
