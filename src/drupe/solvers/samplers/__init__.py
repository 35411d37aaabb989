"""Ways to draw classifiers from version space."""

from drupe.solvers.samplers.base import Classifiers, Sampler
from drupe.solvers.samplers.billiard import Billiard
from drupe.solvers.samplers.center import center_of_mass
from drupe.solvers.samplers.corner_averaging import CornerAveraging
from drupe.solvers.samplers.gibbs import Gibbs
from drupe.solvers.samplers.permutational_perceptron import PermutationalPerceptron
from drupe.solvers.samplers.rejection import Rejection
from drupe.solvers.samplers.sparse_classifiers import SparseClassifiers
from drupe.solvers.samplers.starts import GivenStart, MarginStart, PerceptronStart, Start

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
