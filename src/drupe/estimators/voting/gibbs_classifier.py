"""The Gibbs strategy as a machine: every answer by a classifier drawn anew from version space."""

from typing import Annotated, Any

import numpy as np
import numpy.typing as npt

from drupe.estimators.bayes_point.sampling_machine import SamplingMachine
from drupe.estimators.declaration import declared, learned
from drupe.estimators.fitted import Fitted
from drupe.estimators.sample import Sample
from drupe.foundation.lots import Lots
from drupe.foundation.randomness import generator
from drupe.foundation.shapes import Outputs
from drupe.predictors.strategies import GibbsStrategy


@declared
class GibbsClassifier(SamplingMachine):
    """h(x), h drawn from version space for each x: the rule that PAC-Bayesian theorems speak of.

    Its error is the mean error of version space; the vote errs at most twice as often. Answers are random, and asking
    again may give another one: with a seed, equal programs get equal answers, as long as the fitted machine is not
    copied or loaded from a file, which draws lots of its own.

    Parameters
    ----------
    n_samples
        Classifiers among which the lot decides.
    random_state
        Seed or generator, for the classifiers and for the lots.

    Attributes
    ----------
    predictor_
        The Gibbs strategy.

    Examples
    --------
    >>> lots = GibbsClassifier("linear", sampler="rejection", n_samples=10, random_state=0)
    >>> lots.fit([[1, 0], [0, 1]], [1, -1]).predict([[3, 0], [0, 3]]).tolist()
    [1, -1]

    References
    ----------
    [Graepel02]_, section 3.2.3; [Herbrich02]_, definition 3.8.
    """

    predictor_: Annotated[GibbsStrategy, Outputs("scores")] = learned()

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
