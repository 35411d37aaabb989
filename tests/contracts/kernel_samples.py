"""One or two values of every kernel, each with examples that it can compare: what the contracts are tried on."""

from typing import Any, TypeAlias

import numpy as np

from drupe.foundation.arrays import Matrix, Vector
from drupe.inputs.base import Inputs
from drupe.inputs.precomputed import Precomputed as PrecomputedInputs
from drupe.inputs.sequences import Sequences
from drupe.inputs.tuples import Tuples
from drupe.inputs.vectors import Vectors
from drupe.kernels import (
    ANOVA,
    ARD,
    DNA,
    AdditiveChiSquared,
    AllSubstrings,
    BagOfWords,
    Cauchy,
    ChiSquared,
    Constant,
    CubicSpline,
    DiagonalFisher,
    Epanechnikov,
    ExactMatch,
    Exponential,
    ExponentialOf,
    Fisher,
    Gaussian,
    GaussianOf,
    InverseMultiquadric,
    Kernel,
    Laplacian,
    Linear,
    LinearSpline,
    LinearTransform,
    LocalAlignment,
    Mahalanobis,
    Matern12,
    Matern32,
    Matern52,
    Mismatch,
    Multiquadric,
    NaiveFisher,
    Noise,
    OnPart,
    OnTuples,
    Periodic,
    Polyharmonic,
    Polynomial,
    PolynomialOf,
    Precomputed,
    RankOne,
    RationalQuadratic,
    Seasonal,
    Sigmoid,
    Sinc,
    Spectrum,
    Stretched,
    Subsequences,
    Substrings,
    ThinPlate,
    Uniform,
    WeightedDegree,
)
from drupe.models import Categorical, MultivariateNormal

KernelSample: TypeAlias = tuple[Kernel[Any], Inputs]


def space() -> Vectors:
    """Nine points in three dimensions."""
    return Vectors.of(np.random.default_rng(0).standard_normal((9, 3)))


def line() -> Vectors:
    """Nine numbers."""
    return Vectors.of(3.0 * np.random.default_rng(1).standard_normal((9, 1)))


def histograms() -> Vectors:
    """Nine histograms of six bins, some of them empty."""
    counts = np.random.default_rng(2).poisson(2.0, size=(9, 6)).astype(float)
    counts[:, 0] += 1.0
    return Vectors.of(counts / counts.sum(axis=1, keepdims=True))


def pairs() -> Tuples:
    """Nine pairs of points."""
    return Tuples.of(*np.random.default_rng(3).standard_normal((2, 9, 3)))


def gram_matrix() -> PrecomputedInputs:
    """Nine examples of which only the inner products are known."""
    x = np.random.default_rng(4).standard_normal((9, 4))
    return PrecomputedInputs.of(x @ x.T)


def strings() -> Sequences:
    """Nine strings, one of them twice, one shorter than five letters."""
    rng = np.random.default_rng(5)
    drawn = ["".join(rng.choice(list(DNA), rng.integers(4, 15))) for _ in range(7)]
    return Sequences.of([*drawn[:6], "TAG", "GATTACA", drawn[0]])


def sentences() -> Sequences:
    """Nine texts as lists of words."""
    rng = np.random.default_rng(6)
    return Sequences.of([rng.choice(["to", "be", "or", "not"], rng.integers(2, 9)).tolist() for _ in range(9)])


def first_column(x: Matrix) -> Vector:
    """A function with a name, so that a kernel which holds it can be pickled."""
    return np.asarray(1.5 + np.tanh(x[:, 0]))


def halved(x: Matrix) -> Matrix:
    """A map with a name, for the same reason."""
    return np.asarray(0.5 * x)


def vector_samples() -> list[KernelSample]:
    """Kernels on vectors of any dimension."""
    kernels: list[Kernel[Any]] = [
        ANOVA(degree=2),
        ANOVA(degree=2, kernel=Gaussian(1.0)),
        ARD((0.5, 1.0, 4.0)),
        Cauchy(1.5),
        Epanechnikov(2.5),
        Exponential(1.7),
        Gaussian(1.3),
        InverseMultiquadric(0.8),
        Laplacian(2.0),
        Linear(),
        LinearTransform.of([[1.0, -0.5, 0.0], [0.0, 2.0, 1.0]]),
        Mahalanobis.of([[1.0, -0.5, 0.0], [0.0, 1.0, 0.3]]),
        Matern12(1.5),
        Matern32(1.5),
        Matern52(1.5),
        Multiquadric(0.7),
        Polyharmonic(2, dimension=3),
        Polynomial(degree=2),
        Polynomial(degree=3, coef0=1.0, scale=0.5),
        RationalQuadratic(1.2, 0.8),
        Sigmoid(0.3, -0.5),
        Stretched(Matern32(), (0.5, 1.0, 4.0)),
        Stretched(RationalQuadratic(1.0, 0.8), (2.0, 1.0, 4.0)),
        Stretched(Laplacian(), (2.0, 1.0, 4.0)),
        ThinPlate(),
        Uniform(1.6),
    ]
    return [(kernel, space()) for kernel in kernels]


def line_samples() -> list[KernelSample]:
    """Kernels on numbers."""
    kernels: list[Kernel[Any]] = [
        CubicSpline(),
        LinearSpline(),
        Periodic((1.0, 0.5, 0.0, 0.25)),
        Periodic.power_decay(smoothness=1.0, frequencies=5),
        Polyharmonic(3),
        Seasonal(1.2, 2.5),
        Sinc(1.4),
    ]
    return [(kernel, line()) for kernel in kernels]


def histogram_samples() -> list[KernelSample]:
    """Kernels on vectors without negative entries."""
    return [(AdditiveChiSquared(), histograms()), (ChiSquared(0.8), histograms())]


def string_samples() -> list[KernelSample]:
    """Kernels on strings, and on lists of tokens."""
    kernels: list[Kernel[Any]] = [
        ExactMatch(),
        Mismatch(3, 1, DNA),
        Spectrum(2),
        Spectrum(5).normalized(),
        Substrings(3, 0.7),
        WeightedDegree(3),
    ]
    of_words: list[Kernel[Any]] = [BagOfWords(), BagOfWords({"to": 0.5, "not": 2.0}), Spectrum(2).normalized() + 1.0]
    return [*((kernel, strings()) for kernel in kernels), *((kernel, sentences()) for kernel in of_words)]


def pairwise_samples() -> list[KernelSample]:
    """Kernels that compare sequences pair by pair, of many letters and of few."""
    words = Sequences.of(["gattaca", "tacgacatta", "acat", "ttagga", "catcatcat", "aggtacc", "tga", "ccg", "gat"])
    tokens = Sequences.of([[3, 1, 4, 1, 5], [9, 2, 6, 5], [3, 5, 8, 9, 7, 9], [1, 4, 1, 9], [2, 7, 1, 8, 2, 8], [6, 5]])
    return [
        (Subsequences(2, 0.6), words),
        (Subsequences(2, 1.0), tokens),
        (Subsequences.mixture([1.0, 0.0, 0.5], 0.8), words),
        (Subsequences(3, 0.5).normalized(), words),
        (AllSubstrings(0.7), words),
        (LocalAlignment(0.5), words),
    ]


def composite_samples() -> list[KernelSample]:
    """Kernels made of other kernels, of functions, or of a matrix."""
    kernels: list[Kernel[Any]] = [
        Constant(2.0),
        ExponentialOf(Linear(), 2.0),
        GaussianOf(Polynomial(2, 1.0), 3.0),
        Noise(0.5),
        PolynomialOf(Gaussian(1.0), (0.5, 1.0, 0.25)),
        RankOne(first_column),
    ]
    on_pairs: list[Kernel[Any]] = [OnPart(Gaussian(1.0), 1), OnTuples(Gaussian(2.0))]
    return [
        *((kernel, space()) for kernel in kernels),
        *((kernel, pairs()) for kernel in on_pairs),
        (Precomputed(), gram_matrix()),
    ]


def fitted_samples() -> list[KernelSample]:
    """Kernels made of a fitted model."""
    normal = MultivariateNormal([0.5, 0.0, -0.5], np.eye(3) + 0.2)
    tokens = Categorical([0.5, 0.3, 0.2], "abc", [4])
    letters = Sequences.of(["abc", "a", "bbca", "cab", "ccc", "acbba", "ba", "caac", "bcb"])
    return [(Fisher(normal), space()), (DiagonalFisher(tokens), letters), (NaiveFisher(tokens), letters)]


def algebra_samples() -> list[KernelSample]:
    """What the operations of the algebra make."""
    inputs = space()
    kernels: list[Kernel[Any]] = [
        Gaussian(1.0) + Linear(),
        Gaussian(1.0) * Laplacian(3.0),
        0.5 * Laplacian(2.0),
        Linear() + 1.0,
        Linear() ** 2,
        Polynomial(2, 1.0).normalized(),
        Gaussian(1.0).centered(inputs),
        Gaussian(1.0).on([0, 2]),
        Gaussian(1.0).after(halved),
        Gaussian(1.0) + ANOVA(degree=2),
    ]
    return [(kernel, inputs) for kernel in kernels]


def kernel_samples() -> list[KernelSample]:
    """All of them."""
    return [
        *vector_samples(),
        *line_samples(),
        *histogram_samples(),
        *pairwise_samples(),
        *string_samples(),
        *composite_samples(),
        *fitted_samples(),
        *algebra_samples(),
    ]


def sample_name(sample: KernelSample) -> str:
    """What a test about this sample is called."""
    kernel, inputs = sample
    return f"{type(kernel).__name__} on {len(inputs)} {type(inputs).__name__.lower()}"
