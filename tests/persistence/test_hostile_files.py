"""Files that lie: no code runs, nothing large is made, and the error is drupe's own."""

import json
import tracemalloc

import numpy as np
import pytest
from fuzz.mutations import sealed
from fuzz.run import damaged
from fuzz.victims import survives, victims

import drupe
from drupe import SVC
from drupe.foundation.errors import DrupeError, InputError
from drupe.kernels import Gaussian
from drupe.persistence.allowed import type_named
from drupe.persistence.archive import FORMAT

VICTIMS = victims()


@pytest.fixture
def path(tmp_path):
    return tmp_path / "machine.drupe"


def write_document(path, model, arrays=(), version=FORMAT):
    """A file with a right checksum and this model, and arrays of (name, dtype, shape, bytes)."""
    document = {"format": version, "drupe": "0.1.0", "scikit-learn": "1", "model": model}
    header = {"__metadata__": {"format": "drupe", "sha256": "", "document": json.dumps(document)}}
    data = b""
    for name, dtype, shape, content in arrays:
        header[name] = {"dtype": dtype, "shape": shape, "data_offsets": [len(data), len(data) + len(content)]}
        data += content
    path.write_bytes(sealed(header, data))


def test_every_damaged_byte_is_noticed(path, tmp_path):
    drupe.save(SVC(kernel=Gaussian(2.0)).fit([[0.0], [1.0]], [0, 1]), path)
    content = path.read_bytes()
    other = tmp_path / "damaged"
    for place in range(0, len(content), 29):
        other.write_bytes(content[:place] + bytes([content[place] ^ 1]) + content[place + 1 :])
        with pytest.raises(InputError):
            drupe.load(other)
    for place in range(0, len(content), 211):
        other.write_bytes(content[:place])
        with pytest.raises(InputError):
            drupe.load(other)


@pytest.mark.parametrize(
    "name",
    [
        "os.system",
        "builtins.eval",
        "subprocess.Popen",
        "drupe.kernels.Gaussian",
        "kernels.gaussian.math",
        "kernels..Gaussian",
        "..kernels.Gaussian",
        "kernels.Kernel.__init__",
        "kernels.__init__",
        "kernels.forms.Constant",
        "solvers.textbook.Shuffled",
        "cli.main",
        "estimators.KernelParameters",
        "estimators.margin.PairwiseClassifier",
        "persistence.Archive",
        "sklearn.FunctionTransformer",
        "sklearn.base.BaseEstimator",
        "",
        "a" * 10_000,
    ],
)
@pytest.mark.parametrize("version", [1, FORMAT])
def test_other_names_are_never_looked_up(name, version, path):
    write_document(path, {"type": name, "fields": {}}, version=version)
    with pytest.raises(InputError, match="no class that a file may hold"):
        drupe.load(path)
    assert type_named(name) is None


def test_folders_are_no_part_of_a_name_since_format_2(path):
    model = {"type": "estimators.margin.SVC", "parameters": {}, "attributes": {}}
    write_document(path, model, version=1)
    assert type(drupe.load(path)) is SVC
    write_document(path, model, version=2)
    with pytest.raises(InputError, match="no class that a file may hold"):
        drupe.load(path)


GAUSSIAN = {"type": "kernels.Gaussian", "fields": {"width": 1.0}}


@pytest.mark.parametrize(
    ("model", "message"),
    [
        ({"type": "kernels.Gaussian", "fields": {"width": -1.0}}, "must lie in"),
        ({"type": "kernels.Gaussian", "fields": {"width": "wide"}}, "Gaussian.width is a str"),
        ({"type": "kernels.Gaussian", "fields": {"width": 1.0, "height": 2.0}}, "no field 'height'"),
        ({"type": "kernels.Gaussian", "fields": []}, "table of names"),
        ({"type": "predictors.Expansion", "fields": {}}, "Expansion.kernel is missing"),
        ({"type": "estimators.SVC", "fields": {}}, "no plain value"),
        ({"type": "estimators.SVC", "parameters": {"X": 1}, "attributes": {}}, "no parameter 'X'"),
        ({"type": "estimators.SVC", "parameters": {}, "attributes": {"predict": 1}}, "attribute 'predict'"),
        ({"type": "estimators.SVC", "parameters": {}, "attributes": {"__class__": 1}}, "attribute '__class__'"),
        ({"type": "kernels.Gaussian", "parameters": {}, "attributes": {}}, "no estimator"),
        ({"type": "solvers.Stop", "fields": {}}, "no plain value"),
        ({"type": "kernels.Gaussian", "stateless": True}, "without state"),
        ({"enum": "solvers.Stop", "member": "NEVER"}, "enum cannot be read"),
        ({"enum": "kernels.Gaussian", "member": "x"}, "no enumeration"),
        ({"same": 0}, "points to nothing"),
        ([GAUSSIAN, {"same": 1}], "points to nothing"),
        ([GAUSSIAN, {"same": True}], "points to nothing"),
        ({"array": "a"}, "'a' is missing"),
        ({"unheard": 1}, "unknown kind"),
        ({"dict": [[{"tuple": [[1]]}, 1]]}, "cannot be the key"),
        ({"dict": 3}, "dict cannot be read"),
        ({"bytes": "?"}, "bytes cannot be read"),
        ({"float": "1e3"}, "float cannot be read"),
        ({"objects": [], "shape": [10**12]}, "has 0 entries"),
        ({"scalar": "M8[s]", "value": 1}, "no type of numbers"),
        ({"scalar": "V100000000", "value": 1}, "no type of numbers"),
        ({"numpy dtype": "<U99999999"}, "too wide"),
        ({"random": {"dict": [["bit_generator", "MT19937"]]}}, "random generator is wrong"),
        ({"random": {"dict": [["bit_generator", "SFC64"]]}}, "unknown kind"),
    ],
    ids=str,
)
def test_lies_in_the_document_are_found(model, message, path):
    write_document(path, model)
    with pytest.raises(DrupeError, match=message) as raised:
        drupe.load(path)
    assert str(raised.value).startswith(str(path))


EIGHT = np.arange(8, dtype=np.int64).tobytes()


@pytest.mark.parametrize(
    ("arrays", "model", "message"),
    [
        ([("a", "F64", [2**62], EIGHT)], {"array": "a"}, "cannot be read"),
        ([("a", "F64", [2**33, 2**33], EIGHT)], {"array": "a"}, "cannot be read"),
        ([("a", "F64", [9], EIGHT)], {"array": "a"}, "cannot be read"),
        ([("a", "BOOL", [64], EIGHT)], {"array": "a"}, "truth values"),
        ([("a", "I64", [8], EIGHT)], {"array": "a", "dtype": "<U1"}, "held as"),
        ([("a", "I64", [8], EIGHT)], {"array": "a", "dtype": "O"}, "unknown type"),
        ([("a", "I64", [8], EIGHT)], {"array": "a", "order": "K"}, "unknown order"),
        ([("a", "U32", [1, 1], b"\xff\xff\xff\x7f")], {"array": "a", "dtype": "<U1"}, "does not exist"),
        ([("a", "BF16", [32], EIGHT)], {"array": "a"}, "unknown type"),
    ],
    ids=str,
)
def test_lies_about_arrays_are_found(arrays, model, message, path):
    write_document(path, model, arrays)
    with pytest.raises(InputError, match=message):
        drupe.load(path)


def csr(indices, indptr, shape, path):
    parts = [
        ("data", "F64", [len(indices)], np.ones(len(indices)).tobytes()),
        ("indices", "I32", [len(indices)], np.array(indices, dtype=np.int32).tobytes()),
        ("indptr", "I32", [len(indptr)], np.array(indptr, dtype=np.int32).tobytes()),
    ]
    matrix = {"csr": "csr_array", "shape": shape, **{name: {"array": name} for name, *_ in parts}}
    positions = ("positions", "I64", [shape[0]], np.arange(shape[0]).tobytes())
    fields = {"positions": {"array": "positions"}, "token": {"uuid": "0" * 32}}
    origin = {"type": "inputs.Origin", "fields": fields}
    model = {"type": "inputs.Vectors", "fields": {"array": matrix, "origin": origin, "names": None}}
    write_document(path, model, [*parts, positions])


def test_sparse_rows_are_checked_before_the_core_sees_them(path):
    csr([0, 1], [0, 1, 2], [2, 2], path)
    assert drupe.load(path).array.toarray().tolist() == [[1.0, 0.0], [0.0, 1.0]]
    for indices, indptr, shape in [
        ([0, 7], [0, 1, 2], [2, 2]),
        ([0, -1], [0, 1, 2], [2, 2]),
        ([0, 1], [0, 2, 1], [2, 2]),
        ([0, 1], [0, 1, 9], [2, 2]),
        ([0, 1], [0, 1], [2, 2]),
        ([1, 0], [0, 2, 2], [2, 2]),
        ([1, 1], [0, 2, 2], [2, 2]),
        ([0, 1], [0, 1, 2], [2, 2**40]),
    ]:
        csr(indices, indptr, shape, path)
        with pytest.raises(InputError):
            drupe.load(path)


def test_deep_and_shared_structures_do_not_hang(path):
    deep = []
    for _ in range(500):
        deep = [deep]
    write_document(path, deep)
    with pytest.raises(InputError, match="deep"):
        drupe.load(path)
    path.write_bytes(sealed({"__metadata__": {"format": "drupe", "sha256": "", "document": "[" * 10**6}}, b""))
    with pytest.raises(InputError):
        drupe.load(path)
    doubled = [
        GAUSSIAN,
        *({"type": "kernels.Sum", "fields": {"terms": {"tuple": [{"same": i}] * 2}}} for i in range(80)),
    ]
    write_document(path, doubled)
    with pytest.raises(InputError, match="unfold"):
        drupe.load(path)


def test_claims_of_vast_size_cost_nothing(path):
    write_document(path, {"array": "a"}, [("a", "F64", [10**15], b"")])
    path.write_bytes((2**40).to_bytes(8, "little") + path.read_bytes()[8:])
    tracemalloc.start()
    with pytest.raises(InputError):
        drupe.load(path)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 2**22


@pytest.mark.filterwarnings("ignore")
def test_random_damage_never_gets_through(tmp_path):
    read = sum(survives(*damaged(VICTIMS, seed), str(tmp_path)) for seed in range(1500))
    # Some damage is harmless, as another letter in a word; if all files were refused, or none, nothing was tried.
    assert 50 < read < 1450
