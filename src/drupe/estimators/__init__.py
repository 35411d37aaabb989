"""scikit-learn's face: one file per machine, composition only."""

from typing import TYPE_CHECKING

from drupe.foundation.names_on_first_use import on_first_use

if TYPE_CHECKING:
    from drupe.estimators.base import Classifier, Machine, Regressor
    from drupe.estimators.fitted import Fitted
    from drupe.estimators.kernel_choice import KernelChoice
    from drupe.estimators.sample import Sample
    from drupe.estimators.warnings import FitWarning
else:
    on_first_use(__name__)

__all__ = ["Classifier", "FitWarning", "Fitted", "KernelChoice", "Machine", "Regressor", "Sample"]
