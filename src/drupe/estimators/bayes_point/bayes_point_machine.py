"""The Bayes point machine: the one classifier in the middle of all that agree with the labels."""

from collections.abc import Sequence
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt

from drupe.estimators.bayes_point.center import Center, mean_weights, spherical_weights
from drupe.estimators.bayes_point.drawing import Drawn
from drupe.estimators.bayes_point.sampling_machine import SamplingMachine
from drupe.estimators.declaration import declared, learned, parameter
from drupe.estimators.fitted import Fitted
from drupe.estimators.ranges import OneOf
from drupe.estimators.sample import Sample
from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.budget import DEFAULT_BYTES, require
from drupe.foundation.shapes import Outputs, Reals
from drupe.grams.base import Gram
from drupe.predictors.consistent import consistent
from drupe.predictors.expansion import Expansion
from drupe.predictors.winners import decided, winners


@declared
class BayesPointMachine(SamplingMachine):
    """f(x) = ⟨w, φ(x)⟩ with w = Σᵢ wᵢ / ‖Σᵢ wᵢ‖ over N unit vectors wᵢ drawn from version space.

    Version space holds the directions that agree with all labels, or with `noise` = θ all directions, one with e
    training errors weighted by θᵉ(1 − θ)ⁿ⁻ᵉ. Its center of mass is close to the Bayes point, the classifier that
    agrees best with the vote of all of version space. Rescaling an example, repeating it or the order of examples
    change nothing. Several classes are told apart one against the rest, by the largest output; each has ‖w‖ = 1.

    Parameters
    ----------
    n_samples
        N, for each class.
    center
        "mean" for the center of mass, "spherical" for the w that minimizes the mean angle to the samples: the Bayes
        point itself if examples come from all directions of feature space alike.

    Attributes
    ----------
    predictor_
        The expansion of w: one column for two classes, else one for each class.
    lengths_
        ‖Σᵢ wᵢ‖ / N for each class before normalization: near 1 where version space is small.

    Notes
    -----
    The outputs of [Graepel02]_ for several classes are the means of the samples' outputs: `decision_function` times
    `lengths_`. `predict_proba` is the vote of the samples, moved as little as possible where it would contradict
    `predict`. Samples see only the span of the training examples.

    Examples
    --------
    >>> machine = BayesPointMachine("linear", sampler="rejection", n_samples=2000, random_state=0)
    >>> machine = machine.fit([[1, 0], [0, 1]], [1, 0])
    >>> machine.decision_function([[1, -1]]).round(1).tolist()  # version space is a quarter of the circle
    [1.4]

    References
    ----------
    [Herbrich02]_, section 3.4 and algorithm 10; [Graepel02]_, sections 7.2, 9.2 and appendix A.9; [Cristianini00]_,
    section 4.5 (center of mass).
    """

    center: str = parameter(OneOf(*(center.value for center in Center)), default="mean", before="fit_intercept")

    predictor_: Annotated[Expansion, Outputs("scores")] = learned()
    lengths_: Annotated[Vector, Reals("scores")] = learned()

    def decision_function(self, X: Any) -> Matrix:
        """⟨w, φ(x)⟩ of each class, one column each; of two classes one number, positive for the second."""
        return self._shaped(self._outputs(X))

    def predict(self, X: Any) -> npt.NDArray[Any]:
        """The class of each example."""
        new = self._new(X)
        return np.asarray(self.classes_[winners(self._functions(), new)])

    def predict_proba(self, X: Any) -> Matrix:
        """The share of the samples that vote for each class, with the noise allowed for; agrees with `predict`."""
        new = self._new(X)
        outputs = self.predictor_.decision(new)
        confidence = np.tanh(np.abs(outputs).max(axis=1))
        return consistent(self._vote().probabilities(new), decided(outputs), confidence)

    def _functions(self) -> Expansion:
        assert isinstance(self.predictor_, Expansion)  # what _learn makes
        return self.predictor_

    def _rule(self) -> Expansion:
        return self._functions()

    def _middle(self, n: int) -> Vector:
        # Only examples with a coefficient are remembered as centers; the draws know which they are.
        coefficients = np.asarray(self._functions().coefficients[:, 0])
        used = self.solution_.support()
        if len(used) > len(coefficients):
            used = np.flatnonzero(np.asarray(self.solution_.coefficients[0].sum(axis=0)).ravel())
        alpha = np.zeros(n)
        alpha[used] = coefficients
        return alpha

    def _learn(self, sample: Sample) -> Fitted:
        sampled = self._sampled(sample)
        alpha, lengths = centers(sampled.drawn, sampled.gram, Center(self.center))
        chosen = np.flatnonzero(alpha.any(axis=1))
        kept = np.ascontiguousarray(alpha[chosen])
        predictor = Expansion(sampled.kernel, sample.inputs.take(chosen), kept, self._offset(kept), self.n_jobs)
        return Fitted(predictor, sampled.draws, {**self._account(sampled, sample), "lengths_": lengths})


def centers(drawn: Sequence[Drawn], gram: Gram, center: Center) -> tuple[Matrix, Vector]:
    """Coefficients of the center of each problem, at length one, a column each; and the lengths before."""
    weights = [_weights(one, gram, center) for one in drawn]
    alpha = np.column_stack([one.coefficients.T @ weight for one, weight in zip(drawn, weights, strict=True)])
    outputs = [weight @ one.outputs for one, weight in zip(drawn, weights, strict=True) if one.outputs is not None]
    if len(outputs) == len(drawn):
        squared = np.einsum("ij,ji->j", alpha, np.array(outputs))
    else:
        support = np.flatnonzero(alpha.any(axis=1))
        squared = np.einsum("ij,ij->j", alpha[support], gram.take(support).product(alpha[support]))
    lengths = np.sqrt(np.maximum(squared, np.finfo(np.float64).tiny))
    return alpha / lengths, lengths


def _weights(drawn: Drawn, gram: Gram, center: Center) -> Vector:
    return spherical_weights(_products(drawn, gram)) if center is Center.SPHERICAL else mean_weights(len(drawn))


def _products(drawn: Drawn, gram: Gram) -> Matrix:
    """⟨wᵢ, wⱼ⟩ of the classifiers of one problem."""
    require(8 * len(drawn) ** 2, DEFAULT_BYTES, f"all angles of {len(drawn)} samples", "draw fewer, or center='mean'.")
    if drawn.outputs is not None:
        return np.asarray(drawn.coefficients @ drawn.outputs.T)
    support = np.unique(drawn.coefficients.indices)
    dense = drawn.coefficients[:, support].toarray()
    return np.asarray(dense @ gram.take(support).product(dense.T))
