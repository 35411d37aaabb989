"""The Bayes point machine without samples: a Gaussian found by expectation propagation stands for version space."""

import time
import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

import numpy as np
import numpy.typing as npt
from scipy.special import ndtr
from sklearn.exceptions import ConvergenceWarning

from drupe.estimators.bayes_point.flip_rate import flip_rate
from drupe.estimators.bayes_point.version_space_machine import VERSION_SPACE_RANGES, VersionSpaceMachine
from drupe.estimators.fitted import Fitted
from drupe.estimators.ranges import POSITIVE, Range
from drupe.estimators.sample import Sample
from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.callers import stacklevel_outside
from drupe.foundation.parameters import Interval
from drupe.foundation.progress import share
from drupe.foundation.randomness import generator
from drupe.foundation.shapes import Outputs, Reals
from drupe.grams.base import Gram
from drupe.predictors.consistent import consistent
from drupe.predictors.expansion import Expansion
from drupe.predictors.gaussian_expansion import GaussianExpansion
from drupe.predictors.strategies import noisy
from drupe.predictors.winners import decided, winners
from drupe.solvers.expectation_propagation import ExpectationPropagation, GaussianBelief
from drupe.solvers.solution import Stop


@dataclass(frozen=True, eq=False)
class Beliefs:
    """The Gaussian of each problem, and how long they took."""

    problems: tuple[GaussianBelief, ...]
    seconds: float

    @property
    def log_evidence(self) -> float:
        """ln P(labels), summed over the problems."""
        return float(sum(belief.log_evidence for belief in self.problems))

    @property
    def stop(self) -> Stop:
        """Why the runs ended; the first that did not converge says."""
        return next((one.stop for one in self.problems if one.stop is not Stop.CONVERGED), Stop.CONVERGED)

    @property
    def converged(self) -> bool:
        """Whether all problems converged."""
        return self.stop is Stop.CONVERGED


class EPBayesPointMachine(VersionSpaceMachine):
    """f(x) = ⟨w, φ(x)⟩, w the mean at length one of the Gaussian nearest to the posterior, site by site.

    What BayesPointMachine estimates from samples, deterministically: no seed, no number of samples, no votes, but a
    variance for each output, P(y | x) from mean and variance, and the evidence P(labels), by which kernels and noise
    can be compared. It sees, unlike samples, that little is known far from the training examples.

    Parameters
    ----------
    kernel, degree, gamma, coef0
        As in scikit-learn's SVC; `kernel` also takes any Kernel.
    noise
        θ: the probability that a label is wrong, or "auto" for the rate under which the labels are most probable.
    diagonal
        λ, added to the diagonal of K.
    fit_intercept
        Whether there is a constant feature, whose weight is an offset.
    tol
        Largest change of a mean or a standard deviation at which the run ends.
    max_iter
        Rounds at most.
    cache_size
        Megabytes for a Gram that is held.
    verbose
        Whether to show a bar on the terminal.
    n_jobs
        Threads, None for OpenMP's number.
    on_interrupt
        "raise", or "keep" for the last round, if every class has one.

    Attributes
    ----------
    predictor_
        Means and variances of the outputs.
    solution_
        The Gaussian of each problem.
    log_evidence_
        ln P(labels), summed over the problems; without noise the logarithm of the volume of version space.
    lengths_, noise_
        ‖E[w]‖ before normalization and θ, for each problem.
    classes_, support_
        The classes, and the positions of the examples with a coefficient.

    Examples
    --------
    >>> machine = EPBayesPointMachine("linear").fit([[1, 0], [0, 1]], [1, 0])
    >>> machine.decision_function([[1, -1]]).round(4).tolist(), round(float(np.exp(machine.log_evidence_)), 4)
    ([1.4142], 0.25)

    References
    ----------
    [Minka01]_, chapter 5; [Graepel02]_, section 7.2.3.
    """

    _ranges: ClassVar[Mapping[str, Range]] = {
        **VERSION_SPACE_RANGES,
        "tol": POSITIVE,
        "max_iter": Interval(1, whole=True),
    }

    predictor_: Annotated[GaussianExpansion, Outputs("scores", "support")]
    solution_: Beliefs
    log_evidence_: float
    lengths_: Annotated[Vector, Reals("scores")]
    n_iter_: int

    def __init__(
        self,
        kernel: Any = "rbf",
        *,
        degree: int = 3,
        gamma: Any = "scale",
        coef0: float = 0.0,
        noise: Any = 0.0,
        diagonal: float = 0.0,
        fit_intercept: bool = False,
        tol: float = 1e-6,
        max_iter: int = 500,
        cache_size: float = 400,
        verbose: bool = False,
        n_jobs: int | None = None,
        on_interrupt: str = "raise",
    ):
        self.kernel = kernel
        self.degree = degree
        self.gamma = gamma
        self.coef0 = coef0
        self.noise = noise
        self.diagonal = diagonal
        self.fit_intercept = fit_intercept
        self.tol = tol
        self.max_iter = max_iter
        self.cache_size = cache_size
        self.verbose = verbose
        self.n_jobs = n_jobs
        self.on_interrupt = on_interrupt

    def decision_function(self, X: Any) -> Matrix:
        """⟨w, φ(x)⟩ of each class, one column each; of two classes one number, positive for the second."""
        return self._shaped(self._outputs(X))

    def predict(self, X: Any) -> npt.NDArray[Any]:
        """The class of each example."""
        new = self._new(X)
        return np.asarray(self.classes_[winners(self.predictor_.mean, new)])

    def predict_proba(self, X: Any) -> Matrix:
        """Φ(mean / deviation) of each class, normalized, with the noise allowed for; agrees with `predict`."""
        new = self._new(X)
        outputs = self.predictor_.decision(new)
        above = ndtr(self.lengths_ * outputs / np.sqrt(self.predictor_.variances(new)))
        shares = np.hstack([1.0 - above, above]) if above.shape[1] == 1 else above / above.sum(axis=1, keepdims=True)
        probabilities = noisy(shares, float(self.noise_.mean()))
        return consistent(probabilities, decided(outputs), np.tanh(np.abs(outputs).max(axis=1)))

    def _learn(self, sample: Sample) -> Fitted:
        # Sites may be very sharp: kernel values in single precision would not be positive definite enough.
        sample = sample.in_double()
        kernel = self._kernel(sample)
        gram = self._held(self._gram(kernel, sample), kernel)
        beliefs, noise = self._beliefs(gram, self._sign_rows(sample))
        self._report(beliefs)
        means = np.column_stack([belief.coefficients for belief in beliefs.problems])
        squared = np.array([belief.coefficients @ belief.outputs for belief in beliefs.problems])
        lengths = np.sqrt(np.maximum(squared, np.finfo(np.float64).tiny))  # zero where labels cancel each other
        alpha = means / lengths
        mean = Expansion(kernel, sample.inputs, alpha, self._offset(alpha), self.n_jobs)
        reductions = tuple(belief.reduction for belief in beliefs.problems)
        predictor = GaussianExpansion(mean, self._prior_kernel(kernel), reductions)
        attributes = {
            "support_": sample.positions.astype(np.int32),
            "log_evidence_": beliefs.log_evidence,
            "lengths_": lengths,
            "noise_": noise,
            "n_iter_": max(belief.iterations for belief in beliefs.problems),
        }
        return Fitted(predictor, beliefs, attributes)

    def _beliefs(self, gram: Gram, rows: Matrix) -> tuple[Beliefs, npt.NDArray[np.float64]]:
        began = time.perf_counter()
        noise = np.array([self._noise_of(gram, signs) for signs in rows])
        found: list[GaussianBelief] = []
        with self._watch() as watch:
            for signs, theta in zip(rows, noise, strict=True):
                method = ExpectationPropagation(float(theta), float(self.tol), int(self.max_iter))
                told = share(watch.progress, len(found), len(rows))
                found.append(method.solve(gram, signs, progress=told, keep=watch.keeping))
                if found[-1].stop is Stop.INTERRUPTED and len(found) < len(rows):
                    raise KeyboardInterrupt
            watch.end(found[-1].stop is not Stop.INTERRUPTED)
        return Beliefs(tuple(found), time.perf_counter() - began), noise

    def _noise_of(self, gram: Gram, signs: Any) -> float:
        # The few hundred examples that a rate is estimated from are the same at every fit: nothing here is random.
        return flip_rate(gram, signs, generator(0)) if isinstance(self.noise, str) else float(self.noise)

    def _report(self, beliefs: Beliefs) -> None:
        if beliefs.converged:
            return
        worst = max(belief.change for belief in beliefs.problems)
        warnings.warn(
            f"{type(self).__name__} {beliefs.stop.value}; the last round still moved an output by {worst:.1e} of the "
            f"length of its example, where tol = {self.tol:g}. Allow more rounds, or more noise.",
            ConvergenceWarning,
            stacklevel=stacklevel_outside(),
        )
