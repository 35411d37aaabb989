"""Steps before a machine, in a graph: scalers and the like, components, unit lengths."""

from typing import Any

import numpy as np
from sklearn.decomposition import PCA
from sklearn.impute import SimpleImputer
from sklearn.preprocessing import MaxAbsScaler, MinMaxScaler, Normalizer, RobustScaler, StandardScaler

from drupe.estimators.components.kernel_pca import KernelPCA
from drupe.estimators.components.oriented_kernel_pca import OrientedKernelPCA
from drupe.estimators.discriminant.fisher_discriminant import FisherDiscriminant
from drupe.estimators.discriminant.kernel_fisher import KernelFisher
from drupe.estimators.preparation.sparse_vectors import SparseVectors
from drupe.estimators.preparation.table_encoder import TableEncoder
from drupe.estimators.preparation.unit_length import UnitLength
from drupe.foundation.arrays import Vector
from drupe.persistence.export.columns import encoded
from drupe.persistence.export.functions import outputs
from drupe.persistence.export.graph import DOUBLE, Value
from drupe.persistence.export.refusal import refusal


def transformed(step: Any, x: Value) -> Value:
    """What a fitted step makes of the examples."""
    match step:
        case None | "passthrough" | SparseVectors():
            return x
        case TableEncoder():
            return encoded(step, x)
        case StandardScaler():
            return _affine(x, step.mean_ if step.with_mean else None, step.scale_ if step.with_std else None)
        case RobustScaler():
            return _affine(x, step.center_ if step.with_centering else None, step.scale_ if step.with_scaling else None)
        case MaxAbsScaler() if not getattr(step, "clip", False):
            return _affine(x, None, step.scale_)
        case MinMaxScaler():
            return _within(step, x)
        case Normalizer():
            return _of_length_one(x, step.norm)
        case SimpleImputer() if step.statistics_.dtype.kind == "f" and not step.add_indicator:
            return _filled(step, x)
        case PCA():
            spread = np.sqrt(step.explained_variance_) if step.whiten else 1.0
            return _affine(x, step.mean_, None) @ np.asarray(step.components_.T / spread)
        case UnitLength():
            return _of_length_one(x, "l2")
        case KernelPCA() | OrientedKernelPCA():
            return outputs(step.predictor_, x)
        case KernelFisher():
            return outputs(step.embedding_, x)
        case FisherDiscriminant():
            return _affine(x, step.center_, None) @ np.asarray(step.directions_.T)
    if type(step).__module__.startswith("drupe."):
        why = "it makes numbers of texts, pictures or scores of a model, for which ONNX has no operators"
        raise refusal(type(step).__name__, why, "apply it before, and export the machine behind it")
    raise refusal(
        f"the step {type(step).__name__}",
        "of scikit-learn's steps the export knows scalers, PCA and SimpleImputer",
        "convert the pipeline with skl2onnx after drupe.persistence.export.register_converters()",
    )


def _affine(x: Value, center: Vector | None, scale: Vector | None) -> Value:
    """(x − center) / scale, in double precision: columns far from zero differ in their last digits only."""
    wide = x.cast(DOUBLE)
    wide = wide if center is None else wide - center
    return (wide if scale is None else wide / scale).cast(x.dtype)


def _within(step: MinMaxScaler, x: Value) -> Value:
    """Each column between two ends, as it was on the training rows; cut off there if so wished."""
    factor, shift = np.asarray(step.scale_), np.asarray(step.min_)
    scaled = (x.cast(DOUBLE) * factor + shift).cast(x.dtype)
    low, high = (float(end) for end in step.feature_range)
    return scaled.largest(low).least(high) if step.clip else scaled


def _of_length_one(x: Value, norm: str) -> Value:
    """Rows over their lengths; zero rows stay. By the largest entry first, whose square might not be a number."""
    largest = x.abs().max()
    once = x / (largest > 0.0).where(largest, 1.0)
    match norm:
        case "max":
            return once
        case "l1":
            length = once.abs().sum()
        case _:
            length = (once * once).sum().sqrt()
    return once / (length > 0.0).where(length, 1.0)


def _filled(step: SimpleImputer, x: Value) -> Value:
    """Empty cells by what stands in their columns usually; columns that were empty are left out."""
    kept = np.flatnonzero(~np.isnan(step.statistics_))
    x = x.columns(kept)
    missing = step.missing_values
    empty = x.apply("IsNaN", dtype=np.dtype(np.bool_)) if np.isnan(missing) else x.equals(float(missing))
    return empty.where(x.graph.constant(step.statistics_[kept][None, :], x.dtype), x)
