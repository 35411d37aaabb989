"""What scikit-learn calls the parts of a fitted Gaussian process, and how it tells that a matrix is not positive."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from drupe.estimators.gaussian_process.scikit_learn.theta_space import ThetaSpace
from drupe.estimators.gaussian_process.search_space import SearchSpace
from drupe.foundation.arrays import Matrix, Vector
from drupe.predictors.landmark_posterior import LandmarkPosterior
from drupe.predictors.posterior import Posterior
from drupe.solvers.cholesky import NotPositiveError


class ScikitLearnNames:
    """Attributes of scikit-learn's regressor, by what drupe's has."""

    predictor_: Posterior
    dual_coef_: Matrix
    log_evidence_: float

    @property
    def log_marginal_likelihood_value_(self) -> float:
        """`log_evidence_` by scikit-learn's name."""
        return self.log_evidence_

    @property
    def alpha_(self) -> Matrix:
        """`dual_coef_` by scikit-learn's name."""
        return self.dual_coef_

    @property
    def L_(self) -> Matrix:
        """The lower triangle of which the kernel matrix with what is added to its diagonal is the square."""
        if isinstance(self.predictor_, LandmarkPosterior):
            raise AttributeError("a process from landmarks has no triangle of all examples.")
        return self.predictor_.factor

    @property
    def X_train_(self) -> Any:
        """The training examples, or the landmarks."""
        return self.predictor_.space.raw()

    @property
    def _y_train_std(self) -> Vector:
        """What scikit-learn calls the units of the targets."""
        return self.predictor_.scale


@contextmanager
def told_in_its_words(space: SearchSpace | ThetaSpace) -> Iterator[None]:
    """A matrix that is not positive is told in scikit-learn's words, too, if the kernel is one of its own."""
    try:
        yield
    except NotPositiveError as cause:
        if isinstance(space, SearchSpace):
            raise
        raise NotPositiveError(
            f"The kernel, {space.original}, is not returning a positive definite matrix. Try gradually increasing the "
            f"'alpha' parameter of your GaussianProcessRegressor estimator. In drupe's words: {cause}"
        ) from cause
