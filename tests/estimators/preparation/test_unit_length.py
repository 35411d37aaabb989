"""Rows of length one, in input space and in feature space: lengths, angles, machines, and rows without direction."""

import warnings

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from sklearn.datasets import load_iris
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import normalize
from sklearn.utils.estimator_checks import parametrize_with_checks

from drupe import SVC, KernelPCA, UnitLength, load, save
from drupe.foundation.errors import InputError, ParameterError
from drupe.kernels import Gaussian, Linear, Polynomial, Spectrum

RNG = np.random.default_rng(0)
ROWS = hnp.arrays(
    np.float64,
    st.tuples(st.integers(1, 5), st.integers(1, 5)),
    elements=st.one_of(st.just(0.0), st.floats(1e-300, 1e300), st.floats(-1e300, -1e-300)),
)


@parametrize_with_checks([UnitLength()])
def test_scikit_learn_takes_it_for_a_transformer(estimator, check):
    check(estimator)


@pytest.mark.spec("G.P-04")
@given(ROWS)
def test_length_is_one_and_the_direction_stays(X):
    """Huge and tiny entries too, whose squares are no numbers; dense and sparse alike."""
    found = UnitLength(zeros="keep").fit_transform(X)
    for x, unit in zip(X, found, strict=True):
        if not x.any():
            assert not unit.any()
            continue
        assert np.linalg.norm(unit) == pytest.approx(1.0, rel=1e-14)
        scaled = x / np.abs(x).max()
        np.testing.assert_allclose(unit, scaled / np.linalg.norm(scaled), rtol=1e-14, atol=0.0)
    sparse = UnitLength(zeros="keep").fit_transform(sp.csr_array(X))
    assert isinstance(sparse, sp.csr_array)
    np.testing.assert_allclose(sparse.toarray(), found, rtol=1e-14)
    np.testing.assert_allclose(UnitLength(zeros="keep").fit_transform(found), found, rtol=1e-14)


@pytest.mark.spec("G.P-04")
def test_it_agrees_with_scikit_learn_in_both_precisions():
    X = RNG.normal(size=(20, 7))
    np.testing.assert_allclose(UnitLength().fit_transform(X), normalize(X), rtol=1e-14)
    single = UnitLength().fit_transform(X.astype(np.float32))
    assert single.dtype == np.float32
    np.testing.assert_allclose(single, normalize(X), rtol=1e-6)


@pytest.mark.spec("G.P-04")
def test_signs_of_rules_without_offset_do_not_change_but_margins_do():
    X, w = RNG.normal(size=(50, 3)) * RNG.exponential(size=(50, 1)), RNG.normal(size=3)
    unit = UnitLength().fit_transform(X)
    np.testing.assert_array_equal(np.sign(unit @ w), np.sign(X @ w))
    np.testing.assert_allclose(np.abs(unit @ w), np.abs(X @ w) / np.linalg.norm(X, axis=1))
    assert np.abs(unit @ w).min() != pytest.approx(np.abs(X @ w).min(), rel=0.1)


@pytest.mark.spec("G.P-04")
def test_rows_without_direction():
    X = np.array([[3.0, 4.0], [0.0, 0.0], [-0.0, 0.0]])
    for rows in (X, sp.csr_array(X), sp.csr_array((np.zeros(1), [0], [0, 0, 1]), shape=(2, 2))):
        with pytest.warns(UserWarning, match=r"2 of \d rows are zero and cannot have length one; they stay") as seen:
            found = UnitLength().fit_transform(rows)
        assert seen[0].filename == __file__
        assert not (found.toarray() if sp.issparse(found) else found)[-2:].any()
    with pytest.raises(InputError, match="2 of 3 rows are zero and cannot have length one, the first is row 1; drop"):
        UnitLength(zeros="raise").fit_transform(X)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        np.testing.assert_array_equal(UnitLength(zeros="keep").fit_transform(X)[0], [0.6, 0.8])
    with pytest.raises(ParameterError, match="zeros"):
        UnitLength(zeros="drop").fit(X)
    assert not hasattr(UnitLength(), "inverse_transform"), "lengths are forgotten"


@pytest.mark.spec("G.P-04")
def test_pipelines_frames_and_files(tmp_path):
    X, y = load_iris(return_X_y=True, as_frame=True)
    model = make_pipeline(UnitLength(), SVC()).set_output(transform="pandas").fit(X, y)
    rows = model[0].transform(X)
    assert list(rows.columns) == list(X.columns) == model[0].get_feature_names_out().tolist()
    np.testing.assert_allclose(np.square(rows).sum(axis=1), 1.0)
    save(model, tmp_path / "model.drupe")
    np.testing.assert_array_equal(load(tmp_path / "model.drupe").predict(X), model.predict(X))
    with pytest.raises(ValueError, match="3 features"):
        model[0].transform(X.to_numpy()[:, :3])
    given_back = X.to_numpy().copy()
    UnitLength().fit_transform(given_back)
    np.testing.assert_array_equal(given_back, X)


@pytest.mark.spec("G.P-05", "G.P-04")
def test_normalized_linear_kernel_is_the_linear_kernel_of_rows_of_length_one():
    X, Z = RNG.normal(size=(9, 4)), RNG.normal(size=(5, 4))
    rows = UnitLength().fit(X)
    expected = Linear()(rows.transform(X), rows.transform(Z))
    np.testing.assert_allclose(Linear().normalized()(X, Z), expected, atol=1e-14)
    np.testing.assert_allclose(Linear().normalized()(sp.csr_array(X), sp.csr_array(Z)), expected, atol=1e-14)


@pytest.mark.spec("G.P-05")
@pytest.mark.parametrize("kernel", [Polynomial(3, 0.5, 1.0), Polynomial(2) + 2.0 * Gaussian(1.0), Linear()], ids=repr)
def test_normalized_kernel_has_length_one_in_feature_space(kernel):
    """‖φ(x)‖² = k(x, x) = 1, k = ⟨φ(x), φ(z)⟩ / (‖φ(x)‖ ‖φ(z)‖), and doing it twice does nothing."""
    X, Z = RNG.normal(size=(12, 4)), RNG.normal(size=(5, 4))
    K, squared = kernel(X), np.array([[kernel([x], [z]).item() for z in Z] for x in X])
    unit = kernel.normalized()
    np.testing.assert_allclose(np.diag(unit(X)), 1.0, rtol=1e-14)
    roots = np.sqrt(np.diag(K))
    np.testing.assert_allclose(unit(X), K / np.outer(roots, roots), rtol=1e-12)
    other = np.sqrt([kernel([z]).item() for z in Z])
    np.testing.assert_allclose(unit(X, Z), squared / np.outer(roots, other), rtol=1e-12)
    np.testing.assert_allclose(unit.normalized()(X, Z), unit(X, Z), rtol=1e-12)
    assert np.abs(unit(X, Z)).max() <= 1.0 + 1e-14


@pytest.mark.spec("G.P-05")
@pytest.mark.parametrize("kernel", [Polynomial(2, 1.0, 1.0), Gaussian(1.0) * 3.0 + Linear()], ids=repr)
def test_unit_length_of_coordinates_in_feature_space_is_the_normalized_kernel(kernel):
    """All components without the mean are coordinates of φ(x), which then have rows that can be divided."""
    X = RNG.normal(size=(10, 3))
    steps = make_pipeline(KernelPCA(kernel=kernel, centered=False), UnitLength())
    coordinates = steps.fit_transform(X)
    np.testing.assert_allclose(coordinates @ coordinates.T, kernel.normalized()(X), atol=1e-8)


@pytest.mark.spec("G.P-05")
def test_feature_space_of_strings_has_length_one_too():
    words = ["banana", "bandana", "ananas", "an"]
    K = Spectrum(2)(words)
    roots = np.sqrt(np.diag(K))
    np.testing.assert_allclose(Spectrum(2).normalized()(words), K / np.outer(roots, roots), rtol=1e-12)
    np.testing.assert_allclose(np.diag(Spectrum(2).normalized()(words)), 1.0, rtol=1e-14)
