"""scikit-learn's face: one file per machine, composition only."""

from drupe.estimators.base import Classifier, Machine, Regressor
from drupe.estimators.fitted import Fitted
from drupe.estimators.kernel_choice import KernelChoice
from drupe.estimators.sample import Sample
from drupe.estimators.warnings import FitWarning

__all__ = ["Classifier", "FitWarning", "Fitted", "KernelChoice", "Machine", "Regressor", "Sample"]
