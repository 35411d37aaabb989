"""Likelihoods of a label given a real output, each the other face of a margin loss."""

from abc import ABC, abstractmethod
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Vector
from drupe.foundation.parameters import Checked, Interval, check, positive
from drupe.losses.base import MarginLoss
from drupe.losses.hinge import Hinge
from drupe.losses.logistic import Logistic


class Likelihood(Checked, ABC):
    """How well a real output t explains a label y = ±1."""

    @property
    def normalized(self) -> bool:
        """Whether both labels' likelihoods sum to one at every output, so that they are probabilities."""
        return True

    @abstractmethod
    def log_likelihood(self, outputs: npt.ArrayLike, signs: npt.ArrayLike) -> Vector:
        """The logarithm of the likelihood of each label."""

    def likelihood(self, outputs: npt.ArrayLike, signs: npt.ArrayLike) -> Vector:
        """The likelihood of each label; its probability if `normalized`."""
        return np.exp(self.log_likelihood(outputs, signs))

    def total(self, outputs: npt.ArrayLike) -> Vector:
        """The sum over both labels at each output."""
        return self.likelihood(outputs, 1.0) + self.likelihood(outputs, -1.0)


@dataclass(frozen=True)
class InverseMarginLossLikelihood(Likelihood):
    """P(y | t) = exp(−loss(y t) / beta) / (exp(−loss(t) / beta) + exp(−loss(−t) / beta)).

    The likelihood that any loss of margins gives once both labels are made to sum to one.

    Parameters
    ----------
    loss
        A loss of the margin.
    beta
        Noise level; towards infinity both labels are equally likely.

    Examples
    --------
    >>> from drupe.losses.hinge import NegativeMargin
    >>> round(float(InverseMarginLossLikelihood(NegativeMargin()).likelihood(0.5, 1)), 6)  # 1 / (1 + 1/e)
    0.731059

    References
    ----------
    [Herbrich02]_, definition 3.2 and remark 3.13.
    """

    loss: MarginLoss
    beta: float = positive(1.0)

    def log_likelihood(self, outputs: npt.ArrayLike, signs: npt.ArrayLike) -> Vector:
        same, other = (
            -self.loss.value(sign * np.asarray(outputs, dtype=np.float64), signs) / self.beta for sign in (1, -1)
        )
        return np.asarray(same - np.logaddexp(same, other))


@dataclass(frozen=True)
class LogisticLikelihood(Likelihood):
    """P(y | t) = 1 / (1 + exp(−y t / beta)).

    Parameters
    ----------
    beta
        Noise level: outputs below it are uncertain. Towards zero the label is the sign of the output.

    Notes
    -----
    The book's main text has 2 y t / β in the exponent, its appendix and its algorithm y t / β. This is the latter;
    see `from_main_text`.

    Examples
    --------
    >>> float(LogisticLikelihood().likelihood(0.0, 1))
    0.5

    References
    ----------
    [Herbrich02]_, appendix B.7; eq. 3.16 for the main text.
    """

    beta: float = positive(1.0)

    @classmethod
    def from_main_text(cls, beta: float) -> "LogisticLikelihood":
        """exp(2yt/β) / (1 + exp(2yt/β)): the same family with half the beta."""
        check("LogisticLikelihood", "beta", beta, Interval(0.0, closed_low=False))
        return cls(beta / 2.0)

    @property
    def loss(self) -> Logistic:
        """Minus the logarithm of the likelihood."""
        return Logistic(rate=1.0 / self.beta)

    def log_likelihood(self, outputs: npt.ArrayLike, signs: npt.ArrayLike) -> Vector:
        return -self.loss.value(outputs, signs)


@dataclass(frozen=True)
class HingeLikelihood(Likelihood):
    """exp(−max(1 − y t, 0)), which is not a probability: the labels' sum depends on t.

    The reason why a support vector machine is not the mode of a posterior under a proper model of labels.

    Examples
    --------
    >>> HingeLikelihood().normalized, round(float(HingeLikelihood().total(0.0)), 4)  # 2/e
    (False, 0.7358)

    References
    ----------
    [Herbrich02]_, section 3.2.2.
    """

    @property
    def normalized(self) -> bool:
        return False

    def log_likelihood(self, outputs: npt.ArrayLike, signs: npt.ArrayLike) -> Vector:
        return -Hinge().value(outputs, signs)
