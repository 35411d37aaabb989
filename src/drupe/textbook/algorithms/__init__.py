"""Training algorithms as the textbooks tell them: to be read, and to test the fast solver against."""

from drupe.solvers.textbook.active_set import active_set
from drupe.solvers.textbook.batch_ascent import BatchAscent
from drupe.solvers.textbook.chunking import Chunking
from drupe.solvers.textbook.conjugate_gradient import ConjugateGradient
from drupe.solvers.textbook.coordinate_ascent import CoordinateAscent
from drupe.solvers.textbook.decomposition import Decomposition
from drupe.solvers.textbook.fixed_offset import fixed_offset
from drupe.solvers.textbook.interior_point import InteriorPoint
from drupe.solvers.textbook.offset_search import OffsetSearch
from drupe.solvers.textbook.orders import Cyclic, FreeFirst, Order, Shuffled, WorstFirst
from drupe.solvers.textbook.platt import PlattSMO
from drupe.solvers.textbook.quadratic_program import QuadraticProgram
from drupe.solvers.textbook.regression_smo import RegressionSMO
from drupe.solvers.textbook.ridge_system import RidgeSystem
from drupe.solvers.textbook.support_streaming import SupportStreaming
from drupe.solvers.textbook.training import Sweep, Training
from drupe.solvers.textbook.widrow_hoff import DualWidrowHoff

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
    "RidgeSystem",
    "Shuffled",
    "SupportStreaming",
    "Sweep",
    "Training",
    "WorstFirst",
    "active_set",
    "fixed_offset",
]
