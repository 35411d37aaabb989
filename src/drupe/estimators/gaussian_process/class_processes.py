"""From classes to fitted processes: how several classes are told apart, and what their probabilities are."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.special import logit

from drupe.estimators.gaussian_process.class_evidence import Approximation
from drupe.estimators.gaussian_process.class_problems import ClassProblem, one_vs_one, one_vs_rest
from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.foundation.errors import ParameterError
from drupe.inputs.base import Inputs
from drupe.kernels.base import Kernel
from drupe.predictors import votes
from drupe.predictors.averaged_sigmoid import averaged_logistic, averaged_probit
from drupe.predictors.expansion import Expansion
from drupe.predictors.gaussian_expansion import GaussianExpansion
from drupe.predictors.latent_processes import LatentProcesses
from drupe.predictors.softmax_processes import SoftmaxProcesses
from drupe.predictors.winners import decided
from drupe.solvers.laplace import Laplace
from drupe.solvers.latent_gaussian import LatentGaussian
from drupe.solvers.probit_propagation import ProbitPropagation
from drupe.solvers.softmax_laplace import SoftmaxGaussian, SoftmaxLaplace

FARTHEST = 1e-16
"""Of a probability from zero and one, where its log-odds are taken."""


@dataclass(frozen=True)
class Logistic:
    """Labels with P(y | f) = 1/(1 + exp(−y f)), approximated at the mode."""

    iterations: int

    def approximation(self) -> Laplace:
        """For signs."""
        return Laplace(max_iterations=self.iterations)

    def probability(self, means: Vector, variances: Vector) -> Vector:
        """Of the positive side, where an output is N(mean, variance)."""
        return averaged_logistic(means, variances)


@dataclass(frozen=True)
class Probit:
    """Labels with P(y | f) = Φ(y f), approximated by expectation propagation."""

    iterations: int

    def approximation(self) -> ProbitPropagation:
        """For signs."""
        return ProbitPropagation(max_iterations=self.iterations)

    def probability(self, means: Vector, variances: Vector) -> Vector:
        """Of the positive side, where an output is N(mean, variance)."""
        return averaged_probit(means, variances)


class Division(ABC):
    """How classes become problems, and what the processes of all problems say of a class."""

    @abstractmethod
    def problems(self, codes: Index, classes: int) -> Sequence[ClassProblem]:
        """The problems, each with examples and labels."""

    @abstractmethod
    def approximation(self) -> Approximation:
        """For the labels of a problem."""

    @abstractmethod
    def predictor(self, kernels: Sequence[Kernel[Any]], inputs: Sequence[Inputs], found: Sequence[Any]) -> Any:
        """The function of all problems, from the Gaussians that were found; their factors are gone afterwards."""

    @abstractmethod
    def probabilities(self, predictor: Any, inputs: Inputs) -> Matrix:
        """One column for each class."""

    def outputs(self, predictor: Any, inputs: Inputs) -> Matrix:
        """One column for each class, the largest of which wins; of two classes one, positive for the second."""
        return _log_odds(self.probabilities(predictor, inputs))

    def winners(self, predictor: Any, inputs: Inputs) -> Index:
        """The codes of the classes that win."""
        return decided(self.outputs(predictor, inputs))


@dataclass(frozen=True)
class Separate(Division):
    """Each class against the rest, by a process with a kernel of its own; of two classes the second.

    Parameters
    ----------
    likelihood
        What labels say of outputs.
    """

    likelihood: Logistic | Probit

    def problems(self, codes: Index, classes: int) -> Sequence[ClassProblem]:
        return one_vs_rest(codes, classes)

    def approximation(self) -> Approximation:
        return self.likelihood.approximation()

    def predictor(
        self, kernels: Sequence[Kernel[Any]], inputs: Sequence[Inputs], found: Sequence[LatentGaussian]
    ) -> LatentProcesses:
        return LatentProcesses(tuple(map(_expansion, kernels, inputs, found)))

    def sides(self, predictor: LatentProcesses, inputs: Inputs) -> Matrix:
        """The probability of the positive side of each problem."""
        means, variances = predictor.decision(inputs), predictor.variances(inputs)
        columns = [self.likelihood.probability(*pair) for pair in zip(means.T, variances.T, strict=True)]
        return np.column_stack(columns)

    def probabilities(self, predictor: LatentProcesses, inputs: Inputs) -> Matrix:
        sides = self.sides(predictor, inputs)
        if sides.shape[1] == 1:
            return np.hstack([1.0 - sides, sides])
        total = sides.sum(axis=1, keepdims=True)
        return np.where(total > 0.0, sides / np.where(total > 0.0, total, 1.0), 1.0 / sides.shape[1])

    def outputs(self, predictor: LatentProcesses, inputs: Inputs) -> Matrix:
        return _log_odds(self.sides(predictor, inputs))

    def winners(self, predictor: LatentProcesses, inputs: Inputs) -> Index:
        # Of two classes the more probable one is on the side of the mean, whatever the variance.
        return decided(predictor.decision(inputs) if predictor.outputs == 1 else self.outputs(predictor, inputs))


@dataclass(frozen=True)
class Pairs(Separate):
    """Each pair of classes by a process of its own; the class with most votes wins."""

    def problems(self, codes: Index, classes: int) -> Sequence[ClassProblem]:
        return one_vs_one(codes, classes)

    def probabilities(self, predictor: LatentProcesses, inputs: Inputs) -> Matrix:
        raise ParameterError(
            "one_vs_one multi-class mode does not support predicting probability estimates. Use one_vs_rest mode "
            "instead, or softmax."
        )

    def outputs(self, predictor: LatentProcesses, inputs: Inputs) -> Matrix:
        return votes.one_vs_rest(predictor.decision(inputs))

    def winners(self, predictor: LatentProcesses, inputs: Inputs) -> Index:
        return decided(self.outputs(predictor, inputs))


@dataclass(frozen=True)
class Competing(Division):
    """One process for each class, all with one kernel, tied by the soft-max.

    Parameters
    ----------
    iterations
        Newton steps at most.
    """

    iterations: int

    def problems(self, codes: Index, classes: int) -> Sequence[ClassProblem]:
        return [ClassProblem(np.arange(len(codes)), np.eye(classes)[codes])]

    def approximation(self) -> Approximation:
        return SoftmaxLaplace(max_iterations=self.iterations)

    def predictor(
        self, kernels: Sequence[Kernel[Any]], inputs: Sequence[Inputs], found: Sequence[SoftmaxGaussian]
    ) -> SoftmaxProcesses:
        gaussian = found[0]
        mean = Expansion(kernels[0], inputs[0], gaussian.alpha, np.zeros(gaussian.alpha.shape[1]))
        return SoftmaxProcesses(mean, *gaussian.curvature.reductions())

    def probabilities(self, predictor: SoftmaxProcesses, inputs: Inputs) -> Matrix:
        return predictor.probabilities(inputs)


def _log_odds(probabilities: Matrix) -> Matrix:
    return np.asarray(logit(np.clip(probabilities, FARTHEST, 1.0 - FARTHEST)))


def _expansion(kernel: Kernel[Any], inputs: Inputs, found: LatentGaussian) -> GaussianExpansion:
    mean = Expansion(kernel, inputs, found.alpha[:, None], np.zeros(1))
    return GaussianExpansion(mean, kernel, (found.reduction(),))
