"""Whether fresh examples took part in the fit all the same, and whether the examples can be independent at all."""

from collections import Counter
from typing import Any

import numpy as np

from drupe.bounds.concentration.kl_inversion import bernoulli_kl
from drupe.certification.equal_rows import groupings
from drupe.certification.known_models import known_by
from drupe.certification.remembered import remembered
from drupe.foundation.arrays import Index
from drupe.foundation.errors import InputError

COINCIDENCES = 4.0
"""Standard deviations by which chance may exceed what is expected of it."""

CHANCE = 1e-4
"""Probability with which honest data may be taken for copies."""

SIZES = (2, 3, 4)
"""Sizes of groups of equal examples that tell; those of larger ones lie on both sides by nature."""

KEPT = 0.25
"""Of pairs of equal training examples, the share that a model will keep both of, at least; solvers may drop twins."""


def check_fresh(model: Any, X: Any, fresh: Any, what: str) -> None:
    """Raise an InputError if fresh examples are among the training examples, as given or as the model remembers them.

    A model carries some of its training examples along: support vectors, centers, or all of them, as neighbors do. The
    fresh ones are compared with these as the model itself sees them, after the steps of a pipeline.
    """
    if X is not None:
        check_separate(X, fresh, what)
    known = known_by(model, fresh)
    if known:
        raise InputError(f"{what} are not fresh: {known}.")
    for held in remembered(model, fresh):
        check_separate(held.rows, held.fresh, what, 1.0 if held.whole else KEPT)


def check_separate(X: Any, fresh: Any, what: str, kept: float = 1.0) -> None:
    """Raise an InputError if more fresh examples are training examples than chance would have it.

    Where values repeat, as counts and categories do, so will fresh examples repeat training examples. But if both are
    independent draws, it is chance alone which members of a small group of equal examples lie on which side: of groups
    of g among N = n + m examples, a share 1 − (n/N)^g − (m/N)^g lies on both. Copies lie on both sides always. Rows are
    compared to the last digit and but for rounding.
    """
    if fresh is X:
        raise InputError(f"{what} are the training examples; {SPLIT}")
    looks = groupings(X, fresh)
    for there, here in looks:
        seen, new = (np.bincount(codes, minlength=_most(there, here)) for codes in (there, here))
        if _log_chance(seen, new, kept) < np.log(CHANCE / len(looks)):
            met = int(new[seen > 0].sum())
            raise InputError(f"{met} of {len(here)} {what} equal a training example, or all but; {SPLIT}")


def _most(there: Index, here: Index) -> int:
    return int(max(there.max(initial=0), here.max(initial=0))) + 1


def _log_chance(seen: Index, new: Index, kept: float) -> float:
    """ln of a limit of the probability that chance alone would put so many groups on both sides.

    By Chernoff's bound, for groups that fall independently; that the sides have given sizes makes no odds.
    """
    n, m = int(seen.sum()), int(new.sum())
    groups = mixed = expected = 0.0
    for size in SIZES:
        these = seen + new == size
        count = float(these.sum())
        if count:
            groups += count
            mixed += float((these & (seen > 0) & (new > 0)).sum())
            expected += count * _share_on_both(n, m, size, kept)
    if not groups or mixed <= expected:
        return 0.0
    return -groups * bernoulli_kl(mixed / groups, expected / groups)


def _share_on_both(n: int, m: int, size: int, kept: float) -> float:
    """Of groups of this size among n + m examples, the share that chance parts."""
    steps = np.arange(size)
    every = np.maximum(n + m - steps, 1)
    there, here = (float(np.prod(np.maximum(count - steps, 0) / every)) for count in (n, m))
    both = 1.0 - there - here
    return both / max(both + kept * there + here, 1e-300)


def look_independent(X: Any) -> bool | None:
    """False where examples repeat as no independent draws would, such as a sample that was written down twice.

    Let Nₖ be how many values occur k times. Whatever the distribution, (E Nₖ)² ≤ (k + 1)/k · E Nₖ₋₁ · E Nₖ₊₁, by
    Cauchy and Schwarz (for numbers of draws that are Poisson). None where nothing speaks against it.
    """
    return False if any(_repeats_oddly(codes) for (codes,) in groupings(X)) else None


def _repeats_oddly(codes: Index) -> bool:
    times = Counter(np.unique(codes, return_counts=True)[1].tolist())
    for k, found in times.items():
        least = max(0.0, found - COINCIDENCES * np.sqrt(found))
        most = [times[near] + COINCIDENCES * np.sqrt(times[near]) + 2.0 * COINCIDENCES for near in (k - 1, k + 1)]
        if k > 1 and least**2 > (k + 1) / k * most[0] * most[1]:
            return True
    return False


SPLIT = (
    "errors on examples that the model was fitted on certify nothing. Pass examples that took no part in the fit: "
    "split the data before it."
)
