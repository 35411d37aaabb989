"""In double precision every kernel is within 1e-12 of fifty digits, relative to itself, on inputs that are hard."""

from collections.abc import Callable
from dataclasses import dataclass

import mpmath
import numpy as np
import pytest
from accuracy.fifty_digits import Exact, chi_squared, inner, inner_of_sizes, l1, squared, worst_error

from drupe.inputs import Vectors
from drupe.kernels import (
    AdditiveChiSquared,
    Cauchy,
    ChiSquared,
    CubicSpline,
    Gaussian,
    InverseMultiquadric,
    Kernel,
    Laplacian,
    LinearSpline,
    Matern12,
    Matern32,
    Matern52,
    Polynomial,
    ThinPlate,
)

TOLERANCE = 1e-12
RNG = np.random.default_rng(0)
CLOUD = RNG.standard_normal((7, 5))


def near_duplicates(points: np.ndarray, relative: float) -> np.ndarray:
    """Every point twice, the second time changed in its last digits."""
    return np.vstack([points, points * (1.0 + relative * RNG.standard_normal(points.shape))])


@dataclass(frozen=True)
class Hard:
    """Points, and the distance at which a kernel should look at them."""

    points: np.ndarray
    width: float

    def __repr__(self) -> str:
        return f"width {self.width:g}"


SIGNS = np.where(np.arange(7) % 2, 1.0, -1.0)[:, None]

HARD = {
    "plain": Hard(CLOUD, 2.0),
    "far away": Hard(CLOUD + 1e8, 2.0),
    "far away on both sides": Hard(CLOUD + 1e8 * SIGNS, 2.0),
    "far away on both sides, seen from afar": Hard(CLOUD + 1e8 * SIGNS, 1e8),
    "far away, some of it": Hard(CLOUD + 1e8 * np.array([1.0, 0.0, -1.0, 0.0, 0.0]), 2.0),
    "huge": Hard(1e149 * CLOUD, 2e149),
    "huge, seen closely": Hard(1e150 * CLOUD, 2.0),
    "near duplicates": Hard(near_duplicates(CLOUD, 1e-9), 2.0),
    "near duplicates, seen closely": Hard(near_duplicates(CLOUD, 1e-9), 2e-9),
    "near duplicates far away": Hard(near_duplicates(CLOUD + 1e8, 1e-14), 1e-5),
    "tiny": Hard(1e-140 * CLOUD, 2e-140),
    "below the normal numbers": Hard(1e-310 * CLOUD, 1e-120),
    "columns of all scales": Hard(CLOUD * np.array([1e-8, 1e-4, 1.0, 1e4, 1e8]), 1e4),
    "rows of all scales": Hard(CLOUD * 10.0 ** np.arange(-9, 12, 3)[:, None], 1.0),
    "an outlier": Hard(np.vstack([CLOUD, 1e7 + CLOUD[:1]]), 2.0),
}


def radial(profile: Callable[[object, object], object]) -> Callable[[float], Exact]:
    """k(x, z) = profile(‖x − z‖, width)."""
    return lambda width: lambda x, z: profile(mpmath.sqrt(squared(x, z)), mpmath.mpf(width))


def matern32(r: object, w: object) -> object:
    a = mpmath.sqrt(3) * r / w
    return (1 + a) * mpmath.exp(-a)


def matern52(r: object, w: object) -> object:
    a = mpmath.sqrt(5) * r / w
    return (1 + a + a * a / 3) * mpmath.exp(-a)


KERNELS: dict[str, tuple[Callable[[float], Kernel[Vectors]], Callable[[float], Exact]]] = {
    "Gaussian": (Gaussian, radial(lambda r, w: mpmath.exp(-(r**2) / (2 * w**2)))),
    "Cauchy": (Cauchy, radial(lambda r, w: 1 / (1 + r**2 / w**2))),
    "InverseMultiquadric": (InverseMultiquadric, radial(lambda r, w: 1 / mpmath.sqrt(r**2 + w**2))),
    "Matern12": (Matern12, radial(lambda r, w: mpmath.exp(-r / w))),
    "Matern32": (Matern32, radial(matern32)),
    "Matern52": (Matern52, radial(matern52)),
    "Laplacian": (Laplacian, lambda width: lambda x, z: mpmath.exp(-l1(x, z) / mpmath.mpf(width))),
}


def assert_accurate(
    kernel: Kernel[Vectors], exact: Exact, points: np.ndarray, scale: Exact | None = None, tolerance: float = TOLERANCE
) -> None:
    """Gram matrix, block against equal but other points, and rows are all accurate."""
    inputs, others = Vectors.of(points), Vectors.of(points[::-1].copy())
    prepared = kernel.prepare(inputs)
    for computed, left in (
        (prepared.gram(), points),
        (prepared.block(others), points[::-1]),
        (prepared.rows(np.array([1, 0])), points[[1, 0]]),
    ):
        assert worst_error(computed, exact, left, points, scale or exact) <= tolerance


@pytest.mark.parametrize("hard", HARD.values(), ids=HARD)
@pytest.mark.parametrize(("kernel", "exact"), KERNELS.values(), ids=KERNELS)
def test_radial_kernels(
    kernel: Callable[[float], Kernel[Vectors]], exact: Callable[[float], Exact], hard: Hard
) -> None:
    assert_accurate(kernel(hard.width), exact(hard.width), hard.points)


@pytest.mark.parametrize("name", [name for name in HARD if not name.startswith("huge")])
def test_thin_plate(name: str) -> None:
    """r² log r: at r near 1 the logarithm itself says how well it can be known."""

    def exact(x: object, z: object) -> object:
        t = squared(x, z)
        return t * mpmath.log(t) / 2 if t else t

    def scale(x: object, z: object) -> object:
        t = squared(x, z)
        return t * max(1, abs(mpmath.log(t)) / 2) if t else t

    points = HARD[name].points
    assert_accurate(ThinPlate(), exact, points, scale)


@pytest.mark.parametrize("name", [name for name in HARD if not name.startswith("huge")])
@pytest.mark.parametrize("degree", [1, 2, 3, 7])
def test_polynomial(name: str, degree: int) -> None:
    """Relative to the sum of sizes: products of opposite sign may cancel, and nobody can prevent it."""
    assert_accurate(
        Polynomial(degree, coef0=1.0, scale=0.5),
        lambda x, z: (inner(x, z) / 2 + 1) ** degree,
        HARD[name].points,
        lambda x, z: (inner_of_sizes(x, z) / 2 + 1) ** degree,
    )


@pytest.mark.parametrize("name", HARD)
def test_splines(name: str) -> None:
    numbers = HARD[name].points[:, :1]
    assert_accurate(LinearSpline(), lambda x, z: -l1(x, z) / 2, numbers)
    if not name.startswith("huge"):
        assert_accurate(CubicSpline(), lambda x, z: l1(x, z) ** 3 / 12, numbers)


HISTOGRAMS = {
    "plain": np.abs(CLOUD),
    "with empty bins": np.where(CLOUD > 0.0, CLOUD, 0.0),
    "bins of all scales": np.abs(CLOUD) * np.array([1e-8, 1e-4, 1.0, 1e4, 1e8]),
    "near duplicates": near_duplicates(np.abs(CLOUD), 1e-9),
    "far from empty": 1e8 + CLOUD,
    "huge": 1e200 * np.abs(CLOUD),
    "tiny": 1e-200 * np.abs(CLOUD),
    "below the normal numbers": 1e-310 * np.abs(CLOUD),
}


@pytest.mark.parametrize("counts", HISTOGRAMS.values(), ids=HISTOGRAMS)
def test_chi_squared(counts: np.ndarray) -> None:
    width = max(float(np.sqrt(counts.max())), 1e-150)
    assert_accurate(ChiSquared(width), lambda x, z: mpmath.exp(-chi_squared(x, z) / mpmath.mpf(width) ** 2), counts)
    assert_accurate(AdditiveChiSquared(), lambda x, z: -chi_squared(x, z), counts)


def exact_gaussian(width: float) -> Exact:
    return KERNELS["Gaussian"][1](width)


@pytest.mark.parametrize("dimension", [1, 20, 784])
@pytest.mark.parametrize("alike", [False, True], ids=["random", "columns alike"])
def test_many_columns(dimension: int, alike: bool) -> None:
    """Rounding of long sums must not pile up, also where every term is rounded the same way."""
    rng = np.random.default_rng(1)
    points = rng.standard_normal((5, 1)) * np.ones(dimension) if alike else rng.standard_normal((5, dimension))
    width = float(np.sqrt(dimension))
    assert_accurate(Gaussian(width), exact_gaussian(width), points)
    assert_accurate(Gaussian(0.3 * width), exact_gaussian(0.3 * width), points + 1e6)


@pytest.mark.parametrize("exponent", [1e-300, 1e-20, 1e-3, 1.0, 37.0, 500.0, 700.0, 745.0, 800.0])
def test_exp_over_its_whole_range(exponent: float) -> None:
    """Also where the result is no normal number any more, and where nothing is left."""
    points = np.array([[0.0], [exponent]])
    assert_accurate(Laplacian(1.0), lambda x, z: mpmath.exp(-l1(x, z)), points)


def test_products_are_as_accurate_as_sums_can_be() -> None:
    rng = np.random.default_rng(2)
    x = rng.standard_normal((700, 4)) + 1e6
    weights = rng.standard_normal((700, 1))
    prepared = Gaussian(1.0).prepare(Vectors.of(x))
    K = np.exp(-0.5 * ((x[:, None].astype(np.longdouble) - x) ** 2).sum(axis=2))
    bound = 1e-12 * np.abs(K) @ np.abs(weights)
    assert (np.abs(prepared.gram_product(weights) - K @ weights) <= bound).all()
    assert (np.abs(prepared.product(Vectors.of(x.copy()), weights) - K @ weights) <= bound).all()
