"""Model files of LIBSVM in and out: LIBSVM itself reads what we write and writes what we read."""

import contextlib
from ctypes import CDLL, c_double

import numpy as np
import pytest
import scipy.sparse as sp
from libsvm import svm as binding
from libsvm.svmutil import svm_load_model, svm_save_model, svm_train
from sklearn.datasets import load_iris

import drupe
from drupe import SVC, SVR, HardMarginSVC, NuSVC, NuSVR, OneClassSVM
from drupe.foundation.errors import DrupeError, FileError, InputError, InputTypeError
from drupe.kernels import Laplacian
from drupe.persistence.libsvm_model import load_libsvm, save_libsvm

FORMS = {SVC: 0, NuSVC: 1, OneClassSVM: 2, SVR: 3, NuSVR: 4}
KERNELS = {"linear": 0, "poly": 1, "rbf": 2, "sigmoid": 3}
PARAMETERS = {"gamma": 0.05, "coef0": 0.3}


@pytest.fixture(scope="module")
def flowers():
    """Iris in random order, with labels that do not come in ascending order."""
    X, y = load_iris(return_X_y=True)
    order = np.random.default_rng(0).permutation(len(y))
    return X[order], np.array([3, -1, 2])[y[order]]


def targets_for(kind, X, y):
    return y if kind in (SVC, NuSVC) else X[:, 0] + 0.1 * X[:, 1]


def trained_by_libsvm(kind, kernel, X, y, probability=0):
    CDLL(None).srand(1)  # LIBSVM deals folds by the C library's numbers, of which other tests may have used some
    options = f"-q -s {FORMS[kind]} -t {KERNELS[kernel]} -g 0.05 -r 0.3 -n 0.3 -b {probability}"
    return svm_train(y.tolist(), X.tolist(), options)


def asked_of_libsvm(model, X):
    """Labels and decision values; the package's own svm_predict has too short a buffer for ν-classifiers."""
    k = model.get_nr_class()
    labels, outputs = [], []
    for row in X.tolist():
        values = (c_double * max(1, k * (k - 1) // 2))()
        nodes, _ = binding.gen_svm_nodearray(row)
        labels.append(binding.libsvm.svm_predict_values(model, nodes, values))
        outputs.append(list(values))
    return np.array(labels), np.array(outputs)


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("kind", FORMS)
def test_machine_of_libsvm_predicts_here_as_there(kind, kernel, flowers, tmp_path):
    X, y = flowers
    model = trained_by_libsvm(kind, kernel, X, targets_for(kind, X, y))
    svm_save_model(str(tmp_path / "model"), model)
    # The file holds vectors with eight digits: LIBSVM must be asked about what it wrote, too.
    labels, outputs = asked_of_libsvm(svm_load_model(str(tmp_path / "model")), X)
    machine = load_libsvm(tmp_path / "model")
    assert type(machine) is kind
    if kind in (SVC, NuSVC):
        assert machine.predict(X).tolist() == labels.tolist()
        order = model.get_labels()
        ours = machine.predictor_.decision(machine._new(X))
        column = {pair: place for place, pair in enumerate([(0, 1), (0, 2), (1, 2)])}
        for (i, j), place in column.items():
            first, second = order.index(machine.classes_[i]), order.index(machine.classes_[j])
            theirs = outputs[:, column[min(first, second), max(first, second)]] * (1 if first < second else -1)
            np.testing.assert_allclose(ours[:, place], theirs, atol=1e-6 * np.abs(theirs).max())
    else:
        ours = machine.predict(X) if kind is not OneClassSVM else machine._outputs(X)[:, 0]
        np.testing.assert_allclose(ours, outputs[:, 0], atol=1e-6 * max(1.0, np.abs(outputs).max()))


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("kind", FORMS)
def test_machine_of_ours_predicts_there_as_here(kind, kernel, flowers, tmp_path):
    X, y = flowers
    share = {"nu": 0.3} if kind in (NuSVC, NuSVR, OneClassSVM) else {}
    machine = kind(kernel=kernel, **PARAMETERS, **share).fit(X, targets_for(kind, X, y))
    save_libsvm(machine, tmp_path / "model")
    labels, outputs = asked_of_libsvm(svm_load_model(str(tmp_path / "model")), X)
    if kind in (SVC, NuSVC):
        assert labels.tolist() == machine.predict(X).tolist()
        np.testing.assert_allclose(
            machine.predictor_.decision(machine._new(X)), outputs, atol=1e-9 * np.abs(outputs).max()
        )
    else:
        ours = machine._outputs(X)[:, 0]
        np.testing.assert_allclose(ours, outputs[:, 0], atol=1e-9 * max(1.0, np.abs(outputs).max()))


def probabilities_of_libsvm(model, machine, X):
    place = [model.get_labels().index(label) for label in machine.classes_]
    rows = []
    for row in X.tolist():
        values = (c_double * len(place))()
        binding.libsvm.svm_predict_probability(model, binding.gen_svm_nodearray(row)[0], values)
        rows.append([values[i] for i in place])
    return np.array(rows)


@pytest.mark.parametrize("labels", [(-1, 2), (3, -1)])
@pytest.mark.parametrize("kind", [SVC, NuSVC])
def test_probabilities_of_two_classes_are_equal(kind, labels, flowers, tmp_path):
    X, y = flowers
    two = np.isin(y, labels)
    X, y = X[two][:, :2], y[two]
    model = trained_by_libsvm(kind, "rbf", X, y, probability=1)
    svm_save_model(str(tmp_path / "theirs"), model)
    machine = load_libsvm(tmp_path / "theirs")
    theirs = probabilities_of_libsvm(model, machine, X)
    # Where the sigmoid contradicts the sign, ours are moved until the predicted class is the most probable one.
    agree = machine.classes_[theirs.argmax(axis=1)] == machine.predict(X)
    assert agree.mean() > 0.7
    np.testing.assert_allclose(machine.predict_proba(X)[agree], theirs[agree], atol=1e-6)


def test_probabilities_of_three_classes_are_nearly_equal(flowers, tmp_path):
    X, y = flowers
    model = trained_by_libsvm(SVC, "rbf", X, y, probability=1)
    svm_save_model(str(tmp_path / "theirs"), model)
    machine = load_libsvm(tmp_path / "theirs")
    theirs = probabilities_of_libsvm(model, machine, X)
    agree = machine.classes_[theirs.argmax(axis=1)] == machine.predict(X)
    assert agree.mean() > 0.9
    # LIBSVM couples pairs by an iteration that stops early; ours is the solution.
    np.testing.assert_allclose(machine.predict_proba(X)[agree], theirs[agree], atol=0.03)
    save_libsvm(machine, tmp_path / "ours")
    again = load_libsvm(tmp_path / "ours")
    np.testing.assert_array_equal(again.predict_proba(X), machine.predict_proba(X))


def test_attributes_are_those_of_the_fitted_machine(flowers, tmp_path):
    X, y = flowers
    machine = SVC(gamma=0.2).fit(X, y)
    save_libsvm(machine, tmp_path / "model")
    again = load_libsvm(tmp_path / "model")
    for name in ("classes_", "dual_coef_", "intercept_", "n_support_", "support_vectors_"):
        np.testing.assert_array_equal(getattr(again, name), getattr(machine, name))
    np.testing.assert_allclose(again.decision_function(X), machine.decision_function(X), rtol=1e-12)


def test_sparse_machines_stay_sparse_and_can_be_widened(tmp_path):
    dense = sp.random_array((40, 200), density=0.03, rng=np.random.default_rng(1)).toarray()
    dense[:, 7] = np.linspace(-1, 1, 40)
    X = sp.csr_array(dense)
    machine = SVC(gamma=0.5).fit(X, np.repeat([0, 1], 20))
    save_libsvm(machine, tmp_path / "model")
    again = load_libsvm(tmp_path / "model", dimension=200)
    assert sp.issparse(again.support_vectors_)
    np.testing.assert_allclose(again.decision_function(X), machine.decision_function(X), rtol=1e-12)
    with pytest.raises(InputError, match="more than 3"):
        load_libsvm(tmp_path / "model", dimension=3)


def test_what_libsvm_cannot_hold_is_refused(tmp_path, flowers):
    X, y = flowers
    path = tmp_path / "model"
    with pytest.raises(InputTypeError, match="no kernel Laplacian"):
        save_libsvm(SVC(kernel=Laplacian(1.0)).fit(X, y), path)
    with pytest.raises(InputTypeError, match="whole numbers"):
        save_libsvm(SVC().fit(X, y.astype(str)), path)
    with pytest.raises(InputError, match="has not been fitted"):
        save_libsvm(SVC(), path)
    with pytest.raises(InputTypeError, match="LIBSVM has no HardMarginSVC"):
        save_libsvm(HardMarginSVC(), path)
    assert not path.exists()


GOOD = """svm_type c_svc
kernel_type rbf
gamma 0.5
nr_class 2
total_sv 2
rho 0.25
label 1 -1
nr_sv 1 1
SV
1 1:1 2:0.5
-1 1:-1
"""


def test_worked_file(tmp_path):
    (tmp_path / "model").write_text(GOOD)
    machine = load_libsvm(tmp_path / "model")
    x = np.array([[1.0, 0.0]])
    # f(x) = exp(−½·0.25) − exp(−½·4) − ρ, positive for the label 1.
    expected = np.exp(-0.125) - np.exp(-2.0) - 0.25
    np.testing.assert_allclose(machine.decision_function(x), [expected], rtol=1e-12)
    assert machine.classes_.tolist() == [-1, 1]
    assert machine.predict(x).tolist() == [1]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("gamma 0.5", "gamma", "line 3"),
        ("gamma 0.5", "gamma x", "'x' is no number"),
        ("gamma 0.5", "gamma 0.5\ngamma 0.5", "comes twice"),
        ("kernel_type rbf", "kernel_type precomputed", "precomputed"),
        ("svm_type c_svc", "svm_type tree", "tree"),
        ("svm_type c_svc", "banana 1", "'banana' is no word"),
        ("rho 0.25\n", "", "there is no line rho"),
        ("rho 0.25", "rho 0.25 1", "need 1 values of rho"),
        ("total_sv 2", "total_sv 3", "total_sv"),
        ("label 1 -1", "label 1 1", "a label comes twice"),
        ("nr_sv 1 1", "nr_sv 3 -1", "add up"),
        ("nr_class 2", "nr_class 100000", "classes"),
        ("SV\n", "", "no word"),
        ("1 1:1 2:0.5", "1 2:1 1:0.5", "line 10: the index 1 comes after 2"),
        ("1 1:1 2:0.5", "1 1:nan", "no finite number"),
        ("-1 1:-1\n", "", "1 support vectors where total_sv says 2"),
        (GOOD, "", "empty"),
    ],
)
def test_damaged_files_are_refused_with_the_place(old, new, message, tmp_path):
    (tmp_path / "model").write_text(GOOD.replace(old, new, 1))
    with pytest.raises(InputError, match=message):
        load_libsvm(tmp_path / "model")


def test_random_damage_never_gets_through(tmp_path):
    rng = np.random.default_rng(0)
    path = tmp_path / "model"
    for _ in range(300):
        content = bytearray(GOOD.encode())
        for place in rng.integers(0, len(content), size=3):
            content[place] = rng.integers(0, 256)
        path.write_bytes(bytes(content))
        with contextlib.suppress(DrupeError):
            load_libsvm(path).predict(np.zeros((1, 2)))


def test_no_such_file(tmp_path):
    with pytest.raises(FileError, match="No such file"):
        load_libsvm(tmp_path / "nothing")


def test_machines_fitted_elsewhere_last_and_say_what_is_not_known_of_them(tmp_path):
    X = np.random.default_rng(0).normal(size=(30, 2))
    y = np.where(X[:, 0] > 0, 1, -1)
    save_libsvm(SVC().fit(X, y), tmp_path / "machine.model")
    drupe.save(load_libsvm(tmp_path / "machine.model"), tmp_path / "machine.drupe")
    machine = drupe.load(tmp_path / "machine.drupe")
    assert machine.predict(X).tolist() == SVC().fit(X, y).predict(X).tolist()
    with pytest.raises(InputError, match="not fitted by drupe"):
        drupe.certify(machine, X, y)
    assert drupe.certify(machine, X_held_out=X + 1e-3, y_held_out=y).best.name == "hold_out"
