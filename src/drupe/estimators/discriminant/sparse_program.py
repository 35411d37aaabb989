"""The parameters, the solver and the path of sparse programs: squared residuals, absolute coefficients."""

from dataclasses import replace
from typing import Annotated, Any

from sklearn.base import clone

from drupe.estimators.declaration import declared, learned, parameter
from drupe.estimators.discriminant.machine_path import MachinePath
from drupe.estimators.fitted import Fitted
from drupe.estimators.ranges import NOTHING, Either
from drupe.estimators.sample import Sample
from drupe.estimators.watch import Watch
from drupe.foundation.arrays import Vector
from drupe.foundation.parameters import Interval
from drupe.foundation.shapes import Reals
from drupe.grams.dense import DenseGram
from drupe.solvers.expansions.homotopy import Homotopy, SparseSolution
from drupe.solvers.expansions.penalties import CoefficientSum, Penalty
from drupe.solvers.expansions.program import ExpansionProgram
from drupe.solvers.expansions.sparsity import sparsity


@declared
class SparseProgram:
    """Half the squared residuals, and alpha for each unit of |a|: most coefficients become exactly zero.

    Parameters
    ----------
    max_nonzeros
        Coefficients that are not zero, at most, in each function; where alpha would need more, the smallest larger one
        that does not is taken, `alpha_`. None for no limit.

    Attributes
    ----------
    alpha_
        The alpha of which each function is the minimum: alpha, or what `max_nonzeros` left of it.
    sparsity_
        Share of coefficients, over all training examples and functions, that are zero.
    """

    max_nonzeros: int | None = parameter(Either(NOTHING, Interval(1, whole=True)), default=None)

    alpha_: Annotated[Vector, Reals("scores")] = learned()
    sparsity_: float = learned()

    def _penalty(self) -> Penalty:
        return CoefficientSum()

    def _solved(self, program: ExpansionProgram, watch: Watch) -> SparseSolution:
        return self._homotopy.solve(self._held(program), watch.progress, watch.keeping)

    def _learn(self, sample: Sample) -> Fitted:
        base: Any = super()
        fitted: Fitted = base._learn(sample)
        found: SparseSolution = fitted.solution
        more = {"alpha_": found.alphas, "sparsity_": sparsity(found.coefficients)}
        return replace(fitted, attributes={**fitted.attributes, **more})

    def path(self, X: Any, y: Any, sample_weight: Any = None) -> MachinePath:
        """The machines for every alpha from where all coefficients are zero down to this one's, all in one run."""
        machine: Any = clone(self)
        _, sample = machine._checked(X, y, sample_weight)
        sample = sample.in_double()
        kernel = machine._kernel(sample)
        program = machine._program(sample, kernel)
        with machine._watch() as watch:
            paths = machine._homotopy.paths(machine._held(program), float(machine.alpha), watch.progress)
        return MachinePath(kernel, sample.inputs, paths, machine.n_jobs)

    @property
    def _homotopy(self) -> Homotopy:
        return Homotopy(None if self.max_nonzeros is None else int(self.max_nonzeros))

    def _held(self, program: ExpansionProgram) -> ExpansionProgram:
        """The program with K in memory, if there is room for it; else products with it are computed each time."""
        machine: Any = self
        if 8 * len(program.gram) ** 2 > machine._budget:
            return program
        return replace(program, gram=DenseGram._of_symmetric(program.gram.dense(machine._budget)))
