"""What a file can hold comes back equal in value and type, to the last bit; what it cannot is refused by name."""

import uuid

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from persistence.sameness import assert_same

import drupe
from drupe.foundation.errors import InputTypeError
from drupe.kernels import Gaussian
from drupe.solvers.solution import Stop

KEYS = st.one_of(st.none(), st.booleans(), st.integers(), st.text(), st.binary(), st.tuples(st.integers(), st.text()))
LEAVES = st.one_of(
    KEYS,
    st.floats(),
    st.complex_numbers(allow_nan=False),
    st.uuids(),
    st.sampled_from(Stop),
    st.sampled_from([np.float64, np.int32, np.bool_, np.object_]),
    st.builds(slice, st.integers() | st.none(), st.integers() | st.none()),
    st.builds(Gaussian, st.floats(0.1, 10.0)),
    st.floats(width=32).map(np.float32),
    st.integers(-5, 5).map(np.int8),
    st.text(alphabet=st.characters(exclude_characters="\0"), max_size=5).map(np.str_),
    st.booleans().map(np.bool_),
    hnp.arrays(
        st.sampled_from(["<f8", "<f4", "<f2", "<i8", "<u2", "bool", "<U3", "S2", "<c16", "<c8"]),
        hnp.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=4),
    ),
)
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.lists(inner, max_size=4).map(tuple),
        st.dictionaries(KEYS, inner, max_size=4),
        st.frozensets(KEYS, max_size=4),
    ),
    max_leaves=10,
)


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    return tmp_path_factory.mktemp("values") / "value.drupe"


@settings(max_examples=300)
@given(value=VALUES)
def test_value_comes_back_the_same(value, path):
    drupe.save(value, path)
    assert_same(value, drupe.load(path))


@pytest.mark.parametrize(
    "value",
    [
        float("nan"),
        -0.0,
        5e-324,
        10**40,
        "\ud800 lone",
        np.asfortranarray(np.arange(6.0).reshape(2, 3)),
        np.arange(10.0)[::2],
        np.zeros((0, 3)),
        np.array(1.5),
        np.array(["a", None, 3], dtype=object),
        np.array([["a", "b"]], dtype=object),
        np.arange(3, dtype=">i4"),
        sp.csr_array(np.eye(3)),
        sp.csr_matrix(np.eye(3, dtype=np.float32)),
        sp.csr_array((3, 4)),
        {"nested": [({"a": (1, [2.0, None])},)]},
        uuid.uuid4(),
    ],
    ids=lambda value: type(value).__name__,
)
def test_odd_value_comes_back_the_same(value, path):
    drupe.save(value, path)
    again = drupe.load(path)
    if isinstance(value, np.ndarray) and not value.dtype.isnative:
        np.testing.assert_array_equal(value, again)
    else:
        assert_same(value, again)


@pytest.mark.parametrize("seed", [np.random.default_rng(3), np.random.RandomState(3)])
def test_random_generators_go_on_where_they_were(seed, path):
    seed.random(7)
    drupe.save(seed, path)
    assert_same(seed, drupe.load(path))


def test_what_was_one_object_stays_one(path):
    kernel, array = Gaussian(2.0), np.arange(5.0)
    drupe.save([kernel, (kernel, array), array], path)
    first, (second, inner), last = drupe.load(path)
    assert first is second
    assert inner is last


def test_arrays_can_be_written_to(path):
    drupe.save(np.arange(5.0), path)
    again = drupe.load(path)
    again[0] = 9.0
    assert again[0] == 9.0


class Own:
    """A class of somebody else."""


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ([1, Own()], r"model\[1\] is of type .*Own"),
        ({"a": len}, r"model\['a'\] is a Python function"),
        ((lambda: 0,), r"model\[0\] is a Python function"),
        (Own, "is a Python function|cannot hold"),
        (np.array([Own()]), r"model\[0\]"),
        ({Gaussian(): 1}, "cannot hold"),
        (np.zeros(2, dtype="M8[D]"), "type datetime64"),
        (np.zeros(2, dtype=np.longdouble), "type longdouble|type float128"),
        (sp.csc_array(np.eye(2)), "csc"),
        (np.random.Generator(np.random.Philox(0)), "Philox"),
        (open, "is a Python function"),
    ],
    ids=lambda part: part if isinstance(part, str) else type(part).__name__,
)
def test_what_a_file_cannot_hold_is_named(value, message, tmp_path):
    with pytest.raises(InputTypeError, match=message):
        drupe.save(value, tmp_path / "value.drupe")
    assert list(tmp_path.iterdir()) == []


def test_value_inside_itself_is_refused(tmp_path):
    loop = []
    loop.append(loop)
    with pytest.raises(InputTypeError, match="inside itself"):
        drupe.save(loop, tmp_path / "value.drupe")
