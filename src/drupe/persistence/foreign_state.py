"""What the transformers of scikit-learn know after a fit, and how their parts must agree with one another."""

from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
from sklearn.base import BaseEstimator

from drupe.foundation.shapes import BrokenPromise, Counted, Each, Labels, Numbers, Sizes, Sometimes

LONGEST_NGRAM = 64
"""Letters or words; time and memory grow with it for every text."""

_COLUMNS: dict[str, Any] = {
    "n_features_in_": Annotated[int, Sizes("columns")],
    "feature_names_in_": Annotated[Any, Labels("columns"), Sometimes()],
}
_SEEN = {"n_samples_seen_": Any}
_EACH = Annotated[npt.NDArray[Any], Numbers("columns")]
_MAYBE = Annotated[npt.NDArray[Any] | None, Numbers("columns")]
_CATEGORIES: dict[str, Any] = {
    **_COLUMNS,
    "categories_": Annotated[list[Any], Each(Labels(None), "columns")],
    "_infrequent_enabled": bool,
    "_infrequent_indices": Annotated[list[Any], Counted("columns"), Sometimes()],
    "_default_to_infrequent_mappings": Annotated[list[Any], Counted("columns"), Sometimes()],
}

FOREIGN: dict[str, dict[str, Any]] = {
    "Pipeline": {},
    "FeatureUnion": {},
    "Normalizer": _COLUMNS,
    "StandardScaler": {**_COLUMNS, **_SEEN, "mean_": _MAYBE, "var_": _MAYBE, "scale_": _MAYBE},
    "MinMaxScaler": {
        **_COLUMNS,
        **_SEEN,
        **dict.fromkeys(("scale_", "min_", "data_min_", "data_max_", "data_range_"), _EACH),
    },
    "MaxAbsScaler": {**_COLUMNS, **_SEEN, "max_abs_": _EACH, "scale_": _EACH},
    "RobustScaler": {**_COLUMNS, "center_": _MAYBE, "scale_": _MAYBE},
    "SimpleImputer": {
        **_COLUMNS,
        "statistics_": Annotated[Any, Labels("columns")],
        "indicator_": None,
        "_fit_dtype": np.dtype,
        "_fill_dtype": Annotated[np.dtype, Sometimes()],
    },
    "OneHotEncoder": {
        **_CATEGORIES,
        "drop_idx_": Annotated[npt.NDArray[Any] | None, Counted("columns")],
        "_drop_idx_after_grouping": Annotated[npt.NDArray[Any] | None, Counted("columns")],
        "_n_features_outs": Annotated[list[int], Counted("columns")],
    },
    "OrdinalEncoder": {**_CATEGORIES, "_missing_indices": dict[int, int]},
    "CountVectorizer": {
        "fixed_vocabulary_": bool,
        "vocabulary_": dict[str, int],
    },
    "ColumnTransformer": {
        **_COLUMNS,
        "transformers_": list[tuple[str, Any, Any]],
        "_columns": list[Any],
        "_transformer_to_input_indices": Annotated[dict[str, list[int]], Each(Counted(None))],
        "_remainder": tuple[str, Any, Any],
        "sparse_output_": bool,
        "output_indices_": dict[str, slice],
    },
}
"""The attributes of each class; other versions may have more that begin with "_"."""


def check_foreign(estimator: BaseEstimator, fitted: bool) -> None:
    """Raise a BrokenPromise where the parts of a fitted transformer do not go together."""
    name = type(estimator).__name__
    try:
        if fitted or not FOREIGN[name]:  # what has no attributes has its state in its parameters
            if hasattr(estimator, "_parameter_constraints"):
                estimator._validate_params()
            np.dtype(getattr(estimator, "dtype", None))
            _CHECKS.get(name, lambda _: None)(estimator)
    except BrokenPromise as broken:
        raise BrokenPromise(f"{name}.{broken}") from None
    except (TypeError, ValueError, KeyError, IndexError, AttributeError, OverflowError) as cause:
        raise BrokenPromise(f"{name} contradicts itself ({cause})") from cause


def _check_steps(pipeline: Any) -> None:
    for step in pipeline.steps:
        _require(len(step) == 2 and isinstance(step[0], str), "steps are not pairs of a name and an estimator")
    pipeline._validate_steps()


def _check_union(union: Any) -> None:
    for step in union.transformer_list:
        _require(len(step) == 2 and isinstance(step[0], str), "transformer_list holds more than named transformers")
    union._validate_transformers()


def _check_standard(scaler: Any) -> None:
    _require(not scaler.with_mean or scaler.mean_ is not None, "mean_ is missing")
    _require(not scaler.with_std or scaler.scale_ is not None, "scale_ is missing")


def _check_robust(scaler: Any) -> None:
    _require(not scaler.with_centering or scaler.center_ is not None, "center_ is missing")
    _require(not scaler.with_scaling or scaler.scale_ is not None, "scale_ is missing")


def _check_one_hot(encoder: Any) -> None:
    sizes = [len(categories) for categories in encoder.categories_]
    dropped = encoder._drop_idx_after_grouping
    for i, size in enumerate(sizes):
        _require(0 <= encoder._n_features_outs[i] <= size, "_n_features_outs has more columns than categories")
        for places in (encoder.drop_idx_, dropped):
            _require(places is None or places[i] is None or 0 <= int(places[i]) < size, "drop_idx_ points beyond")
    _check_infrequent(encoder, sizes)
    left = [size - (dropped is not None and dropped[i] is not None) for i, size in enumerate(sizes)]
    if not encoder._infrequent_enabled:
        _require(list(encoder._n_features_outs) == left, "_n_features_outs does not fit the categories")


def _check_infrequent(encoder: Any, sizes: list[int]) -> None:
    if not encoder._infrequent_enabled:
        return
    for i, size in enumerate(sizes):
        rare, mapping = encoder._infrequent_indices[i], encoder._default_to_infrequent_mappings[i]
        _require((rare is None) == (mapping is None), "_infrequent_indices and their mappings differ")
        if rare is not None:
            for places, length in ((rare, len(rare)), (mapping, size)):
                _require(
                    isinstance(places, np.ndarray) and places.dtype.kind in "iu" and places.shape == (length,),
                    "_infrequent_indices are no positions",
                )
                _require(bool((places >= 0).all() and (places < size).all()), "_infrequent_indices point beyond")
            outs = encoder._n_features_outs[i]
            _require(size - len(rare) <= outs + 1, "_n_features_outs does not fit the categories")
            _require(int(mapping.max(initial=0)) <= outs, "_n_features_outs does not fit the categories")


def _check_ordinal(encoder: Any) -> None:
    sizes = [len(categories) for categories in encoder.categories_]
    for column, place in encoder._missing_indices.items():
        _require(0 <= column < len(sizes) and 0 <= place < sizes[column], "_missing_indices points beyond")
    _check_infrequent_ordinal(encoder, sizes)


def _check_infrequent_ordinal(encoder: Any, sizes: list[int]) -> None:
    if encoder._infrequent_enabled:
        for mapping, size in zip(encoder._default_to_infrequent_mappings, sizes, strict=True):
            fits = mapping is None or (mapping.dtype.kind in "iu" and mapping.shape == (size,))
            _require(fits, "_default_to_infrequent_mappings does not fit the categories")


def _check_vocabulary(vectorizer: Any) -> None:
    _require(vectorizer.input == "content", "input names files to read")
    _require(vectorizer.ngram_range[1] <= LONGEST_NGRAM, f"ngram_range goes beyond {LONGEST_NGRAM}")
    codes = sorted(vectorizer.vocabulary_.values())
    _require(codes == list(range(len(codes))), "vocabulary_ does not count from 0")


def _check_columns(transformer: Any) -> None:
    width, places = transformer.n_features_in_, transformer._transformer_to_input_indices
    names = {name for name, _, _ in transformer.transformers_}
    _require(names >= places.keys() - {"remainder"}, "transformers_ lacks some")
    for name, step, _ in transformer.transformers_:
        _require(name in places, "_transformer_to_input_indices lacks a transformer")
        _require(all(0 <= place < width for place in places[name]), "_transformer_to_input_indices points beyond")
        if hasattr(step, "n_features_in_"):
            _require(step.n_features_in_ == len(places[name]), f"transformers_ has {name} for other columns")
        known = isinstance(step, BaseEstimator) or step in ("drop", "passthrough")
        _require(known, "transformers_ holds something that does not transform")
        _require(name in transformer.output_indices_, "output_indices_ lacks a transformer")


def _require(holds: bool, otherwise: str) -> None:
    if not holds:
        raise BrokenPromise(otherwise)


_CHECKS: dict[str, Any] = {
    "Pipeline": _check_steps,
    "FeatureUnion": _check_union,
    "StandardScaler": _check_standard,
    "RobustScaler": _check_robust,
    "OneHotEncoder": _check_one_hot,
    "OrdinalEncoder": _check_ordinal,
    "CountVectorizer": _check_vocabulary,
    "ColumnTransformer": _check_columns,
}
