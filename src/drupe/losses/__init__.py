"""Losses: what an output costs, how steep and how large that can be, and which noise it believes in."""

from typing import TYPE_CHECKING

from drupe.foundation.names_on_first_use import on_first_use

if TYPE_CHECKING:
    from drupe.losses.base import Loss, MarginLoss, ResidualLoss, Smoothness
    from drupe.losses.class_likelihoods import InverseLossLikelihood, PacLikelihood
    from drupe.losses.clipped_hinge import ClippedHinge
    from drupe.losses.cost_matrix import CostMatrix, TwoClassCosts
    from drupe.losses.domains import Domain
    from drupe.losses.exponential import Exponential
    from drupe.losses.hinge import Hinge, NegativeMargin, SquaredHinge
    from drupe.losses.huber import Huber
    from drupe.losses.insensitive import Absolute, EpsilonInsensitive, SquaredEpsilonInsensitive
    from drupe.losses.likelihoods import HingeLikelihood, InverseMarginLossLikelihood, Likelihood, LogisticLikelihood
    from drupe.losses.logistic import Logistic
    from drupe.losses.noise import Noise
    from drupe.losses.polynomial import PiecewisePolynomial, Polynomial
    from drupe.losses.squared import Squared
    from drupe.losses.zero_one import ZeroOne, disagreement
else:
    on_first_use(__name__)

__all__ = [
    "Absolute",
    "ClippedHinge",
    "CostMatrix",
    "Domain",
    "EpsilonInsensitive",
    "Exponential",
    "Hinge",
    "HingeLikelihood",
    "Huber",
    "InverseLossLikelihood",
    "InverseMarginLossLikelihood",
    "Likelihood",
    "Logistic",
    "LogisticLikelihood",
    "Loss",
    "MarginLoss",
    "NegativeMargin",
    "Noise",
    "PacLikelihood",
    "PiecewisePolynomial",
    "Polynomial",
    "ResidualLoss",
    "Smoothness",
    "Squared",
    "SquaredEpsilonInsensitive",
    "SquaredHinge",
    "TwoClassCosts",
    "ZeroOne",
    "disagreement",
]
