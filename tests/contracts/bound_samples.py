"""One value of every bound and of every expectation, found by walking the package."""

import importlib
import inspect
import pkgutil
from typing import Any, TypeVar

import drupe.bounds
from drupe.bounds.base import Bound
from drupe.bounds.clipped_perceptron import ClippedPerceptron
from drupe.bounds.compact_class import CompactClass, interval_cover
from drupe.bounds.complexity.growth import SauerGrowth
from drupe.bounds.covering_at_margin import CoveringAtMargin
from drupe.bounds.empirical_cover import EmpiricalCover
from drupe.bounds.expectation import Expectation
from drupe.bounds.fat_shattering_at_margin import FatShatteringAtMargin
from drupe.bounds.finite_class import FiniteClass
from drupe.bounds.finite_class_consistent import FiniteClassConsistent
from drupe.bounds.growth_agnostic import GrowthAgnostic
from drupe.bounds.growth_consistent import GrowthConsistent
from drupe.bounds.growth_symmetrized import GrowthSymmetrized
from drupe.bounds.margin_at_scale import MarginAtScale
from drupe.bounds.margin_percentile import MarginPercentile
from drupe.bounds.ratio_compression import RatioCompression
from drupe.bounds.regression_margin import RegressionMargin
from drupe.bounds.regression_squares import RegressionSquares
from drupe.bounds.regression_sums import RegressionSums
from drupe.bounds.soft_covering import SoftCovering
from drupe.bounds.soft_margin_squares import SoftMarginSquares
from drupe.bounds.soft_margin_sums import SoftMarginSums
from drupe.bounds.stratified import Stratified
from drupe.bounds.vc_agnostic import VcAgnostic
from drupe.bounds.vc_consistent import VcConsistent
from drupe.bounds.vc_uniform import VcUniform
from drupe.bounds.weighted_compression import WeightedCompression

T = TypeVar("T")

# Bounds that cannot be made without a parameter. Four corners seen have the margin 1/2, two 1/√2.
WITH_PARAMETERS: tuple[Bound[Any], ...] = (
    ClippedPerceptron(2),
    CompactClass(interval_cover, 1.0),
    CoveringAtMargin(margin=0.5, bits=2.0),
    EmpiricalCover(interval_cover, 1.0),
    FatShatteringAtMargin(margin=0.7, dimension=131.0),
    FiniteClass(20),
    FiniteClassConsistent(20),
    GrowthAgnostic(SauerGrowth(4)),
    GrowthConsistent(SauerGrowth(4)),
    GrowthSymmetrized(SauerGrowth(4)),
    MarginAtScale(0.7),
    MarginPercentile(constant=1.0),
    RatioCompression(0.05),
    RegressionMargin(tolerance=0.7, margin=0.7),
    RegressionSquares(tolerance=0.5, margin=0.5, constant=1.0),
    RegressionSums(tolerance=0.5, margin=0.5, constant=1.0),
    SoftCovering(margin=0.5, bits=2.0, slack_bits=2.0, total_slack=0.0),
    SoftMarginSquares(constant=1.0),
    SoftMarginSums(constant=1.0),
    Stratified((FiniteClass(20), FiniteClass(5), FiniteClass(2)), (0.5, 0.25, 0.25)),
    VcAgnostic(4),
    VcConsistent(4),
    VcUniform(4),
    WeightedCompression((0.2,) * 5),
)


def classes_of(kind: type[T]) -> list[type[T]]:
    """All classes of a kind that the package defines and that one can make."""
    modules = [
        importlib.import_module(found.name) for found in pkgutil.walk_packages(drupe.bounds.__path__, "drupe.bounds.")
    ]
    found = {
        thing
        for module in modules
        for thing in vars(module).values()
        if inspect.isclass(thing) and issubclass(thing, kind) and not inspect.isabstract(thing)
    }
    return sorted(found, key=lambda cls: cls.__qualname__)


def bound_samples() -> list[Bound[Any]]:
    """One value of each bound."""
    given = {type(bound): bound for bound in WITH_PARAMETERS}
    return [given.get(cls) or cls() for cls in classes_of(Bound)]


def expectation_samples() -> list[Expectation[Any]]:
    """One value of each expectation."""
    return [cls() for cls in classes_of(Expectation)]


def bound_name(bound: object) -> str:
    return type(bound).__name__
