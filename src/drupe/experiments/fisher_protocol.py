"""How the kernel Fisher discriminants of the thesis got their width and penalty: cross validation, then medians."""

import warnings
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from sklearn.model_selection import StratifiedKFold

from drupe.estimators.warnings import FitWarning
from drupe.experiments.split import Split
from drupe.kernels import Gaussian

FOLDS = 5
REALIZATIONS = 5
"""Training sets that take part in the choice."""

WIDTH_STEP, ALPHA_STEP = 0.5, 1.0
"""Steps of the coarse grid, in decades; those of the fine one are half as large."""


@dataclass(frozen=True)
class Setting:
    """Width and penalty of one machine.

    Parameters
    ----------
    factor
        c = factor · d in exp(−‖x − z‖² / c), d the number of features.
    alpha
        Weight of the penalty.

    Examples
    --------
    >>> round(float(Setting(2.0, 1.0).kernel(3)([[0.0, 0.0, 0.0]], [[1.0, 1.0, 2.0]]).item()), 12)  # exp(−6 / 6)
    0.367879441171

    References
    ----------
    [Mika02]_, sections 5.2.1 and 5.3.2.
    """

    factor: float
    alpha: float

    def kernel(self, features: int) -> Gaussian:
        """k for vectors of so many numbers."""
        return Gaussian.from_gamma(1.0 / (self.factor * features))


Make = Callable[[Setting, int], Any]
"""A machine, not yet fitted, from its setting and the number of features."""


def grid(center: Setting, width_step: float, alpha_step: float, reach: int = 2) -> list[Setting]:
    """Settings around one, the smoothest first, so that of equally good ones the smoothest is taken.

    >>> len(grid(Setting(1.0, 1.0), 0.5, 1.0))
    25
    """
    steps = range(reach, -reach - 1, -1)
    return [
        Setting(center.factor * 10.0 ** (width_step * i), center.alpha * 10.0 ** (alpha_step * j))
        for j in steps
        for i in steps
    ]


def validated(make: Make, X: Any, y: Any, setting: Setting) -> float:
    """Share of wrong answers in five-fold cross validation."""
    folds = StratifiedKFold(FOLDS, shuffle=True, random_state=0).split(X, y)
    return float(np.mean([_errors(make(setting, X.shape[1]), X, y, *fold) for fold in folds]))


def _errors(machine: Any, X: Any, y: Any, train: Any, test: Any) -> float:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FitWarning)  # constant rules lose by themselves
        return float(np.mean(machine.fit(X[train], y[train]).predict(X[test]) != y[test]))


def chosen(make: Make, X: Any, y: Any, center: Setting, reach: int = 2) -> Setting:
    """The best of the coarse grid, then the best of a grid of half the step around it."""
    for width_step, alpha_step in ((WIDTH_STEP, ALPHA_STEP), (WIDTH_STEP / 2.0, ALPHA_STEP / 2.0)):
        center = min(grid(center, width_step, alpha_step, reach), key=lambda setting: validated(make, X, y, setting))
    return center


def median(settings: Sequence[Setting]) -> Setting:
    """The median of each number.

    >>> median([Setting(1.0, 9.0), Setting(2.0, 5.0), Setting(7.0, 6.0)])
    Setting(factor=2.0, alpha=6.0)
    """
    factors, alphas = zip(*[(one.factor, one.alpha) for one in settings], strict=True)
    return Setting(float(np.median(factors)), float(np.median(alphas)))


def by_protocol(make: Make, splits: Iterable[Split], center: Setting, reach: int = 2) -> Setting:
    """The median of what training sets choose.

    It leaks: what is in one of these training sets is in the test of other splits.
    """
    return median([chosen(make, split.X, split.y, center, reach) for split in splits])
