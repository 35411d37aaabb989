"""scikit-learn's own checks of input validation, run on the smallest estimator that uses ours."""

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils import estimator_checks
from sklearn.utils.validation import check_is_fitted

from drupe.inputs import Dataset, coerce_like


class NearestMean(ClassifierMixin, BaseEstimator):
    """The class whose mean is nearest."""

    def fit(self, X, y):
        sample = Dataset.of(X, y)
        self.inputs_ = sample.inputs
        self.n_features_in_ = sample.inputs.dimension
        if sample.inputs.names is not None:
            self.feature_names_in_ = np.array(sample.inputs.names, dtype=object)
        self.classes_ = np.unique(sample.targets)
        x = sample.inputs.dense()
        self.means_ = np.stack([x[sample.targets == c].mean(axis=0) for c in self.classes_])
        return self

    def predict(self, X):
        check_is_fitted(self)
        inputs = coerce_like(self.inputs_, X, type(self).__name__)
        squared = ((inputs.dense()[:, None] - self.means_) ** 2).sum(axis=2)
        return self.classes_[squared.argmin(axis=1)]


@pytest.mark.parametrize(
    "check",
    [
        estimator_checks.check_complex_data,
        estimator_checks.check_dataframe_column_names_consistency,
        estimator_checks.check_dtype_object,
        estimator_checks.check_estimators_dtypes,
        estimator_checks.check_estimators_empty_data_messages,
        estimator_checks.check_estimators_nan_inf,
        estimator_checks.check_f_contiguous_array_estimator,
        estimator_checks.check_fit1d,
        estimator_checks.check_fit2d_1feature,
        estimator_checks.check_fit2d_predict1d,
        estimator_checks.check_n_features_in_after_fitting,
        estimator_checks.check_readonly_memmap_input,
        estimator_checks.check_supervised_y_no_nan,
    ],
    ids=lambda check: check.__name__,
)
def test_scikit_learn_is_content_with_our_errors(check):
    check("NearestMean", NearestMean())


@pytest.mark.parametrize("check", ["check_estimator_sparse_array", "check_estimator_sparse_matrix"])
def test_scikit_learn_is_content_with_sparse_input(check):
    getattr(estimator_checks, check)("NearestMean", NearestMean())
