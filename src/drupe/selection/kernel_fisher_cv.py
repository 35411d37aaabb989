"""The kernel Fisher discriminant that chooses strength and kernel by examples left out, none of them fitted again."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Annotated, Any, Self

import numpy as np

from drupe.estimators.declaration import constant, declared, learned, parameter
from drupe.estimators.discriminant.kernel_fisher import KernelFisher
from drupe.estimators.fitted import Fitted
from drupe.estimators.kernel_choice import KernelChoice
from drupe.estimators.largest_output import class_signs
from drupe.estimators.ranges import NOTHING, Either, Instance, OneOf
from drupe.estimators.sample import Sample
from drupe.estimators.size_limits import require_kernel_values
from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.budget import require
from drupe.foundation.errors import InputError, ParameterError
from drupe.foundation.shapes import Reals
from drupe.grams.lazy import LazyGram
from drupe.kernels.base import Kernel
from drupe.selection.candidates import candidates
from drupe.selection.left_out_criteria import CRITERIA
from drupe.selection.rows_of_kernels import rows_of_kernels
from drupe.solvers.expansions.program import ExpansionProgram
from drupe.solvers.expansions.spectrum import decomposed

DECADES = (-3.0, 3.0)
"""Powers of ten between which alpha is sought if only the number of candidates is given."""


@declared
class KernelFisherCV(KernelFisher):
    """A KernelFisher whose alpha and kernel do best on examples left out, in closed form, then fitted on all.

    One decomposition of each kernel matrix tells the leave-one-out outputs for every alpha at the price of a product:
    no machine is fitted but the last. Everything that a KernelFisher has, this has too.

    Parameters
    ----------
    alphas
        Strengths to try, or how many of them between 10⁻³ and 10³.
    kernels
        Kernels of drupe to try; None for the one of `kernel`.
    criterion
        What is least for the chosen pair: "logistic" for the mean of ln(1 + exp(−3 y f)), "squares" for that of
        (f − y)², "errors" for the share of wrong classes. All look at outputs that are cut at the offset of least
        squares, whatever the threshold.

    Attributes
    ----------
    best_alpha_, best_kernel_
        What was chosen; of equally good ones the smoothest alpha, and the first kernel.
    scores_
        The criterion, summed over the functions of several classes, one row for each kernel, one column for each alpha;
        after Ctrl-C for the kernels before it.
    alphas_
        The strengths that were tried, rising.
    n_candidates_
        How many pairs there were to try: what a bound has to pay for the choice.

    Notes
    -----
    Complexity: O(n³) for each kernel, O(n²) for each alpha. An example of weight 3 is left out with its whole weight.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from drupe.kernels import Gaussian
    >>> machine = KernelFisherCV(alphas=[0.01, 1.0, 100.0], kernels=[Gaussian(0.3), Gaussian(1.0), Gaussian(3.0)])
    >>> machine = machine.fit(*load_iris(return_X_y=True))
    >>> machine.best_alpha_, machine.best_kernel_, machine.n_candidates_
    (0.01, Gaussian(width=3.0), 9)

    References
    ----------
    [Mika02]_, section 4.4; [Wahba90]_, section 4.2.
    """

    alphas: int | Sequence[float] | Vector = parameter(default=13, before="threshold")
    kernels: Sequence[Kernel[Any]] | None = parameter(
        Either(NOTHING, Instance(list, tuple)), default=None, before="threshold"
    )
    criterion: str = parameter(OneOf(*CRITERIA), default="logistic", before="threshold")

    alpha: float = learned()  # under the name best_alpha_
    centers: Any = constant(None)

    best_alpha_: float = learned()
    best_kernel_: Kernel[Any] = learned()
    scores_: Annotated[Matrix, Reals("kernels", "alphas")] = learned()
    alphas_: Annotated[Vector, Reals("alphas")] = learned()
    n_candidates_: int = learned()

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Choose alpha and kernel, and learn with them."""
        self.__dict__.pop("best_kernel_", None)
        return super().fit(X, y, sample_weight)

    @property
    def best_score_(self) -> float:
        """The criterion of the chosen pair."""
        return float(self.scores_.min())

    @property
    def _strength(self) -> float:
        return self.best_alpha_

    def _kernel_choice(self) -> KernelChoice:
        """The kernel that was chosen, once one is; before that whichever may be."""
        if "best_kernel_" in self.__dict__ and not super()._kernel_choice().precomputed:
            return KernelChoice(self.best_kernel_)
        return KernelChoice(self._listed()[0]) if self.kernels is not None else super()._kernel_choice()

    def _listed(self) -> Sequence[Kernel[Any]]:
        """The kernels that were given."""
        strange = [one for one in self.kernels or () if not isinstance(one, Kernel)]
        if strange or not self.kernels:
            what = repr(strange[0]) if strange else "none"
            raise ParameterError(
                f"kernels must hold kernels of drupe, such as [Gaussian(1.0), Gaussian(3.0)]; got {what}."
            )
        return self.kernels

    def _loose(self) -> str:
        return "" if self.kernels is not None else super()._loose()

    def _learn(self, sample: Sample) -> Fitted:
        alphas = candidates(self.alphas, type(self).__name__, "alpha", DECADES)
        kernels = [self._kernel(sample)] if self.kernels is None else list(self._listed())
        remedy = "allow a larger cache_size (MB), or choose among fewer examples and fit a KernelFisher on all."
        require(8 * len(sample) ** 2, self._budget, f"the kernel matrix of {len(sample)} examples", remedy)
        rows = partial(self._scores, alphas=alphas, sample=sample.in_double())
        scores = rows_of_kernels(rows, kernels, len(sample), self)
        # Of level ones the smoothest: from the largest alpha down.
        place, back = np.unravel_index(int(scores[:, ::-1].argmin()), scores.shape)
        self.best_alpha_, self.best_kernel_ = float(alphas[::-1][back]), kernels[place]
        fitted = super()._learn(sample)
        chosen = {"scores_": scores, "alphas_": alphas, "n_candidates_": len(kernels) * len(alphas)}
        return replace(fitted, attributes={**fitted.attributes, **chosen})

    def _scores(self, kernel: Kernel[Any], alphas: Vector, sample: Sample) -> Vector:
        """The criterion for every alpha, from one decomposition."""
        gram = LazyGram(kernel, sample.inputs, self.n_jobs)
        require_kernel_values(gram, kernel)
        signs = class_signs(sample.targets, len(self.classes_))
        program = ExpansionProgram(gram, signs, sample.weights, penalty=self._penalty())
        criterion, found = CRITERIA[self.criterion], []
        for one in decomposed(program).along(alphas, signs):
            missed = one.missed
            if missed is None:
                raise InputError("without some example the others determine no function; pass more examples.")
            found.append(criterion(signs - missed, signs, sample.weights))
        return np.array(found)

    def _twin(self) -> KernelFisher:
        wanted, own = KernelFisher().get_params(), self.get_params()
        kept = {name: own[name] for name in own if name in wanted}
        return KernelFisher(**{**kept, "alpha": self.best_alpha_, "kernel": self.best_kernel_})
