"""Fitted functions, frozen and ready to be asked about new examples."""

from typing import TYPE_CHECKING

from drupe.foundation.names_on_first_use import on_first_use

if TYPE_CHECKING:
    from drupe.predictors.coupling import coupled
    from drupe.predictors.expansion import Expansion
    from drupe.predictors.one_vs_one import OneVsOne
    from drupe.predictors.platt import Platt
    from drupe.predictors.predictor import Predictor
else:
    on_first_use(__name__)

__all__ = ["Expansion", "OneVsOne", "Platt", "Predictor", "coupled"]
