"""Nearest mean: each class is one point in feature space, and an example belongs to the nearest."""

from typing import Annotated

import numpy as np

from drupe.estimators.declaration import declared, learned
from drupe.estimators.fitted import Fitted
from drupe.estimators.kernel_parameters import KernelFirst
from drupe.estimators.largest_output import LargestOutput
from drupe.estimators.neighbors.ballots import one_hot
from drupe.estimators.run_parameters import ThreadParameters
from drupe.estimators.sample import Sample
from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.shapes import Outputs, Reals
from drupe.grams.lazy import LazyGram
from drupe.predictors.expansion import Expansion


@declared
class NearestMean(ThreadParameters, LargestOutput, KernelFirst):
    """argmin over classes c of ‖φ(x) − μ_c‖, with μ_c the mean of the class's examples in feature space.

    The output of a class is ⟨μ_c, φ(x)⟩ − ½‖μ_c‖²; of two classes there is one, the difference
    ⟨μ₁ − μ₀, φ(x)⟩ + ½(‖μ₀‖² − ‖μ₁‖²). Nothing is solved: a baseline, and the classifier that Parzen windows,
    narrow Gaussians (1 nearest neighbor) and strongly regularized machines tend to. Weights count examples.

    Attributes
    ----------
    squared_norms_
        ‖μ_c‖² of each class.
    dual_coef_, intercept_
        The coefficients and the offset of each output.

    Examples
    --------
    >>> machine = NearestMean("linear").fit([[0.0], [2.0], [5.0]], [0, 0, 1])  # means 1 and 5
    >>> machine.decision_function([[3.0], [4.0]]).tolist(), machine.predict([[2.9]]).tolist()
    ([0.0, 4.0], [0])

    References
    ----------
    [Graepel02]_, section 2.3.4, where αᵢ must be yᵢ over the size of the class; [Cristianini00]_, section 3.4.
    """

    predictor_: Annotated[Expansion, Outputs("scores", "support")] = learned()
    solution_: None = learned()
    squared_norms_: Annotated[Vector, Reals("classes")] = learned()
    intercept_: Annotated[Vector, Reals("scores")] = learned()
    dual_coef_: Annotated[Matrix, Reals("scores", "support")] = learned()

    def _learn(self, sample: Sample) -> Fitted:
        kernel = self._kernel(sample)
        counted = one_hot(sample.targets, len(self.classes_)) * sample.weights[:, None]
        means = counted / counted.sum(axis=0)
        outputs = LazyGram(kernel, sample.inputs, self.n_jobs) @ means
        norms = np.einsum("ic,ic->c", means, outputs)
        offsets = -0.5 * norms
        if len(self.classes_) == 2:
            means, offsets = means[:, [1]] - means[:, [0]], offsets[[1]] - offsets[[0]]
        function = Expansion(kernel, sample.inputs, means, offsets, self.n_jobs)
        return Fitted(function, None, {"squared_norms_": norms, "intercept_": offsets, "dual_coef_": means.T})
