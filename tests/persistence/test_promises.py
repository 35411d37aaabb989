"""A file of every machine, changed in one place and sealed again: refused with the attribute's name, or it answers."""

import json
from pathlib import Path

import numpy as np
import pytest
from fuzz.model_lies import Opened
from fuzz.questions import loaded_and_asked
from persistence.machine_samples import examples, machine_types, taken
from persistence.nameable_types import nameable_types

import drupe
from drupe import SVC, KernelPerceptron, OneVsOne
from drupe.foundation.errors import DrupeError, InputError
from drupe.foundation.shapes import BrokenPromise
from drupe.persistence.field_types import field_types
from drupe.persistence.promises import check_estimator, learned_types

GOLDEN = {path.stem: path for path in (Path(__file__).parent / "golden").glob("*.drupe") if path.stem != "kernels"}
OPTIONAL = {
    "n_features_in_",
    "leave_one_out_",
    "leave_one_out_outputs_",
    "progressive_outputs_",
    "beliefs_",
    "probA_",
    "probB_",
}
"""What not every fit gives: examples need not have columns, nor anybody have asked for more."""


@pytest.fixture(params=sorted(GOLDEN))
def opened(request, tmp_path):
    """A golden file taken apart, and where to put it together again."""
    return Opened(GOLDEN[request.param].read_bytes()), tmp_path / f"{request.param}.drupe"


def refusal(opened, path):
    path.write_bytes(opened.closed())
    with pytest.raises(InputError) as raised:
        drupe.load(path)
    assert "\n" not in str(raised.value)
    return str(raised.value)


def test_all_annotations_can_be_read():
    for kind in nameable_types():
        assert isinstance(field_types(kind), dict)
    for kind in machine_types():
        assert learned_types(kind), f"{kind.__name__} declares none of its attributes."


@pytest.mark.parametrize("name", sorted(GOLDEN))
def test_nothing_that_a_fit_gives_may_be_missing(name):
    machine = drupe.load(GOLDEN[name])
    check_estimator(machine)
    learned = vars(machine).keys() - machine.get_params(deep=False).keys()
    optional = OPTIONAL | {"n_iter_"} if hasattr(machine, "n_seen_") else OPTIONAL  # a stream has no passes
    if hasattr(machine, "centers"):
        optional = optional | {"support_"}  # centers need not be examples
    if hasattr(machine, "constants_"):
        optional = optional | {"predictor_"}  # machines of others have no function in common
    for attribute in learned - optional if len(learned) > 1 else ():
        said = vars(machine).pop(attribute)
        with pytest.raises(BrokenPromise, match=f"{name}.{attribute} is missing"):
            check_estimator(machine)
        setattr(machine, attribute, said)


def test_nothing_may_come_that_no_fit_gives(opened):
    file, path = opened
    attributes = file.document["model"]["attributes"]
    for name in ("extra_", "_hidden", "_ranges", "fit", "get_params", "__class__"):
        attributes[name] = 1
        assert repr(name) in refusal(file, path) or f".{name} " in refusal(file, path)
        del attributes[name]


def test_arrays_of_other_lengths_are_refused_or_answered(opened):
    file, path = opened
    X = taken(path.stem, examples()[0])
    document, refused = json.dumps(file.document), 0
    for i in range(len(file.places())):
        for change in (_shorter, _deeper, _whole, _infinite):
            file.document = json.loads(document)
            node = file.places()[i]
            node["array"] = file.add(change(_array(file, node["array"])))
            path.write_bytes(file.closed())
            try:
                loaded_and_asked(str(path), X)
            except DrupeError:
                refused += 1
    assert refused >= min(1, len(file.places()))


def _array(file, name):
    said = file.header[name]
    begin, end = said["data_offsets"]
    kinds = {"F64": "<f8", "F32": "<f4", "I64": "<i8", "I32": "<i4", "I8": "|i1", "U32": "<u4", "BOOL": "|b1"}
    return np.frombuffer(file.data[begin:end], dtype=kinds[said["dtype"]]).reshape(said["shape"])


def _shorter(array):
    return array[:-1].astype(float)


def _deeper(array):
    return array[None].astype(float)


def _whole(array):
    return np.nan_to_num(array, posinf=9, neginf=-9).astype(np.int64)


def _infinite(array):
    return np.full(array.shape, np.inf)


def test_what_cannot_be_loaded_is_not_saved(tmp_path):
    machine = SVC().fit([[0.0], [1.0]], [0, 1])
    machine.note_ = "mine"
    with pytest.raises(InputError, match="note_ is no attribute that a fit gives"):
        drupe.save(machine, tmp_path / "machine.drupe")
    del machine.note_
    machine.intercept_ = np.zeros(3)
    with pytest.raises(InputError, match="intercept_ has 3 pairs where 1 belong"):
        drupe.save(machine, tmp_path / "machine.drupe")
    assert not list(tmp_path.iterdir())
    with pytest.raises(InputError, match="certificate is a float"):
        drupe.save(SVC(), tmp_path / "machine.drupe", certificate=0.05)


def test_streams_and_many_classes_last(tmp_path):
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(40, 2)), np.arange(40) % 4
    stream = KernelPerceptron().partial_fit(X[:20], y[:20], classes=range(4)).partial_fit(X[20:], y[20:])
    for machine in (
        stream,
        SVC(probability=True).fit(X, y),
        drupe.Perceptron().partial_fit(X, y, classes=range(4)),
        drupe.KernelRidge(kernel="rbf", leave_one_out=True).fit(X, X),
        drupe.NeighborsClassifier().fit(X, y),
        OneVsOne(SVC(kernel=drupe.kernels.Gaussian(1.0)), priors=[0.1, 0.2, 0.3, 0.4]).fit(X, y),
        SVC(kernel="precomputed").fit(X @ X.T, y),
    ):
        drupe.save(machine, tmp_path / "machine.drupe")
        asked = X @ X.T if getattr(machine, "kernel", None) == "precomputed" else X
        again = drupe.load(tmp_path / "machine.drupe")
        assert again.predict(asked).tolist() == machine.predict(asked).tolist()


def test_sizes_that_no_file_holds_are_not_allocated(tmp_path):
    X, y = np.zeros((6, 2)), np.arange(6) % 2
    path = tmp_path / "machine.drupe"
    drupe.save(drupe.NeighborsClassifier(3).fit(X + np.arange(6)[:, None], y), path)
    for name, size in (("count", 2**40), ("classes", 2**33)):
        file = Opened(path.read_bytes())
        file.document["model"]["attributes"]["predictor_"]["fields"][name] = size
        refusal(file, tmp_path / "lie.drupe")
    with pytest.raises(DrupeError, match="length"):
        drupe.selection.letters_by_place.LettersByPlace(length=10**12).fit(["a"])


def test_threads_are_not_stored(tmp_path):
    X, y = [[0.0], [1.0], [2.0], [3.0]], [0, 0, 1, 1]
    path = tmp_path / "machine.drupe"
    machine = SVC(n_jobs=2).fit(X, y)
    drupe.save(machine, path)
    assert b"n_jobs" not in path.read_bytes()
    again = drupe.load(path)
    assert again.n_jobs is None
    assert again.predictor_.classes[0].n_jobs is None
    file = Opened(path.read_bytes())
    file.document["model"]["parameters"]["n_jobs"] = 200_000
    for side in file.document["model"]["attributes"]["predictor_"]["fields"]["classes"]["tuple"]:
        side["fields"]["n_jobs"] = 200_000
    path.write_bytes(file.closed())
    again = drupe.load(path)
    assert again.n_jobs is None
    assert again.predict(X).tolist() == y
