"""The parameter `strength`: a number, or a word for the criterion by which the data choose it."""

import warnings
from typing import Any

from sklearn.exceptions import ConvergenceWarning

from drupe.estimators.ranges import Either, OneOf
from drupe.estimators.watch import Watch
from drupe.foundation.callers import stacklevel_outside
from drupe.foundation.parameters import Interval
from drupe.solvers.smoothers.path import (
    Criterion,
    StrengthPath,
    generalized_cross_validation,
    lack_of_evidence,
    leave_one_out,
)
from drupe.solvers.smoothers.strength_search import StrengthChoice, StrengthSearch
from drupe.solvers.solution import Stop

CRITERIA: dict[str, Criterion] = {
    "gcv": generalized_cross_validation,
    "loo": leave_one_out,
    "evidence": lack_of_evidence,
}
"""What is to be smallest, by its word."""

RELUCTANCE = {"gcv": 4.0, "loo": 4.0, "evidence": 1.0}
"""How many times smaller it has to be where every target is met than at the best minimum before."""

STRENGTH = Either(OneOf(*CRITERIA), Interval(0.0))
"""What the parameter may be."""


def chosen_strength(strength: Any, path: StrengthPath, watch: Watch, owner: str) -> StrengthChoice | None:
    """What the data choose, if they are asked; a search that Ctrl-C ended gives the best so far, with a warning."""
    if not isinstance(strength, str):
        return None
    choice = StrengthSearch(CRITERIA[strength], RELUCTANCE[strength]).run(path, watch.progress, watch.keeping)
    watch.end(choice.stop is not Stop.INTERRUPTED)
    if not choice.converged:
        warnings.warn(
            f"{owner} was interrupted after {len(choice.scores)} strengths: the best of these was taken, which need "
            "not be the best of all.",
            ConvergenceWarning,
            stacklevel=stacklevel_outside(),
        )
    return choice
