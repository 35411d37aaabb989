"""Relevance vector classification: few kernel functions, and probabilities that know how sure they are."""

from dataclasses import replace
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt

from drupe.estimators.declaration import declared, learned
from drupe.estimators.fitted import Fitted
from drupe.estimators.largest_output import LargestOutput, class_signs
from drupe.estimators.linear_rule import ALL_COUNT, linear_evidence
from drupe.estimators.relevance.relevance_machine import RelevanceMachine, relevant
from drupe.estimators.sample import Sample
from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.foundation.shapes import Counted, Outputs, Reals, Wholes
from drupe.inputs.base import Inputs
from drupe.kernels.base import Kernel
from drupe.predictors.moderated_logistic import log_odds, moderated
from drupe.predictors.sparse_gaussian import SparseGaussian
from drupe.solvers.relevance.evidence_climb import RelevanceSolution
from drupe.solvers.relevance.likelihoods import Likelihood, LogisticClasses
from drupe.witness.evidence import Evidence
from drupe.witness.kept import Kept, KeptInOrder


@declared
class RelevanceVectorClassifier(LargestOutput, RelevanceMachine):
    """P(y | x) = E[1 / (1 + exp(−y f(x)))], f = Σⱼ wⱼ k(·, zⱼ), wⱼ ~ N(0, θⱼ), with θ that make y most probable.

    Most θⱼ become zero, and their functions go: what is left are the relevance vectors. Unlike support vectors they lie
    among their class, not along the boundary, and unlike those they are no compression of the sample: trained on them
    alone the machine is another one. More than two classes are told apart one against the rest.

    Attributes
    ----------
    relevance_
        Positions of the relevance vectors in X; among `centers`, if these are given; of columns without a kernel.
    dual_coef_
        Their weights, one row for each function.
    intercept_
        The weight of the constant, one for each function; 0 if it is not one of the functions, or of no use.
    log_evidence_
        ln P(y | θ) by Laplace's approximation, summed over the functions.
    kernel_
        The kernel.
    solution_
        What was found for each function.
    n_iter_
        Looks at all functions, in all.
    classes_
        The classes.

    Notes
    -----
    θⱼ = μⱼ² / ζⱼ holds with μ the mode of w and ζⱼ = 1 − Σⱼⱼ / θⱼ, Σ the covariance of the Gaussian there: the fixed
    point of algorithm 7, with the Hessian as in appendix B.8.5. Example weights count repetitions.

    Functions come and go by what the evidence of that Gaussian gains. Before the end the best few that are left are
    tried in truth, with the mode found anew; `solution_[i].gain` is the most that one of them gains, which may exceed
    `tol`: such a function is left out where the fixed point that it leads to lies lower. A function of which the
    Gaussian promises nothing is not tried, though it might gain, too.

    `decision_function` is the logit ln p/(1 − p) of the averaged probability, not the weighted sum f, whose size it
    shrinks where f is in doubt.

    Examples
    --------
    >>> X, y = [[0.0], [1.0], [2.0], [3.0], [4.0], [5.0]], ["a", "a", "a", "b", "b", "b"]
    >>> machine = RelevanceVectorClassifier(gamma=0.2).fit(X, y)
    >>> machine.predict([[0.5], [4.5]]).tolist(), len(machine.relevance_) < 4
    (['a', 'b'], True)

    References
    ----------
    [Herbrich02]_, section 3.3 and algorithm 7; [Tipping01]_, section 3; [Tipping03]_, section 4.
    """

    predictor_: Annotated[SparseGaussian, Outputs("scores", "relevance")] = learned()
    solution_: Annotated[tuple[RelevanceSolution, ...], Counted("scores")] = learned()
    relevance_: Annotated[npt.NDArray[np.int32], Wholes("relevance", once=True)] = learned()
    dual_coef_: Annotated[Matrix, Reals("scores", "relevance")] = learned()
    intercept_: Annotated[Vector, Reals("scores")] = learned()
    log_evidence_: float = learned()
    kernel_: Kernel[Any] = learned()
    n_iter_: int = learned()

    def predict_proba(self, X: Any) -> Matrix:
        """P(class | x), averaged over all that the weights may be; of more than two classes normalized.

        Where both of two classes have ½ `predict` says the second, as wherever an output is zero.
        """
        above = moderated(*self._gaussians(X))
        if above.shape[1] == 1:
            return np.hstack([1.0 - above, above])
        total = above.sum(axis=1, keepdims=True)
        return np.asarray(np.divide(above, total, out=np.full(above.shape, 1.0 / above.shape[1]), where=total > 0.0))

    def predict_log_proba(self, X: Any) -> Matrix:
        """Logarithms of `predict_proba`."""
        with np.errstate(divide="ignore"):
            return np.log(self.predict_proba(X))

    def _gaussians(self, X: Any) -> tuple[Matrix, Matrix]:
        """Means and variances of the functions at new examples."""
        new = self._new(X)
        return self.predictor_.decision(new), self.predictor_.variances(new)

    def _outputs(self, X: Any) -> Matrix:
        """ln p/(1 − p) for the averaged probabilities p: functions are not equally sure of themselves everywhere."""
        return log_odds(*self._gaussians(X))

    def _learn(self, sample: Sample) -> Fitted:
        sample = sample.in_double()
        functions = self._functions(sample)
        signs = class_signs(sample.targets, len(self.classes_))
        likelihoods: list[Likelihood] = [LogisticClasses(np.maximum(one, 0.0), sample.weights) for one in signs.T]
        solutions = self._climbed(functions, likelihoods)
        found = relevant(functions, solutions, 1.0, 0.0, self.n_jobs)
        attributes = {
            "relevance_": found.positions.astype(np.int32),
            "dual_coef_": np.ascontiguousarray(found.coefficients.T),
            "intercept_": found.offsets,
            "log_evidence_": sum(one.log_evidence for one in solutions),
            "kernel_": functions.kernel,
            "n_iter_": sum(one.iterations for one in solutions),
        }
        return Fitted(found.predictor, tuple(solutions), attributes)

    def _evidence(self, inputs: Inputs, codes: Index) -> Evidence:
        """No compression: weights and what was kept depend on all examples."""
        known = linear_evidence(self, self.predictor_, inputs, codes)
        return replace(known, missing={**known.missing, Kept: ALL_COUNT, KeptInOrder: ALL_COUNT})

    def _check_labels(self, signs: Vector) -> None:
        """Nothing to find: a relevance vector may pull the function away from its own label."""
        return
