"""The machines and kernels that a search compares, fixed before it begins."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from drupe.analysis.kernel_words import kernel_words
from drupe.analysis.measure import BalancedAccuracy, measure_for
from drupe.analysis.part import Part
from drupe.analysis.string_kernels import kernels_for_strings, string_words
from drupe.analysis.string_views import view_words, views_for
from drupe.analysis.task import Task
from drupe.estimators.margin.nu_svr import NuSVR
from drupe.estimators.margin.squared_svr import SquaredSVR
from drupe.estimators.margin.svc import SVC
from drupe.estimators.margin.svr import SVR
from drupe.estimators.neighbors.default_classifier import DefaultClassifier
from drupe.estimators.neighbors.nearest_mean import NearestMean
from drupe.estimators.neighbors.neighbors_classifier import NeighborsClassifier
from drupe.estimators.perceptron.voted_perceptron import VotedPerceptron
from drupe.estimators.preparation.table_encoder import TableEncoder
from drupe.estimators.preparation.treatments import LeftOut
from drupe.inputs.vectors import Vectors
from drupe.kernels.base import Kernel
from drupe.kernels.constant import Constant
from drupe.kernels.gaussian import Gaussian
from drupe.kernels.laplacian import Laplacian
from drupe.kernels.linear import Linear
from drupe.kernels.polynomial import Polynomial
from drupe.kernels.strings.substrings import Substrings

CS = (0.01, 0.1, 1.0, 10.0, 100.0, 1000.0)
"""Prices of slack that are tried for classes."""

SPREADS = (0.001, 0.01, 0.1, 1.0, 10.0, 100.0)
"""Those that are tried for a quantity, in units of its spread."""

SIMPLE = Substrings(longest=3, decay=1.0).normalized()
"""By which simple machines compare strings."""

TUBE = 0.1
"""Half the width of the tube inside which residuals cost nothing, in units of the spread."""


@dataclass(frozen=True, eq=False)
class Contender:
    """A machine with all its parameters, but for the C of a support vector machine.

    Parameters
    ----------
    estimator
        Not fitted.
    Cs
        Values of C among which to choose; none for machines without it.
    view
        What comes before the machine, not fitted; None if that is what comes before all.
    """

    estimator: Any
    Cs: tuple[float, ...] = ()
    view: Any = None

    @property
    def machine(self) -> str:
        """The name of the machine's class."""
        return type(self.estimator).__name__

    @property
    def kernel(self) -> str:
        """What it compares examples by, in short; a dash if it does not."""
        kernel = getattr(self.estimator, "kernel", None)
        return kernel_on(view_words(self.view), Linear() if kernel == "linear" else kernel)

    def before(self, common: Any) -> Any:
        """What comes before the machine: its own view, or else what is common to all."""
        return common if self.view is None else self.view

    @property
    def candidates(self) -> int:
        """How many sets of parameters it stands for."""
        return max(1, len(self.Cs))


def kernel_on(view: str, kernel: Any) -> str:
    """A kernel of what a view shows, in short.

    >>> kernel_on("words", Linear()), kernel_on("words", Gaussian(width=2.0)), kernel_on("", Linear())
    ('words', 'words, Gaussian(width=2)', 'Linear')
    """
    if not view or kernel is None or isinstance(kernel, Constant):
        return string_words(kernel) or kernel_words(kernel)
    return view if isinstance(kernel, Linear) else f"{view}, {kernel_words(kernel)}"


def kernels_for(columns: int) -> tuple[Kernel[Vectors], ...]:
    """A line, a parabola, bells of three widths and a tent, for scaled data with so many columns."""
    typical = float(np.sqrt(columns / 2))
    return (
        Linear(),
        Polynomial(degree=2, coef0=1.0, scale=1.0 / columns),
        *(Gaussian(width=factor * typical) for factor in (0.5, 1.0, 2.0)),
        Laplacian(width=float(columns)),
    )


def contenders_for(part: Part, task: Task, before: Any = None) -> tuple[Contender, ...]:
    """Those for examples and targets of this kind, if this stands `before` them.

    Where a class is rare, its rows have a larger C than others.

    >>> part = Part.of([[0.0], [1.0], [2.0]], [0.5, 1.0, 1.5])
    >>> {one.machine for one in contenders_for(part, Task.QUANTITY)} == {"SVR", "NuSVR", "SquaredSVR"}
    True
    """
    if task is Task.CLASSES:
        rare = isinstance(measure_for(task, part.counts), BalancedAccuracy)
        factors = "balanced" if rare else None
        return _string_classes(part.X, factors) if part.strings else _classes(_columns(part, before), factors)
    spread = float(np.std(part.y)) or 1.0
    return _string_quantity(part.X, spread) if part.strings else _quantity(_columns(part, before), spread)


def _columns(part: Part, before: Any) -> int:
    """How many columns weigh in distances: one for each of a table that is used, whatever its number of categories."""
    if isinstance(before, TableEncoder) and before.treatments is not None:
        return sum(not isinstance(one, LeftOut) for one in before.treatments)
    return part.columns or 1


def _classes(columns: int, factors: str | None) -> tuple[Contender, ...]:
    """Four simple machines to compare with, then support vector machines with every kernel."""
    kernels = kernels_for(columns)
    middle = kernels[3]
    simple = (
        DefaultClassifier(),
        NearestMean(kernel=middle),
        NeighborsClassifier(n_neighbors=5),
        VotedPerceptron(kernel=middle),
    )
    return (*map(Contender, simple), *(Contender(SVC(kernel=kernel, class_weight=factors), CS) for kernel in kernels))


def _quantity(columns: int, spread: float) -> tuple[Contender, ...]:
    """A constant, least squares, and support vector regression with every kernel."""
    kernels = kernels_for(columns)
    Cs, few = _in_units(SPREADS, spread), _in_units(SPREADS[1:-1:2], spread)
    return (
        _constant(spread),
        *(Contender(SVR(kernel=kernel, epsilon=TUBE * spread), Cs) for kernel in kernels),
        *(Contender(SquaredSVR(kernel=kernel, epsilon=0.0), SPREADS[1:-1]) for kernel in (kernels[0], kernels[3])),
        Contender(NuSVR(kernel=kernels[3]), few),
    )


def _string_classes(texts: list[str], factors: str | None) -> tuple[Contender, ...]:
    simple = DefaultClassifier(), NearestMean(kernel=SIMPLE), NeighborsClassifier(n_neighbors=5, kernel=SIMPLE)
    machines = (Contender(SVC(kernel=kernel, class_weight=factors), CS, view) for view, kernel in _seen(texts))
    return (*map(Contender, simple), *machines)


def _string_quantity(texts: list[str], spread: float) -> tuple[Contender, ...]:
    Cs = _in_units(SPREADS, spread)
    machines = (Contender(SVR(kernel=kernel, epsilon=TUBE * spread), Cs, view) for view, kernel in _seen(texts))
    return (_constant(spread), *machines)


def _seen(texts: list[str]) -> list[tuple[Any, Kernel[Any]]]:
    """Kernels, each with what stands before it; nothing before kernels on strings themselves."""
    return [(None, kernel) for kernel in kernels_for_strings(texts)] + [(view, Linear()) for view in views_for(texts)]


def _constant(spread: float) -> Contender:
    """The same answer to everything: what any other machine has to beat."""
    return Contender(SVR(kernel=Constant(), C=spread, epsilon=0.0))


def _in_units(factors: tuple[float, ...], spread: float) -> tuple[float, ...]:
    """Two digits are enough, and are read more easily."""
    return tuple(float(f"{factor * spread:.2g}") for factor in factors)
