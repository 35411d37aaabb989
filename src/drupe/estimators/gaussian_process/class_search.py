"""The kernel under which labels are most probable, searched for by a built-in method or by one of the user's."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from drupe.estimators.gaussian_process.class_evidence import ClassEvidence
from drupe.estimators.gaussian_process.custom_search import CustomSearch
from drupe.estimators.gaussian_process.evidence_search import EvidenceMaximum, EvidenceSearch, Summit
from drupe.estimators.gaussian_process.scikit_learn.theta_space import ThetaSpace
from drupe.estimators.gaussian_process.search_space import SearchSpace
from drupe.foundation.arrays import Vector
from drupe.foundation.progress import Progress
from drupe.solvers.solution import Stop

ENOUGH = 3e-6
"""Slope of ln P(labels), for each example, at which a summit is reached."""


@dataclass(frozen=True, eq=False)
class FoundProcess:
    """How the process of one problem was found.

    Parameters
    ----------
    search
        The search for the parameters of its kernel.
    iterations
        Newton steps, or rounds, at the parameters that were found.
    violation
        How far the conditions of the approximation are from holding there.
    stop
        Why that run ended.
    """

    search: EvidenceMaximum
    iterations: int
    violation: float
    stop: Stop


@dataclass(frozen=True, eq=False)
class FoundProcesses:
    """How the processes of all problems were found.

    Parameters
    ----------
    problems
        One for two classes; of more one for each class or pair, or one for all.
    seconds
        Wall time.
    """

    problems: tuple[FoundProcess, ...]
    seconds: float

    @property
    def log_evidence(self) -> float:
        """ln P(labels), summed over the problems."""
        return float(sum(problem.search.log_evidence for problem in self.problems))

    @property
    def stop(self) -> Stop:
        """Why the searches ended, and the runs after them; the first that did not converge says."""
        stops = [stop for problem in self.problems for stop in (problem.search.stop, problem.stop)]
        return next((stop for stop in stops if stop is not Stop.CONVERGED), Stop.CONVERGED)

    @property
    def converged(self) -> bool:
        """Whether all came to their ends."""
        return self.stop is Stop.CONVERGED


@dataclass(frozen=True, eq=False)
class ClassHeight:
    """ln P(labels) in some unit, as a function of a point.

    Parameters
    ----------
    evidence
        As a function of the kernel.
    space
        What a point stands for.
    unit
        By which it is divided.
    """

    evidence: ClassEvidence
    space: SearchSpace | ThetaSpace
    unit: float = 1.0

    def __call__(self, point: Vector) -> tuple[float, Vector]:
        """The value at a point, and the slopes there."""
        value, slopes = self.evidence.slopes(self.space.at(point)[0])
        return value / self.unit, self.space.slopes(point, slopes) / self.unit

    def value(self, point: Vector) -> float:
        """The value alone."""
        return self.evidence.value(self.space.at(point)[0]) / self.unit


@dataclass(frozen=True, eq=False)
class ClassSearch:
    """max over θ of ln P(labels | θ) by L-BFGS-B, or by what the user gives.

    The evidence may have several summits, and the length of the first step decides which is reached. For an object of
    scikit-learn steps are those of its search, which finds the same one. For other kernels the evidence is divided by
    the number of examples, so that the first step is short, and there are mostly fewer.

    Parameters
    ----------
    optimizer
        The user's own, after scikit-learn's protocol, which sees the evidence undivided; None for L-BFGS-B.
    restarts
        Further starts.
    max_iterations
        Steps of each start of L-BFGS-B at most.

    References
    ----------
    [Rasmussen06]_, algorithm 5.1.
    """

    optimizer: Callable[..., Any] | None = None
    restarts: int = 0
    max_iterations: int = 200

    def run(
        self,
        evidence: ClassEvidence,
        space: SearchSpace | ThetaSpace,
        generator: Any,
        progress: Progress | None = None,
        keep: bool = False,
    ) -> Summit:
        """The best of all starts; with `keep`, Ctrl-C leaves the best so far."""
        if self.optimizer is not None:
            custom = CustomSearch(self.optimizer, self.restarts)
            return custom.climb(ClassHeight(evidence, space), space, generator, progress, keep)
        n = len(evidence.inputs)
        unit = 1.0 if isinstance(space, ThetaSpace) else float(n)
        search = EvidenceSearch(self.restarts, self.max_iterations, ENOUGH * n / unit)
        found = search.climb(ClassHeight(evidence.for_search(), space, unit), space, generator, progress, keep)
        summits = tuple(unit * summit for summit in found.summits)
        return replace(found, height=unit * found.height, slopes=unit * found.slopes, summits=summits)
