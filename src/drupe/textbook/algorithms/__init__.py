"""Training algorithms as the textbooks tell them: to be read, and to test the fast solver against."""

from drupe.textbook.algorithms.active_set import active_set
from drupe.textbook.algorithms.batch_ascent import BatchAscent
from drupe.textbook.algorithms.chunking import Chunking
from drupe.textbook.algorithms.conjugate_gradient import ConjugateGradient
from drupe.textbook.algorithms.coordinate_ascent import CoordinateAscent
from drupe.textbook.algorithms.decomposition import Decomposition
from drupe.textbook.algorithms.fixed_offset import fixed_offset
from drupe.textbook.algorithms.interior_point import InteriorPoint
from drupe.textbook.algorithms.offset_search import OffsetSearch
from drupe.textbook.algorithms.orders import Cyclic, FreeFirst, Order, Shuffled, WorstFirst
from drupe.textbook.algorithms.platt import PlattSMO
from drupe.textbook.algorithms.quadratic_program import QuadraticProgram
from drupe.textbook.algorithms.regression_smo import RegressionSMO
from drupe.textbook.algorithms.relevance_classification import RelevanceClassification
from drupe.textbook.algorithms.relevance_regression import RelevanceRegression, SparseWeights
from drupe.textbook.algorithms.ridge_system import RidgeSystem
from drupe.textbook.algorithms.support_streaming import SupportStreaming
from drupe.textbook.algorithms.training import Sweep, Training
from drupe.textbook.algorithms.widrow_hoff import DualWidrowHoff

__all__ = [
    "BatchAscent",
    "Chunking",
    "ConjugateGradient",
    "CoordinateAscent",
    "Cyclic",
    "Decomposition",
    "DualWidrowHoff",
    "FreeFirst",
    "InteriorPoint",
    "OffsetSearch",
    "Order",
    "PlattSMO",
    "QuadraticProgram",
    "RegressionSMO",
    "RelevanceClassification",
    "RelevanceRegression",
    "RidgeSystem",
    "Shuffled",
    "SparseWeights",
    "SupportStreaming",
    "Sweep",
    "Training",
    "WorstFirst",
    "active_set",
    "fixed_offset",
]
