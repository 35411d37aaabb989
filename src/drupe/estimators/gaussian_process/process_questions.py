"""What scikit-learn's users ask a fitted Gaussian process classifier, beside its predictions."""

from typing import Any

import numpy as np
from sklearn.utils.validation import check_is_fitted

from drupe.estimators.gaussian_process.class_evidence import ClassEvidence
from drupe.estimators.gaussian_process.class_marginals import mean_evidence
from drupe.estimators.gaussian_process.class_search import ClassHeight
from drupe.estimators.gaussian_process.scikit_learn.theta_space import ThetaSpace
from drupe.estimators.gaussian_process.scikit_learn.wrapped import is_of_scikit_learn
from drupe.estimators.gaussian_process.search_space import SearchSpace
from drupe.foundation.arrays import Vector
from drupe.foundation.errors import ParameterError


class ProcessQuestions:
    """The evidence at other parameters, and outputs with their variances."""

    predictor_: Any
    solution_: Any
    kernel_: Any
    log_evidence_: float
    n_classes_: int

    def latent_mean_and_variance(self, X: Any) -> tuple[Vector, Vector]:
        """Mean and variance of f(x), of two classes."""
        machine: Any = self
        new = machine._new(X)
        if machine.n_classes_ > 2:
            raise ParameterError(
                "Returning the mean and variance of the latent function f is only supported for binary classification, "
                f"received {self.n_classes_} classes."
            )
        return self.predictor_.decision(new)[:, 0], self.predictor_.variances(new)[:, 0]

    def log_marginal_likelihood(self, theta: Any = None, eval_gradient: bool = False, clone_kernel: bool = True) -> Any:
        """`log_marginal_likelihood_value_`, or that at other parameters, with its slopes in them if asked for.

        `theta` is that of scikit-learn's kernel, and `clone_kernel` whether `kernel_` keeps its own; for a kernel of
        drupe it is a point of the search, whose coordinates `solution_` names. Of several problems the mean is taken.
        """
        check_is_fitted(self)
        if theta is None:
            if eval_gradient:
                raise ParameterError("Gradient can only be evaluated for theta!=None; pass kernel_.theta.")
            return self.log_marginal_likelihood_value_
        found = mean_evidence(self._heights(), theta, eval_gradient)
        if not clone_kernel and is_of_scikit_learn(self.kernel_):
            self.kernel_.theta = np.resize(np.asarray(theta, dtype=np.float64), len(self.kernel_.theta))
        return found

    @property
    def log_marginal_likelihood_value_(self) -> float:
        """The mean of ln P(labels) over the problems; of two classes, `log_evidence_`."""
        return float(self.log_evidence_ / len(self.solution_.problems))

    @property
    def X_train_(self) -> Any:
        """The training examples; of pairs of classes those of the first pair."""
        return self.predictor_.space.raw()

    def _fitted_space(self) -> SearchSpace | ThetaSpace:
        """What `theta` stands for, where there is one problem."""
        heights = self._heights()
        if len(heights) > 1:
            raise ParameterError(
                f"each of {len(heights)} problems has parameters, and an evidence, of its own; take two classes, or "
                "multi_class='softmax'."
            )
        return heights[0].space

    def _heights(self) -> list[ClassHeight]:
        """The evidence of each fitted problem as a function of `theta`."""
        machine: Any = self
        division = machine._division()
        problems = division.problems(machine.y_train_, machine.n_classes_)
        kernels = _one_each(machine.kernel_, len(problems))
        return [
            ClassHeight(
                ClassEvidence(examples, problem.labels, division.approximation(), machine._budget),
                _space(kernel, examples),
            )
            for examples, problem, kernel in zip(machine.predictor_.spaces, problems, kernels, strict=True)
        ]


def _one_each(kernel: Any, problems: int) -> list[Any]:
    """The kernels of all problems, from `kernel_`."""
    if problems == 1:
        return [kernel]
    return list(kernel.kernels if is_of_scikit_learn(kernel) else kernel)


def _space(kernel: Any, examples: Any) -> SearchSpace | ThetaSpace:
    return ThetaSpace.of(kernel, examples.dimension) if is_of_scikit_learn(kernel) else SearchSpace.of(kernel)
