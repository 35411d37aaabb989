"""Kernels: one formula per file, and the algebra that combines them."""

from typing import TYPE_CHECKING

from drupe.foundation.names_on_first_use import on_first_use

if TYPE_CHECKING:
    from drupe.kernels.additive_chi_squared import AdditiveChiSquared
    from drupe.kernels.anova import ANOVA
    from drupe.kernels.ard import ARD
    from drupe.kernels.base import Kernel
    from drupe.kernels.cauchy import Cauchy
    from drupe.kernels.checks import check_kernel
    from drupe.kernels.chi_squared import ChiSquared
    from drupe.kernels.constant import Constant
    from drupe.kernels.cubic_spline import CubicSpline
    from drupe.kernels.definiteness import INDEFINITE, POSITIVE, Definiteness
    from drupe.kernels.epanechnikov import Epanechnikov
    from drupe.kernels.exponential import Exponential
    from drupe.kernels.exponential_of import ExponentialOf
    from drupe.kernels.fisher import DiagonalFisher, Fisher, NaiveFisher
    from drupe.kernels.gaussian import Gaussian
    from drupe.kernels.gaussian_of import GaussianOf
    from drupe.kernels.inverse_multiquadric import InverseMultiquadric
    from drupe.kernels.laplacian import Laplacian
    from drupe.kernels.linear import Linear
    from drupe.kernels.linear_spline import LinearSpline
    from drupe.kernels.linear_transform import LinearTransform
    from drupe.kernels.mahalanobis import Mahalanobis
    from drupe.kernels.matern import Matern12, Matern32, Matern52
    from drupe.kernels.multiquadric import Multiquadric
    from drupe.kernels.noise import Noise
    from drupe.kernels.occurrences import Occurrences
    from drupe.kernels.periodic import Periodic
    from drupe.kernels.polyharmonic import Polyharmonic
    from drupe.kernels.polynomial import Polynomial
    from drupe.kernels.polynomial_of import PolynomialOf
    from drupe.kernels.precomputed import Precomputed
    from drupe.kernels.radial_density import RadialDensity
    from drupe.kernels.rank_one import RankOne
    from drupe.kernels.rational_quadratic import RationalQuadratic
    from drupe.kernels.seasonal import Seasonal
    from drupe.kernels.sigmoid import Sigmoid
    from drupe.kernels.sinc import Sinc
    from drupe.kernels.stretched import Stretched
    from drupe.kernels.strings.all_substrings import AllSubstrings
    from drupe.kernels.strings.bag_of_words import BagOfWords
    from drupe.kernels.strings.exact_match import ExactMatch
    from drupe.kernels.strings.letters import DNA, PROTEIN, RNA
    from drupe.kernels.strings.lexicon import Lexicon
    from drupe.kernels.strings.local_alignment import LocalAlignment
    from drupe.kernels.strings.mismatch import Mismatch
    from drupe.kernels.strings.scores import Identity, ScoreTable
    from drupe.kernels.strings.spectrum import Spectrum
    from drupe.kernels.strings.subsequences import SubsequenceMixture, Subsequences
    from drupe.kernels.strings.substrings import Substrings
    from drupe.kernels.strings.weighted_degree import WeightedDegree
    from drupe.kernels.thin_plate import ThinPlate
    from drupe.kernels.tuples import OnPart, OnTuples
    from drupe.kernels.uniform import Uniform
else:
    on_first_use(__name__)

__all__ = [
    "ANOVA",
    "ARD",
    "DNA",
    "INDEFINITE",
    "POSITIVE",
    "PROTEIN",
    "RNA",
    "AdditiveChiSquared",
    "AllSubstrings",
    "BagOfWords",
    "Cauchy",
    "ChiSquared",
    "Constant",
    "CubicSpline",
    "Definiteness",
    "DiagonalFisher",
    "Epanechnikov",
    "ExactMatch",
    "Exponential",
    "ExponentialOf",
    "Fisher",
    "Gaussian",
    "GaussianOf",
    "Identity",
    "InverseMultiquadric",
    "Kernel",
    "Laplacian",
    "Lexicon",
    "Linear",
    "LinearSpline",
    "LinearTransform",
    "LocalAlignment",
    "Mahalanobis",
    "Matern12",
    "Matern32",
    "Matern52",
    "Mismatch",
    "Multiquadric",
    "NaiveFisher",
    "Noise",
    "Occurrences",
    "OnPart",
    "OnTuples",
    "Periodic",
    "Polyharmonic",
    "Polynomial",
    "PolynomialOf",
    "Precomputed",
    "RadialDensity",
    "RankOne",
    "RationalQuadratic",
    "ScoreTable",
    "Seasonal",
    "Sigmoid",
    "Sinc",
    "Spectrum",
    "Stretched",
    "SubsequenceMixture",
    "Subsequences",
    "Substrings",
    "ThinPlate",
    "Uniform",
    "WeightedDegree",
    "check_kernel",
]
