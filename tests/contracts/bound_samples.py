"""One value of every bound and of every expectation, found by walking the package."""

import importlib
import inspect
import pkgutil
from typing import Any, TypeVar

import drupe.bounds
from drupe.bounds.base import Bound
from drupe.bounds.capacity.compact_class import CompactClass, interval_cover
from drupe.bounds.capacity.covering import CoveringAtMargin
from drupe.bounds.capacity.empirical_cover import EmpiricalCover
from drupe.bounds.capacity.fat_shattering import FatShatteringAtMargin
from drupe.bounds.capacity.finite_class import FiniteClass, FiniteClassConsistent
from drupe.bounds.capacity.growth import GrowthAgnostic, GrowthConsistent, GrowthSymmetrized
from drupe.bounds.capacity.soft_covering import SoftCovering
from drupe.bounds.capacity.stratified import Stratified
from drupe.bounds.capacity.vc_dimension import VcAgnostic, VcConsistent, VcUniform
from drupe.bounds.complexity.growth import SauerGrowth
from drupe.bounds.compression.ratio import RatioCompression
from drupe.bounds.compression.weighted import WeightedCompression
from drupe.bounds.expectation import Expectation
from drupe.bounds.margin.margin import MarginAtScale
from drupe.bounds.margin.margin_percentile import MarginPercentile
from drupe.bounds.margin.regression import RegressionMargin, RegressionSquares, RegressionSums
from drupe.bounds.margin.soft_margin import SoftMarginSquares, SoftMarginSums
from drupe.bounds.pac_bayes.clipped_perceptron import ClippedPerceptron

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
