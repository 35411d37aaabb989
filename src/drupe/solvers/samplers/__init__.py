"""Ways to draw classifiers from version space."""

from typing import TYPE_CHECKING

from drupe.foundation.names_on_first_use import on_first_use

if TYPE_CHECKING:
    from drupe.solvers.samplers.base import Classifiers, Sampler
    from drupe.solvers.samplers.billiard import Billiard
    from drupe.solvers.samplers.center import center_of_mass
    from drupe.solvers.samplers.corner_averaging import CornerAveraging
    from drupe.solvers.samplers.gibbs import Gibbs
    from drupe.solvers.samplers.permutational_perceptron import PermutationalPerceptron
    from drupe.solvers.samplers.rejection import Rejection
    from drupe.solvers.samplers.sparse_classifiers import SparseClassifiers
    from drupe.solvers.samplers.starts import GivenStart, MarginStart, PerceptronStart, Start
else:
    on_first_use(__name__)

__all__ = [
    "Billiard",
    "Classifiers",
    "CornerAveraging",
    "Gibbs",
    "GivenStart",
    "MarginStart",
    "PerceptronStart",
    "PermutationalPerceptron",
    "Rejection",
    "Sampler",
    "SparseClassifiers",
    "Start",
    "center_of_mass",
]
