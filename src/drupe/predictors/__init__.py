"""Fitted functions, frozen and ready to be asked about new examples."""

from drupe.predictors.coupling import coupled
from drupe.predictors.expansion import Expansion
from drupe.predictors.one_vs_one import OneVsOne
from drupe.predictors.platt import Platt
from drupe.predictors.predictor import Predictor

__all__ = ["Expansion", "OneVsOne", "Platt", "Predictor", "coupled"]
