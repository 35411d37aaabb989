"""Invariance and discrimination at once: a Fisher discriminant that transformations shall not move."""

from dataclasses import replace
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
from scipy.linalg import solve_triangular

from drupe.estimators.components.noise import Tangents
from drupe.estimators.declaration import declared, learned, parameter
from drupe.estimators.discriminant.centers import Centers, ChosenCenters
from drupe.estimators.discriminant.fisher_machine import FisherMachine
from drupe.estimators.discriminant.kernel_fisher import PENALTIES, _blocks
from drupe.estimators.ranges import NOTHING, Either, Instance, OneOf
from drupe.estimators.sample import Sample
from drupe.estimators.size_limits import LARGEST
from drupe.estimators.watch import Watch
from drupe.foundation.arrays import Matrix
from drupe.foundation.errors import ParameterError
from drupe.foundation.parameters import Interval
from drupe.foundation.shapes import Sometimes, Wholes
from drupe.grams.lazy import LazyGram
from drupe.inputs.base import Inputs
from drupe.kernels.base import Kernel
from drupe.solvers.expansions.factorization import Factorization
from drupe.solvers.expansions.few_centers import FewCenters
from drupe.solvers.expansions.penalties import CoefficientNorm, Penalty
from drupe.solvers.expansions.program import ExpansionProgram, ExpansionSolution


@declared
class InvariantKernelFisher(FisherMachine):
    """max aᵀMa / aᵀ(N + alpha P + invariance T)a: classes apart, and examples where their transformed copies are.

    T is the mean over transformations of (K − K̄)(K − K̄)ᵀ. As a program: ½ Σᵢ wᵢ (f(xᵢ) + b − yᵢ)² + (alpha/2) ‖f‖² +
    (invariance/2) Σᵢ wᵢ (f(L xᵢ) − f(xᵢ))², so that `invariance` counts a transformed example as a part of a real one.

    Parameters
    ----------
    penalty
        "function" for ‖f‖² = aᵀKa, "coefficients" for ‖a‖².
    centers
        What f is an expansion over, a value of `drupe.estimators.discriminant.centers`; None for all examples. The
        middles of `VirtualClusters` can follow where transformations take examples.
    tangents
        `Tangents([transformations])`; None for none, which leaves the kernel Fisher discriminant.
    invariance
        How much it costs that outputs change under transformations; with 0 it is free.

    Examples
    --------
    >>> from drupe.estimators.components.transformations import Translation
    >>> along = Tangents([Translation([1.0, 0.0])])
    >>> X, y = [[0.0, 0.0], [1.0, 0.2], [1.0, 1.0], [2.0, 1.2]], [0, 0, 1, 1]
    >>> machine = InvariantKernelFisher("linear", tangents=along, invariance=1e6, alpha=1e-3).fit(X, y)
    >>> outputs = machine.decision_function([[0.0, 0.9], [5.0, 0.9]])
    >>> bool(abs(outputs[1] - outputs[0]) < 1e-4 * abs(outputs[0]))
    True

    References
    ----------
    [Mika02]_, eq. 3.24 and section 5.2.
    """

    penalty: str = parameter(OneOf(*PENALTIES), default="function", before="threshold")
    tangents: Tangents | None = parameter(Either(NOTHING, Instance(Tangents)), default=None, before="threshold")
    invariance: float = parameter(Interval(0.0, LARGEST, closed_high=True), default=1.0, before="threshold")
    centers: Centers | None = parameter(Either(NOTHING, Instance(Centers)), default=None, before="cache_size")

    support_: Annotated[npt.NDArray[np.int32], Wholes("support", below="examples", once=True), Sometimes()] = learned()

    def _penalty(self) -> Penalty:
        return PENALTIES[self.penalty]

    def _solved(self, program: ExpansionProgram, watch: Watch) -> ExpansionSolution:
        bar = None if watch.told is not None else watch.progress
        return Factorization(True, self._budget).solve(program, bar, watch.keeping)

    def _expansion(self, sample: Sample, kernel: Kernel[Any], signs: Matrix) -> tuple[ExpansionSolution, ChosenCenters]:
        if self.tangents is None and self.centers is None:
            return super()._expansion(sample, kernel, signs)
        if self._kernel_choice().precomputed and self.tangents is not None:
            raise ParameterError("transformed examples are compared by a kernel, which precomputed values do not have.")
        whole = ChosenCenters(sample.inputs, np.arange(len(sample)))
        chosen = whole if self.centers is None else self.centers.of(sample.inputs, sample.weights)
        columns, among = _blocks(kernel, sample, chosen, self.n_jobs)
        root = self._root(sample, kernel, chosen, among)
        # In these coordinates the three penalties are one sum of squares.
        program = FewCenters(columns @ root, np.eye(root.shape[1]), signs, sample.weights, 1.0, CoefficientNorm())
        found = program.solve()
        return replace(found, coefficients=root @ found.coefficients), chosen

    def _root(self, sample: Sample, kernel: Kernel[Any], chosen: ChosenCenters, among: Matrix) -> Matrix:
        """R with a = Rc and alpha aᵀPa + invariance aᵀTa = ‖c‖²."""
        first = FewCenters(among, among, among, np.ones(len(among)), 1.0, self._penalty())._root()
        inner = float(self.alpha) * np.eye(first.shape[1])
        if self.tangents is not None and self.invariance > 0.0:
            gram = LazyGram(kernel, chosen.points, self.n_jobs)

            def columns(points: Inputs) -> Matrix:
                return np.asarray(gram.against(points).T, dtype=np.float64)

            turned = self.tangents.scatter(columns, sample.inputs, sample.weights)
            inner += float(self.invariance) * (first.T @ turned @ first)
        lower = np.linalg.cholesky(inner)
        return np.asarray(solve_triangular(lower, first.T, lower=True).T)
