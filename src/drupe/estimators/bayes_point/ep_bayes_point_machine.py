"""The Bayes point machine without samples: a Gaussian found by expectation propagation stands for version space."""

import time
import warnings
from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
from scipy.special import ndtr
from sklearn.exceptions import ConvergenceWarning

from drupe.estimators.bayes_point.flip_rate import flip_rate
from drupe.estimators.bayes_point.version_space_machine import DIFFERENT, VersionSpaceMachine
from drupe.estimators.declaration import declared, learned, parameter
from drupe.estimators.fitted import Fitted
from drupe.estimators.ranges import POSITIVE
from drupe.estimators.sample import Sample
from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.foundation.callers import stacklevel_outside
from drupe.foundation.errors import InputError
from drupe.foundation.parameters import Interval
from drupe.foundation.progress import share
from drupe.foundation.randomness import generator
from drupe.foundation.shapes import Outputs, Reals
from drupe.grams.base import Gram
from drupe.inputs.base import Inputs
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


@declared
class EPBayesPointMachine(VersionSpaceMachine):
    """f(x) = ⟨w, φ(x)⟩, w the mean at length one of the Gaussian nearest to the posterior, site by site.

    What BayesPointMachine estimates from samples, deterministically: no seed, no number of samples, no votes, but a
    variance for each output, P(y | x) from mean and variance, and the evidence P(labels), by which kernels and noise
    can be compared. It sees, unlike samples, that little is known far from the training examples.

    Parameters
    ----------
    tol
        Largest change of a mean or a standard deviation at which the run ends.
    max_iter
        Rounds at most.
    on_interrupt
        Whether Ctrl-C raises, "raise", or keeps the last round, "keep", if every class has one.

    Attributes
    ----------
    predictor_
        Means and variances of the outputs.
    solution_
        The Gaussian of each problem.
    log_evidence_
        ln P(labels), summed over the problems; without noise the logarithm of the volume of version space.
    n_iter_
        Rounds of the longest run.
    lengths_
        ‖E[w]‖ before normalization, for each problem.

    Examples
    --------
    >>> machine = EPBayesPointMachine("linear").fit([[1, 0], [0, 1]], [1, 0])
    >>> machine.decision_function([[1, -1]]).round(4).tolist(), round(float(np.exp(machine.log_evidence_)), 4)
    ([1.4142], 0.25)

    References
    ----------
    [Minka01]_, chapter 5; [Graepel02]_, section 7.2.3.
    """

    tol: float = parameter(POSITIVE, default=1e-6)
    max_iter: int = parameter(Interval(1, whole=True), default=500)

    predictor_: Annotated[GaussianExpansion, Outputs("scores", "support")] = learned()
    solution_: Beliefs = learned()
    log_evidence_: float = learned()
    lengths_: Annotated[Vector, Reals("scores")] = learned()
    n_iter_: int = learned()

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

    def _functions(self) -> Expansion:
        return self.predictor_.mean

    def _rule(self) -> Expansion:
        return self.predictor_.mean

    def _middle(self, n: int) -> Vector:
        return np.asarray(self.predictor_.mean.coefficients[:, 0])

    def _recognize(self, inputs: Inputs, codes: Index) -> None:
        # Every example pulls the mean to the side of its label.
        pulls = self.predictor_.mean.coefficients[:, 0] * np.where(codes == 1, 1.0, -1.0)
        if pulls.min() < -DIFFERENT * np.abs(pulls).max():
            raise InputError("y does not hold the labels that the model was fitted on, or not in their order.")

    def _believed_volume(self) -> str:
        return (
            f"it needs the volume of version space, of which expectation propagation has an estimate, "
            f"ln P = {self.log_evidence_:.4g}, but no limit of its error; version_space_gibbs measures it"
        )
