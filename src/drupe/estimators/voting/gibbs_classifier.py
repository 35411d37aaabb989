"""The Gibbs strategy as a machine: every answer by a classifier drawn anew from version space."""

from typing import Annotated, Any

import numpy as np
import numpy.typing as npt

from drupe.estimators.bayes_point.sampling_machine import SamplingMachine
from drupe.estimators.fitted import Fitted
from drupe.estimators.sample import Sample
from drupe.foundation.lots import Lots
from drupe.foundation.randomness import RandomState, generator
from drupe.foundation.shapes import Outputs
from drupe.predictors.strategies import GibbsStrategy


class GibbsClassifier(SamplingMachine):
    """h(x), h drawn from version space for each x: the rule that PAC-Bayesian theorems speak of.

    Its error is the mean error of version space; the vote errs at most twice as often. Answers are random, and asking
    again may give another one: with a seed, equal programs get equal answers, as long as the fitted machine is not
    copied or loaded from a file, which draws lots of its own.

    Parameters
    ----------
    kernel, degree, gamma, coef0
        As in scikit-learn's SVC; `kernel` also takes any Kernel.
    sampler
        How to draw, as in BayesPointMachine.
    n_samples
        Classifiers among which the lot decides.
    noise
        θ: the probability that a label is wrong, or "auto".
    diagonal
        λ, added to the diagonal of K.
    fit_intercept
        Whether there is a constant feature, whose weight is an offset.
    random_state
        Seed or generator, for the classifiers and for the lots.
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
        The Gibbs strategy.
    solution_, committee_, noise_, gibbs_error_, n_samples_, classes_, support_
        As in BayesianTransduction.

    Examples
    --------
    >>> lots = GibbsClassifier("linear", sampler="rejection", n_samples=10, random_state=0)
    >>> lots.fit([[1, 0], [0, 1]], [1, -1]).predict([[3, 0], [0, 3]]).tolist()
    [1, -1]

    References
    ----------
    [Graepel02]_, section 3.2.3; [Herbrich02]_, definition 3.8.
    """

    predictor_: Annotated[GibbsStrategy, Outputs("scores")]

    def __init__(
        self,
        kernel: Any = "rbf",
        *,
        degree: int = 3,
        gamma: Any = "scale",
        coef0: float = 0.0,
        sampler: Any = "billiard",
        n_samples: int = 100,
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

    def predict(self, X: Any) -> npt.NDArray[Any]:
        """The label that a sample, drawn for each example, gives to it."""
        new = self._new(X)
        return np.asarray(self.classes_[self.predictor_.answers(new)])

    def error(self, X: Any, y: Any) -> float:
        """The mean share of errors of the samples: what `predict` gets wrong on average over all lots."""
        new = self._new(X)
        return float(np.mean(self.classes_[self.committee_.answers(new)] != np.asarray(y)[:, None]))

    def _learn(self, sample: Sample) -> Fitted:
        sampled = self._sampled(sample)
        account = self._account(sampled, sample)
        strategy = GibbsStrategy(account["committee_"], Lots.planted(generator(self.random_state)))
        return Fitted(strategy, sampled.draws, account)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.non_deterministic = True
        return tags
