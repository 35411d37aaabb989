"""Kernel ridge regression that chooses strength and kernel by examples left out, none of them fitted again."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Self

import numpy as np

from drupe.estimators.declaration import declared, learned, parameter
from drupe.estimators.fitted import Fitted
from drupe.estimators.ranges import OneOf
from drupe.estimators.regularized.kernel_ridge import KernelRidge
from drupe.estimators.regularized.pairwise_choice import PairwiseChoice
from drupe.estimators.sample import Sample
from drupe.foundation.arrays import Vector
from drupe.foundation.budget import MEGABYTE, require
from drupe.foundation.errors import InputError
from drupe.grams.linear import LinearGram
from drupe.kernels.base import Kernel
from drupe.selection.candidates import candidates
from drupe.selection.grid_scores import GridScores
from drupe.selection.kernel_axis import kernel_axis, listed_kernels, loose_search
from drupe.selection.left_out_scores import SCORES
from drupe.selection.rows_of_kernels import rows_of_kernels
from drupe.solvers.expansions.spectrum import decomposed_ridge

DECADES = (-3.0, 3.0)
"""Powers of ten between which alpha is sought if only the number of candidates is given."""


@declared
class KernelRidgeCV(KernelRidge):
    """A KernelRidge whose alpha, and kernel if asked, do best on examples left out, in closed form, then fitted on all.

    One decomposition of each kernel matrix tells the leave-one-out outputs for every alpha at the price of a product:
    no machine is fitted but the last. Everything that a KernelRidge has, this has too.

    Parameters
    ----------
    alphas
        Strengths to try, or how many of them between 10⁻³ and 10³; each serves all targets alike.
    gammas
        Values of gamma to try with each alpha; a number for as many between 1/100 and 100 times gamma="scale"; None for
        `gamma` alone.
    kernels
        Kernels of drupe to try with each alpha instead.
    criterion
        What is best for the chosen pair: "squares" for the mean of (y − f)², or "density" for that of ln p(y | others),
        which takes alpha for the variance of the noise, so that the scale of the targets counts.

    Attributes
    ----------
    alpha_
        The strength that was chosen; of equally good ones the largest.
    best_kernel_
        The kernel; of equally good ones the widest, or the first listed.
    best_params_
        What was chosen, by the names of parameters.
    path_
        The scores of all candidates, larger is better, from the largest alpha down; a `GridScores` with all examples
        left out as one fold. NaN where alpha is lost in the rounding of the kernel matrix, where a kernel that is not
        positive leaves no density, and for kernels that were not reached before Ctrl-C.
    cv_results_
        The same as a dictionary of columns, named as in scikit-learn.
    best_score_
        Score of the chosen candidate: minus the mean squared error, or the mean log density.
    n_candidates_
        How many pairs there were to try: what a bound has to pay for the choice.

    Notes
    -----
    Complexity: O(n³) for each kernel, O(n²) for each alpha; O(nd²) and O(nd) for the linear kernel on fewer columns. An
    example of weight 3 is left out with its whole weight, and counts three times.

    Examples
    --------
    >>> machine = KernelRidgeCV(alphas=[0.01, 1.0, 100.0]).fit([[1.0], [2.0], [3.0]], [2.0, 4.0, 6.0])
    >>> machine.alpha_, machine.best_kernel_  # there is no noise
    (0.01, Linear())

    References
    ----------
    [Wahba90]_, theorem 4.2.1; [Rasmussen06]_, section 5.4.2.
    """

    alphas: int | Sequence[float] | Vector = parameter(default=13, before="kernel")
    gammas: int | Sequence[float] | Vector | None = parameter(default=None, before="kernel")
    kernels: Sequence[Kernel[Any]] | None = parameter(default=None, before="kernel")
    criterion: str = parameter(OneOf(*SCORES), default="squares", before="kernel")

    alpha: Any = learned()  # under the name alpha_

    alpha_: float = learned()
    best_kernel_: Kernel[Any] = learned()
    path_: GridScores = learned()
    n_candidates_: int = learned()

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Choose alpha and kernel, and learn with them."""
        self.__dict__.pop("best_kernel_", None)
        return super().fit(X, y, sample_weight)

    @property
    def best_params_(self) -> dict[str, Any]:
        """What was chosen, by the names of parameters."""
        return dict(self.path_.best)

    @property
    def best_score_(self) -> float:
        """Score of the chosen candidate."""
        return float(self.path_.mean[self.path_.best_place])

    @property
    def cv_results_(self) -> dict[str, Any]:
        """The columns of scikit-learn's table of the same name that are not about folds."""
        of_folds = ("split0_test_score", "std_test_score", "n_folds")
        return {name: column for name, column in self.path_.table().items() if name not in of_folds}

    @property
    def _strength(self) -> float:
        return self.alpha_

    def _kernel_choice(self) -> PairwiseChoice:
        """The kernel that was chosen, once one is; before that whichever may be."""
        if "best_kernel_" in self.__dict__:
            return PairwiseChoice(self.best_kernel_)
        if self.kernels is not None:
            return PairwiseChoice(listed_kernels(self.kernels)[0])
        return super()._kernel_choice()

    def _loose(self) -> str:
        return loose_search(self)

    def _learn(self, sample: Sample) -> Fitted:
        alphas = candidates(self.alphas, type(self).__name__, "alpha", DECADES)[::-1]
        axis = kernel_axis(self._kernel_choice(), self.gammas, self.kernels, sample, type(self).__name__)
        row = partial(self._scores, alphas=alphas, sample=sample.in_double())
        table = np.full((len(axis.kernels), len(alphas)), np.nan)
        rows = rows_of_kernels(row, axis.kernels, len(sample), self)
        table[: len(rows)] = rows
        if not np.isfinite(table).any():
            raise InputError(
                "no candidate could be judged: every alpha is lost in the rounding of the kernel matrix, or the kernel "
                "leaves no density; choose larger alphas, or a positive kernel."
            )
        tried = {"alpha": tuple(alphas.tolist()), **({axis.name: axis.values} if axis.name else {})}
        path = GridScores(tuple(tried), tuple(tried.values()), table.T.reshape(-1, 1))
        self.alpha_, self.best_kernel_ = path.best["alpha"], axis.kernels[path.best_place % len(axis.kernels)]
        fitted = super()._learn(sample)
        return replace(fitted, attributes={**fitted.attributes, "path_": path, "n_candidates_": len(path)})

    def _scores(self, kernel: Kernel[Any], alphas: Vector, sample: Sample) -> Vector:
        """The criterion for every alpha, from one decomposition."""
        problem, budget = self._posed(kernel, sample, 1.0), int(self.cache_size * MEGABYTE)
        n = len(sample)
        width = min(n, problem.gram.inputs.dimension) if isinstance(problem.gram, LinearGram) else n
        remedy = "allow a larger cache_size (MB), or choose among fewer examples and fit a KernelRidge on all."
        require(8 * n * width, budget, f"the decomposition of {n} examples", remedy)
        system = decomposed_ridge(problem, budget)
        found, known = np.full(len(alphas), np.nan), np.flatnonzero(system.regular(alphas))
        for place, one in zip(known, system.along(alphas[known], problem.targets), strict=True):
            found[place] = SCORES[self.criterion](one, sample.weights)
        return found
