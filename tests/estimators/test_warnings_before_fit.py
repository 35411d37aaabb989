"""What is said before a fit: columns of unlike scale, and examples too many for the kernel."""

import warnings
from dataclasses import dataclass

import numpy as np
import pytest
import scipy.sparse as sp
from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer
from sklearn.model_selection import GridSearchCV, cross_val_predict, cross_val_score
from sklearn.multiclass import OneVsRestClassifier
from sklearn.pipeline import make_pipeline

from drupe import SVC, SVR, OneVsOne, RejectOption, SVCPathCV
from drupe.estimators.warnings import FitWarning
from drupe.estimators.warnings_before_fit import look_ahead
from drupe.foundation.arrays import Matrix
from drupe.inputs import Precomputed as PrecomputedInputs
from drupe.inputs import Sequences, Vectors
from drupe.inputs.base import Inputs
from drupe.kernels import ARD, DNA, Gaussian, Laplacian, Linear, Mismatch, Polynomial, Precomputed
from drupe.kernels.base import Kernel

RNG = np.random.default_rng(0)
X = RNG.normal(size=(300, 3))
UNLIKE = X * [1.0, 1e-6, 1.0]
Y = X[:, 0] > 0


@dataclass(frozen=True)
class Untouched(Kernel[Inputs]):
    """A kernel in Python that nobody may ask for a value: a look ahead costs none."""

    def matrix(self, left, right) -> Matrix:
        raise AssertionError("a look ahead computes no kernel value.")


def silent(kernel, inputs):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        look_ahead(kernel, inputs)
    return True


@pytest.mark.parametrize("wrap", [np.asarray, sp.csr_array], ids=["dense", "sparse"])
@pytest.mark.parametrize(
    ("kernel", "said"),
    [
        (Gaussian(), r"column [02] of X spreads 1e\+06 times as far as column 1, so that distances hardly see"),
        (Laplacian(), "distances"),
        (Linear(), r"column [02] of X reaches 1e\+06 times as far as column 1, so that inner products hardly see"),
        (Polynomial(2), "inner products"),
        (Gaussian() * Linear(), "distances"),
        (2.0 * Gaussian() + Linear(), "distances"),
    ],
)
def test_columns_of_unlike_scale(kernel, said, wrap):
    with pytest.warns(FitWarning, match=said + r".*StandardScaler"):
        look_ahead(kernel, Vectors.of(wrap(UNLIKE)))
    assert silent(kernel, Vectors.of(wrap(X)))


def test_columns_are_named_as_the_user_names_them():
    import pandas as pd

    frame = pd.DataFrame(UNLIKE, columns=["length", "weight", "age"])
    with pytest.warns(FitWarning, match="as far as column 'weight'"):
        SVR(kernel="linear").fit(frame, X[:, 0])


@pytest.mark.parametrize("scale", [1e-300, 1e-20, 1.0, 1e20, 1e300])
def test_what_counts_is_the_ratio(scale):
    with pytest.warns(FitWarning, match=r"1e\+06 times"):
        look_ahead(Gaussian(), Vectors.of(UNLIKE * scale))
    assert silent(Gaussian(), Vectors.of(X * scale))


def test_ratios_below_ten_thousand_are_left_to_the_user():
    assert silent(Gaussian(), Vectors.of(X * [1.0, 1e-3, 1.0]))


def test_constant_columns_have_no_scale():
    x = np.column_stack([X, np.full(300, 0.1), np.zeros(300)])
    assert silent(Gaussian(), Vectors.of(x))
    assert silent(Linear(), Vectors.of(x))


def test_a_common_offset_matters_to_inner_products_alone():
    """Far from the origin the column is long, but examples are no farther apart."""
    x = X + np.array([0.0, 1e5, 0.0])
    assert silent(Gaussian(), Vectors.of(x))
    with pytest.warns(FitWarning, match="column 1 of X reaches"):
        look_ahead(Linear(), Vectors.of(x))


def test_kernels_that_rescale_columns_are_trusted():
    assert silent(ARD((1.0, 1e-6, 1.0)), Vectors.of(UNLIKE))


@pytest.mark.parametrize("kernel", [Gaussian(), Linear()])
@pytest.mark.parametrize("wrap", [np.asarray, sp.csr_array], ids=["dense", "sparse"])
def test_what_is_rare_is_not_small(kernel, wrap):
    """A category of one row in a thousand, beside a column that is a few hundred times as wide as 0 and 1."""
    rare = np.zeros((1000, 1))
    rare[7] = 1.0
    assert silent(kernel, Vectors.of(wrap(np.hstack([rare, 500.0 * RNG.normal(size=(1000, 1))]))))
    assert silent(kernel, Vectors.of(wrap(np.eye(1000))))


def test_users_of_strings_hear_nothing_of_columns():
    rng = np.random.default_rng(0)
    words = np.array([f"w{i}" for i in range(2000)])
    often = 1.0 / np.arange(1, 2001)
    texts = [" ".join(rng.choice(words, 400, p=often / often.sum())) for _ in range(200)]
    for view in (CountVectorizer(), TfidfVectorizer()):
        assert silent(Linear(), Vectors.of(view.fit_transform(texts).astype(np.float64)))
    assert silent(Untouched(), Sequences.of(texts))


def test_users_of_precomputed_kernels_hear_nothing_of_columns():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        SVC(kernel="precomputed").fit(UNLIKE @ UNLIKE.T, X[:, 0] > 0)


SEARCHES = {
    "GridSearchCV": lambda: GridSearchCV(SVC(), {"C": [0.1, 1.0, 10.0]}, cv=5).fit(UNLIKE, Y),
    "GridSearchCV over a pipeline": lambda: GridSearchCV(make_pipeline(SVC()), {"svc__C": [0.1, 1.0]}).fit(UNLIKE, Y),
    "cross_val_score": lambda: cross_val_score(SVC(), UNLIKE, Y),
    "cross_val_predict": lambda: cross_val_predict(estimator=SVC(), X=UNLIKE, y=Y),
    "OneVsRestClassifier": lambda: OneVsRestClassifier(SVC()).fit(UNLIKE, RNG.integers(0, 4, 300)),
    "SVCPathCV": lambda: SVCPathCV(Cs=(1.0, 10.0)).fit(UNLIKE, Y),
    "OneVsOne": lambda: OneVsOne(SVC()).fit(UNLIKE, RNG.integers(0, 4, 300)),
    "RejectOption": lambda: RejectOption(SVC(), coverage=0.9).fit(UNLIKE, Y),
    "SVC with probabilities": lambda: SVC(probability=True).fit(UNLIKE, Y),
    "one fit": lambda: SVC().fit(UNLIKE, Y),
}


@pytest.mark.parametrize("search", SEARCHES)
def test_a_search_is_advised_once_at_the_line_of_its_user(search):
    for _ in range(2):  # each search anew
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            SEARCHES[search]()
        assert [(one.category, one.filename) for one in said] == [(FitWarning, __file__)]


def test_the_same_machine_is_advised_at_each_fit():
    machine = SVC()
    for _ in range(2):
        with pytest.warns(FitWarning, match="StandardScaler"):
            machine.fit(UNLIKE, Y)


@pytest.mark.parametrize(
    ("n", "said"), [(10_001, r"1.0e\+08 kernel values, .* 763.* MiB"), (200_000, r"4.0e\+10 .* 298.* GiB")]
)
def test_too_many_examples_for_a_kernel_in_python_are_counted(n, said):
    with pytest.warns(FitWarning, match=f"Untouched has no native form: comparing all {n} examples once takes {said}"):
        look_ahead(Untouched(), Vectors.of(np.zeros((n, 1))))


def test_fewer_are_not():
    assert silent(Untouched(), Vectors.of(np.zeros((10_000, 1))))


def test_the_core_compares_a_thousand_times_as_many():
    assert silent(Gaussian(), Vectors.of(np.linspace(0.0, 1.0, 300_000)[:, None]))
    with pytest.warns(FitWarning, match=r"^comparing all 320000 examples once takes 1.0e\+11 kernel values"):
        look_ahead(Gaussian(), Vectors.of(np.linspace(0.0, 1.0, 320_000)[:, None]))


def test_kernel_values_that_are_there_are_not_counted(monkeypatch):
    monkeypatch.setattr("drupe.estimators.warnings_before_fit.MOST_IN_PYTHON", 10)
    assert silent(Precomputed(), PrecomputedInputs.of(np.eye(15)))
    with pytest.warns(FitWarning, match="all 15 examples"):
        look_ahead(Untouched(), Vectors.of(np.zeros((15, 1))))


def test_machines_look_before_they_fit():
    with pytest.warns(FitWarning, match="inner products"):
        SVC(kernel="linear").fit(UNLIKE, X[:, 0] > 0)


@pytest.mark.parametrize("normalized", [False, True])
def test_sequences_without_features_are_told_of(normalized: bool) -> None:
    kernel = Mismatch(length=3, mismatches=1, alphabet=DNA)
    lower = ["acgtac", "ttacgg", "ggatcc", "ACGTAC"]
    with pytest.warns(FitWarning, match=r"3 of 4 sequences have none of the features .* sequence 0, .* 'acgtac'"):
        SVC(kernel=kernel.normalized() if normalized else kernel).fit(lower, [0, 1, 0, 1])
    SVC(kernel=kernel).fit(["ACGT", "TTAC", "a", ""], [0, 1, 0, 1])  # warnings are errors here
