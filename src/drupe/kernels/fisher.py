"""Fisher kernels: examples are alike if they would change the parameters of a model alike."""

from abc import abstractmethod
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.errors import ParameterError
from drupe.inputs.base import Inputs
from drupe.inputs.vectors import Vectors
from drupe.kernels.base import Kernel
from drupe.kernels.forms import Form, View, dot
from drupe.models.base import Model
from drupe.models.information import Information


class ScoreKernel(Kernel[Inputs]):
    """⟨g(x), g(z)⟩ with g(x) made of the scores f(x) = ∂ ln P(x) / ∂θ of a model."""

    model: Model[Any]

    def __post_init__(self) -> None:
        super().__post_init__()
        if not isinstance(self.model, Model):
            kind = type(self.model).__name__
            raise ParameterError(
                f"{type(self).__name__} is made from a fitted model, such as HiddenMarkov.fit(...), got {kind}."
            )

    @abstractmethod
    def features(self, scores: Matrix) -> Matrix:
        """g(x), one row for each row of scores."""

    def form(self) -> Form:
        return dot(Scores(self))


@dataclass(frozen=True)
class Scores(View):
    """Examples as the features of a kernel on scores."""

    kernel: ScoreKernel

    takes: ClassVar[type[Inputs]] = Inputs  # type: ignore[type-abstract]  # the model says which

    def __call__(self, inputs: Inputs) -> Vectors:
        features = self.kernel.features(self.kernel.model.scores(inputs))
        return Vectors(features.astype(np.float32) if inputs.single else features, inputs.origin)


@dataclass(frozen=True)
class Fisher(ScoreKernel):
    """k(x, z) = f(x)ᵀ I⁺ f(z) with the scores f(x) = ∂ ln P(x) / ∂θ and their information I = E[f fᵀ] under P.

    Does not depend on how the parameters are written down, if scores have mean zero (all have but those of
    `Unconstrained` probabilities), and measures scores by what is usual under the model. The
    information is singular where probabilities sum to one; I⁺ is its pseudo-inverse.

    Parameters
    ----------
    model
        The fitted model. If it was fitted on examples that a machine with this kernel learns from, no theorem that
        wants a kernel fixed beforehand can be applied: `certify` then refuses.

    Notes
    -----
    Complexity: scores of n examples, the information once, for D parameters in O(D³), then O(nD²) for the features.

    Examples
    --------
    >>> from drupe.models import NormalMean
    >>> Fisher(NormalMean([1.0], [4.0]))([[3.0]], [[5.0]]).item()
    2.0

    References
    ----------
    [Herbrich02]_, definition 2.27; [JaakkolaHaussler99]_, section 2; [Graepel02]_, section 2.3.3.
    """

    model: Model[Any]

    @cached_property
    def information(self) -> Information:
        """I, of draws from the model where it has no closed form."""
        return self.model.information()

    def features(self, scores: Matrix) -> Matrix:
        """Scores in the metric of the information."""
        return self.information.whitened(scores)


@dataclass(frozen=True)
class DiagonalFisher(ScoreKernel):
    """k(x, z) = Σⱼ fⱼ(x) fⱼ(z) / E[fⱼ²]: every score by its own variance under the model, as if they did not covary.

    For models with so many parameters that their information has no inverse worth its price.

    Parameters
    ----------
    model
        The fitted model.

    Examples
    --------
    >>> from drupe.models import NormalMean
    >>> DiagonalFisher(NormalMean([1.0], [4.0]))([[3.0]], [[5.0]]).item()
    2.0

    References
    ----------
    [Jaakkola00]_, section 2, place not checked.
    """

    model: Model[Any]

    @cached_property
    def scales(self) -> Vector:
        """1 / √E[fⱼ²]; 0 for scores that are always zero."""
        variances = self.model.score_variances()
        positive = variances > 0.0
        return np.where(positive, 1.0 / np.sqrt(np.where(positive, variances, 1.0)), 0.0)

    def features(self, scores: Matrix) -> Matrix:
        """Scores over their standard deviations."""
        return np.asarray(scores * self.scales)


@dataclass(frozen=True)
class NaiveFisher(ScoreKernel):
    """k(x, z) = ⟨f(x), f(z)⟩ with the scores f(x) = ∂ ln P(x) / ∂θ as they are.

    Depends on how the parameters are written down: the same model with rates and with their logarithms gives two
    kernels. `GaussianOf(NaiveFisher(model), width)` is exp(−‖f(x) − f(z)‖² / (2 width²)).

    Parameters
    ----------
    model
        The fitted model; its `simplex` or `coordinates` say in which parameters scores are derivatives.

    Examples
    --------
    >>> from drupe.models import NormalMean
    >>> NaiveFisher(NormalMean([1.0], [4.0]))([[3.0]], [[5.0]]).item()
    0.5

    References
    ----------
    [Herbrich02]_, definition 2.27; [Cristianini00]_, section 8.4.1.
    """

    model: Model[Any]

    def features(self, scores: Matrix) -> Matrix:
        """The scores themselves."""
        return scores
