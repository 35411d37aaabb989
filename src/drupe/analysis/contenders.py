"""Who takes part in the search: a few machines and kernels, fixed before the data are looked at."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from drupe.estimators.margin.svc import SVC
from drupe.estimators.neighbors.default_classifier import DefaultClassifier
from drupe.estimators.neighbors.nearest_mean import NearestMean
from drupe.estimators.neighbors.neighbors_classifier import NeighborsClassifier
from drupe.estimators.perceptron.voted_perceptron import VotedPerceptron
from drupe.inputs.vectors import Vectors
from drupe.kernels.base import Kernel
from drupe.kernels.gaussian import Gaussian
from drupe.kernels.laplacian import Laplacian
from drupe.kernels.linear import Linear
from drupe.kernels.polynomial import Polynomial

CS = (0.01, 0.1, 1.0, 10.0, 100.0, 1000.0)
"""Prices of slack that are tried."""


@dataclass(frozen=True, eq=False)
class Contender:
    """A machine with all its parameters, but for the C of a support vector machine.

    Parameters
    ----------
    estimator
        Not fitted.
    Cs
        Values of C among which to choose; none for machines without it.
    """

    estimator: Any
    Cs: tuple[float, ...] = ()

    @property
    def machine(self) -> str:
        """What it is called."""
        return type(self.estimator).__name__

    @property
    def kernel(self) -> str:
        """Its kernel in short; a dash if it has none."""
        return kernel_words(getattr(self.estimator, "kernel", None))

    @property
    def candidates(self) -> int:
        """How many sets of parameters it stands for."""
        return max(1, len(self.Cs))


def kernel_words(kernel: Any) -> str:
    """A kernel in short.

    >>> kernel_words(Gaussian(width=0.70711)), kernel_words("rbf"), kernel_words(None)
    ('Gaussian(width=0.7071)', 'rbf', '–')
    """
    if not isinstance(kernel, Kernel):
        return "–" if kernel is None else str(kernel)
    values = ", ".join(f"{name}={value:.4g}" for name, value in kernel.parameters().items())
    degree = getattr(kernel, "degree", None)
    first = f"degree={degree}, " if degree is not None and "degree" not in values else ""
    return f"{type(kernel).__name__}({(first + values).rstrip(', ')})" if first or values else type(kernel).__name__


def kernels_for(columns: int) -> tuple[Kernel[Vectors], ...]:
    """A line, a parabola, bells of three widths and a tent, for scaled data with so many columns."""
    typical = float(np.sqrt(columns / 2))
    return (
        Linear(),
        Polynomial(degree=2, coef0=1.0, scale=1.0 / columns),
        *(Gaussian(width=factor * typical) for factor in (0.5, 1.0, 2.0)),
        Laplacian(width=float(columns)),
    )


def contenders_for(columns: int) -> tuple[Contender, ...]:
    """Four simple machines to compare with, then support vector machines with every kernel."""
    kernels = kernels_for(columns)
    machines = [Contender(SVC(kernel=kernel), CS) for kernel in kernels]
    middle = kernels[3]
    simple = [
        DefaultClassifier(),
        NearestMean(kernel=middle),
        NeighborsClassifier(n_neighbors=5),
        VotedPerceptron(kernel=middle),
    ]
    return (*(Contender(machine) for machine in simple), *machines)
