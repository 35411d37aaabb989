"""The spaces of kernels: feature maps, functions and points in them, their geometry, norms and expansions."""

from drupe.textbook.spaces.centers import MeanHyperplane, center_of_mass, mean_squared_distance
from drupe.textbook.spaces.distances import distances, gram_from_squared_distances, squared_distances
from drupe.textbook.spaces.empirical_kernel_map import EmpiricalKernelMap, WhitenedKernelMap
from drupe.textbook.spaces.feature_map import FeatureMap
from drupe.textbook.spaces.finite_domain import FiniteDomain
from drupe.textbook.spaces.fourier import FourierFeatures
from drupe.textbook.spaces.fourier_norm import expansion_transform, fourier_inner_product, fourier_squared_norm
from drupe.textbook.spaces.functions import KernelFunction, Term, representer
from drupe.textbook.spaces.gaussian_prior import GaussianPrior, MercerPrior
from drupe.textbook.spaces.gravitation import distance_and_masses, logarithms
from drupe.textbook.spaces.interpolation import interpolant
from drupe.textbook.spaces.measures import Measure
from drupe.textbook.spaces.mercer import MercerExpansion
from drupe.textbook.spaces.metric_tensor import metric_tensor
from drupe.textbook.spaces.monomials import Monomials, complete_count, homogeneous_count
from drupe.textbook.spaces.norm_ball import NormBall
from drupe.textbook.spaces.primal_or_dual import dual_is_smaller
from drupe.textbook.spaces.principal_components import PrincipalComponents
from drupe.textbook.spaces.regularizers import (
    AllDerivativesEnergy,
    BandLimit,
    BendingEnergy,
    DerivativeEnergy,
    Regularizer,
    ValueAndSlopeEnergy,
    regularizer_of,
)
from drupe.textbook.spaces.representer_theorem import MeanLoss, Minimizer, PowerPenalty, RepresenterSolver

__all__ = [
    "AllDerivativesEnergy",
    "BandLimit",
    "BendingEnergy",
    "DerivativeEnergy",
    "EmpiricalKernelMap",
    "FeatureMap",
    "FiniteDomain",
    "FourierFeatures",
    "GaussianPrior",
    "KernelFunction",
    "MeanHyperplane",
    "MeanLoss",
    "Measure",
    "MercerExpansion",
    "MercerPrior",
    "Minimizer",
    "Monomials",
    "NormBall",
    "PowerPenalty",
    "PrincipalComponents",
    "Regularizer",
    "RepresenterSolver",
    "Term",
    "ValueAndSlopeEnergy",
    "WhitenedKernelMap",
    "center_of_mass",
    "complete_count",
    "distance_and_masses",
    "distances",
    "dual_is_smaller",
    "expansion_transform",
    "fourier_inner_product",
    "fourier_squared_norm",
    "gram_from_squared_distances",
    "homogeneous_count",
    "interpolant",
    "logarithms",
    "mean_squared_distance",
    "metric_tensor",
    "regularizer_of",
    "representer",
    "squared_distances",
]
