"""Pipelines with steps of scikit-learn and a machine of drupe become ONNX through skl2onnx."""

import numpy as np
import pytest
import skl2onnx
from persistence.export.graph_runs import run
from sklearn.compose import ColumnTransformer
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import KBinsDiscretizer, OneHotEncoder, StandardScaler

import drupe
from drupe import SVC
from drupe.foundation.errors import InputTypeError, ParameterError
from drupe.kernels import Gaussian, Laplacian
from drupe.persistence.export import agreement, register_converters

RNG = np.random.default_rng(0)
X = RNG.normal(size=(60, 3)) * [1.0, 100.0, 0.01] + [0.0, 500.0, 1.0]
WORDS = np.array(["a", "b", "c"])[np.argmax((X - X.mean(axis=0)) / X.std(axis=0), axis=1)]


@pytest.fixture(autouse=True, scope="module")
def registered():
    register_converters()
    register_converters()  # again does no harm


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize(
    "machine",
    [
        SVC(C=10.0, probability=True),
        SVC(kernel=Laplacian(1.0), decision_function_shape="ovo"),
        drupe.AdaBoostClassifier(),
        drupe.OneVsRest(SVC(kernel=Gaussian(1.0))),
        drupe.RejectOption(SVC(), threshold=0.9),
        drupe.GaussianProcessClassifier(multi_class="one_vs_rest", kernel=Gaussian(1.0), optimizer=None),
        drupe.KernelFisher(),
    ],
    ids=lambda machine: type(machine).__name__,
)
def test_classifier_behind_a_scaler(machine, dtype):
    model = make_pipeline(StandardScaler(), machine).fit(X, WORDS)
    converted = skl2onnx.to_onnx(model, X[:1].astype(dtype))
    found = agreement(model, converted, X)
    assert found.equal == len(X)
    assert all(difference < (1e-6 if dtype == np.float64 else 1e-3) for difference in found.differences.values())


def test_steps_that_only_skl2onnx_knows():
    """It declares double precision for bins, but gives single."""
    model = make_pipeline(KBinsDiscretizer(4, encode="ordinal", quantile_method="averaged_inverted_cdf"), SVC())
    model.fit(X, WORDS)
    assert agreement(model, skl2onnx.to_onnx(model, X[:1]), X).equal == len(X)


def test_words_become_columns_by_skl2onnx():
    words = RNG.choice(["red", "green"], (60, 1)).astype(object)
    table = np.hstack([X.astype(object), words])
    numbers = make_pipeline(ColumnTransformer([("scale", StandardScaler(), [0, 1, 2])]), SVC()).fit(X, WORDS)
    assert agreement(numbers, skl2onnx.to_onnx(numbers, X[:1]), X).equal == len(X)
    both = ColumnTransformer([("scale", StandardScaler(), ["x", "y", "z"]), ("one", OneHotEncoder(), ["w"])])
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(table, columns=list("xyzw")).astype(dict.fromkeys("xyz", float))
    model = make_pipeline(both, SVC()).fit(frame, WORDS)
    double, string = skl2onnx.common.data_types.DoubleTensorType, skl2onnx.common.data_types.StringTensorType
    types = [*((name, double([None, 1])) for name in "xyz"), ("w", string([None, 1]))]
    converted = skl2onnx.convert_sklearn(model, initial_types=types)
    assert agreement(model, converted, frame).equal == len(X)


def test_regressors_and_transformers():
    numbers = make_pipeline(StandardScaler(), drupe.SVR()).fit(X, X[:, 0])
    assert agreement(numbers, skl2onnx.to_onnx(numbers, X[:1]), X).differences["prediction"] < 1e-12
    components = make_pipeline(StandardScaler(), drupe.KernelPCA(2, kernel="rbf")).fit(X)
    assert agreement(components, skl2onnx.to_onnx(components, X[:1]), X).differences["transformed"] < 1e-12


def test_components_before_another_machine():
    model = make_pipeline(StandardScaler(), drupe.KernelPCA(4, kernel="rbf"), LogisticRegression()).fit(X, WORDS)
    converted = skl2onnx.to_onnx(model, X[:1], options={"zipmap": False})
    assert (run(converted, {"X": X})["label"] == model.predict(X)).all()


def test_what_cannot_be_converted_says_why():
    machine = drupe.GibbsClassifier(n_samples=5).fit(X, X[:, 0] > 0.0)
    with pytest.raises(InputTypeError, match="draws no lots"):
        skl2onnx.to_onnx(machine, X[:1])


def test_old_operators_are_refused():
    with pytest.raises(ParameterError, match="target_opset 18 or more"):
        skl2onnx.to_onnx(SVC().fit(X, WORDS), X[:1], target_opset=15)
