"""Bayesian transduction: every working point gets the label that most of version space gives it."""

from typing import Annotated, Any

import numpy as np
import numpy.typing as npt

from drupe.estimators.bayes_point.sampling_machine import SamplingMachine
from drupe.estimators.declaration import declared, learned
from drupe.estimators.fitted import Fitted
from drupe.estimators.sample import Sample
from drupe.estimators.voting.labelling import Labelling
from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.shapes import Outputs
from drupe.predictors.strategies import BayesStrategy


@declared
class BayesianTransduction(SamplingMachine):
    """argmax over y of P(h(x) = y), h drawn from version space: the vote, with confidence 2P − 1.

    If the true classifier was drawn from the prior, no learning algorithm has fewer errors on average. The vote is
    not itself a classifier of the kernel's space; the one nearest to it is the Bayes point.

    Parameters
    ----------
    n_samples
        Votes; `drupe.solvers.samplers.diagnostics.votes_needed` says how many make a share exact enough.

    Attributes
    ----------
    predictor_
        The Bayes strategy: the vote.

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

    n_samples: int = 1000

    predictor_: Annotated[BayesStrategy, Outputs("scores")] = learned()

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
