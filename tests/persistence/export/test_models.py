"""Graphs of machines with other settings than the usual ones: they say what the machines say."""

import warnings

import numpy as np
import pytest
from persistence.export.graph_runs import run
from sklearn.decomposition import PCA
from sklearn.ensemble import ExtraTreesClassifier
from sklearn.exceptions import NotFittedError
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import (
    MaxAbsScaler,
    MinMaxScaler,
    Normalizer,
    QuantileTransformer,
    RobustScaler,
    StandardScaler,
)

import drupe
from drupe import SVC
from drupe.certification.selective_rule import certify_answers
from drupe.estimators.boosting import SmallTree
from drupe.estimators.multiclass import Hamming, LossBased
from drupe.foundation.errors import InputTypeError, ParameterError
from drupe.kernels import ANOVA, Gaussian, Laplacian, Polynomial, Spectrum
from drupe.losses import Exponential, Logistic, SquaredHinge
from drupe.losses.squared import Squared
from drupe.persistence.export import agreement, to_onnx
from drupe.rules.stumps import Stumps

RNG = np.random.default_rng(0)
CENTERS = np.array([[2.0, 0.0, 1.0], [-2.0, 1.0, 0.0], [0.0, -2.0, -1.0], [1.0, 2.0, -2.0]])
CODES = np.arange(80) % 4
X = CENTERS[CODES] + RNG.normal(size=(80, 3))
WORDS = np.array(["ash", "beech", "cedar", "date"])[CODES]
TWO = CODES % 2
NEW = 2.0 * RNG.normal(size=(150, 3))
NUMBERS = X[:, 0] ** 2 + np.sin(X[:, 1])


def assert_same(model, rows=NEW, tolerance=1e-6, dtype="float64"):
    found = agreement(model, to_onnx(model, dtype=dtype), rows)
    assert found.rows == len(rows)
    assert found.equal in (None, len(rows)), found
    assert all(difference <= tolerance for difference in found.differences.values()), found
    return found


@pytest.mark.parametrize(
    "machine",
    [
        SVC(decision_function_shape="ovo", probability=True),
        SVC(break_ties=True, C=100.0, kernel=Laplacian(2.0)),
        SVC(kernel="sigmoid", gamma=0.1),
        SVC(kernel=ANOVA(2) + Gaussian(1.0)),
        drupe.NuSVC(nu=0.2, probability=True, kernel=Polynomial(2, 1.0).normalized()),
        drupe.GaussianProcessClassifier(multi_class="one_vs_one", kernel=Gaussian(2.0), optimizer=None),
        drupe.GaussianProcessClassifier(
            multi_class="one_vs_rest", approximation="ep", kernel=4.0 * Gaussian(2.0), optimizer=None
        ),
        drupe.OneVsOne(SVC(kernel=Gaussian(1.5)), priors=[0.1, 0.2, 0.3, 0.4]),
        drupe.OneVsRest(SVC(kernel=Gaussian(1.5)), normalized=True),
        drupe.ErrorCorrectingCodes(SVC(), decoding=Hamming()),
        drupe.ErrorCorrectingCodes(SVC(), decoding=LossBased(Exponential())),
        drupe.ErrorCorrectingCodes(SVC(), decoding=LossBased(Logistic())),
        drupe.ErrorCorrectingCodes(SVC(), decoding=LossBased(SquaredHinge())),
        drupe.ErrorCorrectingCodes(SVC(), decoding=LossBased(Squared())),
        drupe.Tournament(SVC(kernel=Gaussian(1.5)), order=["cedar", "ash", "date", "beech"]),
        drupe.DirectedAcyclicGraph(SVC(), order=["cedar", "ash", "date", "beech"]),
        drupe.AdaBoostClassifier(SmallTree(3), n_estimators=20),
        drupe.AdaBoostClassifier(SVC(gamma=0.1), n_estimators=3),
        drupe.NeighborsClassifier(n_neighbors=4, kernel=Polynomial(2, 1.0)),
        drupe.MovingWindow(radius=0.9, kernel=Gaussian(1.0)),
        drupe.ParzenClassifier(Gaussian(0.05)),
        drupe.KernelFisher(centers=20, threshold="gaussians"),
        drupe.RBFNetworkClassifier(centers=6, optimize_centers=True, random_state=0),
        drupe.RejectOption(SVC(probability=True), coverage=0.7),
        drupe.RejectOption(SVC(), threshold=1.0, confidence="largest", reject_label="who knows"),
        drupe.CertifiedClassifier(SVC(), scheme="vote"),
        drupe.CertifiedClassifier(drupe.AdaBoostClassifier(n_estimators=12), scheme="best-round"),
        drupe.CertifiedClassifier(make_pipeline(StandardScaler(), SVC())),
        GridSearchCV(make_pipeline(StandardScaler(), SVC()), {"svc__C": [1.0, 10.0]}, cv=2),
    ],
    ids=lambda machine: repr(machine).replace("\n", "")[:70],
)
def test_classifiers_of_several_classes(machine):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        machine.fit(X, WORDS)
    assert_same(machine)
    assert_same(machine, NEW.astype(np.float32).astype(np.float64), tolerance=2e-4, dtype="float32")


@pytest.mark.parametrize(
    "machine",
    [
        drupe.KernelRidge(kernel=Gaussian(1.0)),
        drupe.GaussianProcessRegressor(Gaussian(1.0), noise=0.1, optimizer=None, landmarks=20, random_state=0),
        drupe.GaussianProcessRegressor(Gaussian(1.0), noise=0.1, optimizer=None, normalize_y=True),
        drupe.RelevanceVectorRegressor(),
        drupe.SmoothingSpline(),
        drupe.RBFNetworkRegressor(centers=5, optimize_centers=True, random_state=0),
        drupe.StagewiseAdditiveRegressor(SmallTree(2)),
        drupe.SVR(C=100.0),
    ],
    ids=lambda machine: type(machine).__name__,
)
def test_regressors(machine):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        machine.fit(X, NUMBERS)
    assert_same(machine)


def test_several_targets():
    machine = drupe.KernelRidge(kernel=Gaussian(1.0)).fit(X, np.column_stack([NUMBERS, X[:, 2]]))
    assert_same(machine)
    assert run(to_onnx(machine), {"X": NEW})["prediction"].shape == (150, 2)


@pytest.mark.parametrize("order", [1, 2, 3])
def test_splines_on_the_line(order):
    rng = np.random.default_rng(order)
    x = np.sort(rng.uniform(-3.0, 3.0, 40))[:, None]
    machine = drupe.SmoothingSpline(order=order).fit(x, np.sin(2.0 * x[:, 0]) + 0.1 * rng.normal(size=40))
    assert_same(machine, np.vstack([np.linspace(-5.0, 5.0, 101)[:, None], x]))


@pytest.mark.parametrize(
    "machine",
    [
        drupe.GaussianProcessRegressor(Gaussian(1.0), noise=0.1, optimizer=None),
        drupe.GaussianProcessRegressor(Gaussian(1.0), noise=0.1, optimizer=None, landmarks=20, random_state=0),
        drupe.RelevanceVectorRegressor(),
    ],
    ids=lambda machine: type(machine).__name__,
)
def test_standard_deviations(machine):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        machine.fit(X, NUMBERS)
    mean, std = machine.predict(NEW, return_std=True)
    found = run(to_onnx(machine, std=True), {"X": NEW})
    np.testing.assert_allclose(found["prediction"], mean, rtol=1e-8, atol=1e-8)
    np.testing.assert_allclose(found["std"], std, rtol=1e-6, atol=1e-8)


def test_standard_deviations_that_are_not_known():
    machine = drupe.SmoothingSpline().fit(X[:, :1], NUMBERS)
    with pytest.raises(InputTypeError, match="export the prediction alone"):
        to_onnx(machine, std=True)


@pytest.mark.filterwarnings("ignore:column 1 of X spreads")
@pytest.mark.parametrize(
    "step",
    [
        StandardScaler(),
        StandardScaler(with_mean=False),
        StandardScaler(with_std=False),
        RobustScaler(),
        MinMaxScaler(clip=True),
        MaxAbsScaler(),
        Normalizer(),
        Normalizer("l1"),
        Normalizer("max"),
        PCA(2, whiten=True),
        drupe.UnitLength(),
        drupe.KernelPCA(4, kernel="rbf", gamma=0.1),
        drupe.KernelFisher(alpha=1e-3),
        drupe.FisherDiscriminant(),
        "passthrough",
    ],
    ids=repr,
)
def test_steps_before_a_machine(step):
    """Columns far from the origin and of different units."""
    far = np.array([1.0, 1000.0, 1e-3]) * X + np.array([0.0, 3e4, 1.0])
    new = np.array([1.0, 1000.0, 1e-3]) * NEW + np.array([0.0, 3e4, 1.0])
    assert_same(make_pipeline(step, SVC(C=3.0)).fit(far, WORDS), new)


def test_one_column_scaled_keeps_its_digits():
    model = make_pipeline(StandardScaler(), drupe.KernelRidge(kernel="linear")).fit(X[:, :1], NUMBERS)
    assert_same(model, NEW[:, :1], tolerance=1e-13)


def test_empty_cells_are_filled():
    holes = np.where(RNG.random(X.shape) < 0.1, np.nan, X)
    model = make_pipeline(SimpleImputer(strategy="median"), StandardScaler(), SVC()).fit(holes, WORDS)
    rows = np.where(RNG.random(NEW.shape) < 0.3, np.nan, NEW)
    graph = to_onnx(model)
    assert (run(graph, {"X": rows})["label"] == model.predict(rows)).all()


def test_kernel_values_as_inputs():
    kernel = Laplacian(2.0)
    model = SVC(kernel="precomputed").fit(kernel(X), WORDS)
    found = run(to_onnx(model), {"X": kernel(NEW, X)})
    assert (found["label"] == model.predict(kernel(NEW, X))).all()


@pytest.mark.parametrize(
    "labels", [np.array([True, False]), np.array([3, -7]), np.array([-1.0, 2.0]), np.array(["ä", "b"])]
)
def test_labels_of_every_kind(labels):
    machine = SVC().fit(X, labels[TWO])
    found = run(to_onnx(machine, dtype="float32"), {"X": NEW.astype(np.float32)})["label"]
    assert found.tolist() == machine.predict(NEW.astype(np.float32)).tolist()


@pytest.mark.parametrize("labels", [np.array([0, 1]), np.array([-1, 1]), np.array([-1.0, 2.0]), np.array(["a", "b"])])
def test_what_is_not_answered(labels):
    model = drupe.RejectOption(SVC(), threshold=0.8).fit(X, labels[TWO])
    found, said = run(to_onnx(model), {"X": NEW}), model.predict(NEW)
    np.testing.assert_array_equal(found["label"], said)
    np.testing.assert_array_equal(found["answered"], ~model.rejected(NEW))
    np.testing.assert_allclose(found["confidence"], model.confidences(NEW))
    assert 0 < found["answered"].sum() < len(NEW)


def test_certified_answers():
    rule = certify_answers(SVC().fit(X[:40], TWO[:40]), X[40:], TWO[40:], shares=[0.5])
    found = run(to_onnx(rule), {"X": NEW})
    np.testing.assert_array_equal(found["answered"], rule.answers(NEW))
    said = rule.predict(NEW)
    assert found["label"].tolist() == [-1 if label is None else label for label in said]


def test_label_of_another_kind_than_the_classes():
    model = drupe.RejectOption(SVC(), threshold=0.8, reject_label="dunno").fit(X, TWO)
    with pytest.raises(InputTypeError, match="'dunno' is not of the type of the labels"):
        to_onnx(model)


def test_ties_of_votes_stay_ties():
    """Two stumps of equal weight that disagree: zero is for the second class, and must not become −10⁻¹⁷."""
    machine = drupe.AdaBoostClassifier().fit([[0.0], [1.0], [2.0], [3.0]], ["no", "no", "yes", "yes"])
    space = machine.predictor_.rules.space
    many = 7
    columns, ones = np.zeros(2 * many, dtype=np.int64), np.ones(2 * many)
    rules = Stumps(columns, np.repeat([0.5, 1.5], many), -ones, ones, space)
    machine.predictor_ = type(machine.predictor_)(rules, np.tile(0.1 * np.arange(1, many + 1), 2))
    rows = np.array([[0.0], [1.0], [2.0], [0.5], [1.5]])
    found = run(to_onnx(machine), {"X": rows})
    assert (found["outputs"] == machine.decision_function(rows)).all()
    assert (found["label"] == machine.predict(rows)).all()


def test_thresholds_between_numbers_of_single_precision():
    """x ≤ t in single precision for the same x as in double."""
    t = 0.1  # above it lies the nearest number of single precision
    rows = np.array([[np.nextafter(np.float32(t), np.float32(0))], [np.float32(t)]], dtype=np.float32)
    for weak in (None, SmallTree(1)):
        machine = drupe.AdaBoostClassifier(weak, n_estimators=1).fit([[2 * t - 0.3], [0.3]], [0, 1])
        found = run(to_onnx(machine, dtype="float32"), {"X": rows})["label"]
        assert found.tolist() == machine.predict(rows).tolist()


def test_support_vectors_at_zero_go_to_the_second_class():
    machine = SVC(kernel="linear", C=100.0).fit([[-1.0], [1.0]], [0, 1])
    assert run(to_onnx(machine), {"X": np.zeros((1, 1))})["label"].tolist() == machine.predict([[0.0]]).tolist()


@pytest.mark.parametrize(
    ("machine", "why"),
    [
        (drupe.GaussianProcessClassifier(multi_class="softmax", kernel=Gaussian(1.0), optimizer=None), "eigenvectors"),
        (drupe.OneVsRest(LogisticRegression()), "LogisticRegression cannot"),
        (drupe.CertifiedClassifier(SVC(), scheme="progressive"), "draws a machine anew"),
        (drupe.RejectOption(SVC(), threshold=0.5, confidence=lambda one, rows: np.ones(len(rows))), "of Python"),
        (SVC(kernel=lambda left, right: left @ right.T), "known by its values only"),
        (make_pipeline(QuantileTransformer(n_quantiles=5), SVC()), "the step QuantileTransformer"),
        (make_pipeline(StandardScaler(), LogisticRegression()), "skl2onnx for one of scikit-learn"),
        (drupe.AdaBoostClassifier(ExtraTreesClassifier(2), n_estimators=2, random_state=0), "ExtraTreesClassifier"),
    ],
    ids=lambda one: one if isinstance(one, str) else type(one).__name__,
)
def test_what_cannot_be_a_graph_says_why_and_what_can(machine, why):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        machine.fit(X, CODES)
    with pytest.raises(InputTypeError, match=why):
        to_onnx(machine)


def test_machines_on_strings():
    machine = SVC(kernel=Spectrum(2)).fit(["abab", "bbbb", "abba", "bb"], [0, 1, 0, 1])
    with pytest.raises(InputTypeError, match=r"compares sequences.*TextVectors"):
        to_onnx(machine)


def test_answers_of_somebody_else():
    class Mine(SVC):
        def predict(self, X):
            return super().predict(X)[::-1]

    with pytest.raises(InputTypeError, match="its predict is not drupe's"):
        to_onnx(Mine().fit(X, CODES))
    with pytest.raises(InputTypeError, match="its predict is not drupe's"):
        to_onnx(drupe.RejectOption(Mine(), threshold=0.5).fit(X, CODES))


def test_what_was_not_fitted():
    for machine in (SVC(), make_pipeline(StandardScaler(), SVC()), drupe.GaussianProcessRegressor()):
        with pytest.raises(NotFittedError):
            to_onnx(machine)


def test_precision_has_two_names():
    with pytest.raises(ParameterError, match="dtype must be 'float32' or 'float64'"):
        to_onnx(SVC().fit(X, CODES), dtype="float16")


def test_two_classes_have_one_output_and_several_targets_several():
    assert [len(one.type.tensor_type.shape.dim) for one in to_onnx(SVC().fit(X, TWO)).graph.output] == [1, 1]
    assert [len(one.type.tensor_type.shape.dim) for one in to_onnx(SVC().fit(X, CODES)).graph.output] == [1, 2]


def test_linear_machines_hold_no_support_vectors():
    machine = SVC(kernel="linear").fit(np.tile(X, (10, 1)), np.tile(WORDS, 10))
    assert_same(machine)
    assert (
        max(np.prod(constant.dims) for constant in to_onnx(machine).graph.initializer) <= 24
    )  # four classes of six pairs
