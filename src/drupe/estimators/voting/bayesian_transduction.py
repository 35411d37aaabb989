"""Bayesian transduction: every working point gets the label that most of version space gives it."""

from typing import Annotated, Any

import numpy as np
import numpy.typing as npt

from drupe.estimators.bayes_point.sampling_machine import SamplingMachine
from drupe.estimators.fitted import Fitted
from drupe.estimators.sample import Sample
from drupe.estimators.voting.labelling import Labelling
from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.randomness import RandomState
from drupe.foundation.shapes import Outputs
from drupe.predictors.strategies import BayesStrategy


class BayesianTransduction(SamplingMachine):
    """argmax over y of P(h(x) = y), h drawn from version space: the vote, with confidence 2P − 1.

    If the true classifier was drawn from the prior, no learning algorithm has fewer errors on average. The vote is
    not itself a classifier of the kernel's space; the one nearest to it is the Bayes point.

    Parameters
    ----------
    kernel, degree, gamma, coef0
        As in scikit-learn's SVC; `kernel` also takes any Kernel.
    sampler
        How to draw, as in BayesPointMachine.
    n_samples
        Votes; `drupe.solvers.samplers.diagnostics.votes_needed` says how many make a share exact enough.
    noise
        θ: the probability that a label is wrong, or "auto".
    diagonal
        λ, added to the diagonal of K.
    fit_intercept
        Whether there is a constant feature, whose weight is an offset.
    random_state
        Seed or generator.
    cache_size
        Megabytes for a Gram that is held while sampling.
    verbose
        Whether to show a bar on the terminal.
    n_jobs
        Threads, None for OpenMP's number.
    on_interrupt
        "raise", or "keep" for the samples so far, if every class has one.

    Attributes
    ----------
    predictor_
        The Bayes strategy: the vote.
    solution_
        The classifiers that were drawn, with their training errors.
    committee_
        The same classifiers as functions of new examples.
    noise_, gibbs_error_, n_samples_
        θ of each problem, mean training error of a sample, and how many samples there are.
    classes_, support_
        The classes, and the positions of the examples with a coefficient.

    Examples
    --------
    >>> voters = BayesianTransduction("linear", sampler="rejection", n_samples=4000, random_state=0)
    >>> labelling = voters.fit([[1, 0], [0, 1]], [1, -1]).transduce([[3, -3], [1, 1]])
    >>> labelling.labels[0], labelling.confidence.round(1).tolist()
    (np.int64(1), [1.0, 0.0])

    References
    ----------
    [Graepel02]_, section 7.1 and theorem 46; [Herbrich02]_, definition 3.7.
    """

    predictor_: Annotated[BayesStrategy, Outputs("scores")]

    def __init__(
        self,
        kernel: Any = "rbf",
        *,
        degree: int = 3,
        gamma: Any = "scale",
        coef0: float = 0.0,
        sampler: Any = "billiard",
        n_samples: int = 1000,
        noise: Any = 0.0,
        diagonal: float = 0.0,
        fit_intercept: bool = False,
        random_state: RandomState = None,
        cache_size: float = 400,
        verbose: bool = False,
        n_jobs: int | None = None,
        on_interrupt: str = "raise",
    ):
        self.kernel = kernel
        self.degree = degree
        self.gamma = gamma
        self.coef0 = coef0
        self.sampler = sampler
        self.n_samples = n_samples
        self.noise = noise
        self.diagonal = diagonal
        self.fit_intercept = fit_intercept
        self.random_state = random_state
        self.cache_size = cache_size
        self.verbose = verbose
        self.n_jobs = n_jobs
        self.on_interrupt = on_interrupt

    def transduce(self, X: Any) -> Labelling:
        """Labels for these working points, one by one and all together, with how sure they are."""
        new = self._new(X)
        return Labelling(self.classes_, self.committee_.answers(new), float(self.noise_.mean()))

    def predict(self, X: Any) -> npt.NDArray[Any]:
        """The label that most samples give to each example, the first class among equals."""
        new = self._new(X)
        return np.asarray(self.classes_[self.predictor_.answers(new)])

    def predict_proba(self, X: Any) -> Matrix:
        """The share of the samples that vote for each class, with the noise allowed for."""
        new = self._new(X)
        return self.predictor_.probabilities(new)

    def decision_function(self, X: Any) -> Matrix:
        """Minus the probability of an error, for each class; of two classes P(second) − P(first)."""
        return self._shaped(self._outputs(X))

    def confidence(self, X: Any) -> Vector:
        """2P − 1, P the probability of the label that is predicted."""
        return np.asarray(2.0 * self.predict_proba(X).max(axis=1) - 1.0)

    def _learn(self, sample: Sample) -> Fitted:
        sampled = self._sampled(sample)
        account = self._account(sampled, sample)
        vote = BayesStrategy(account["committee_"], float(sampled.draws.noise.mean()))
        return Fitted(vote, sampled.draws, account)
