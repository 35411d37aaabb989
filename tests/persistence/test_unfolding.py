"""References multiply, and are counted: a small file stays small however often it says "the same again"."""

import numpy as np
import pytest
from fuzz.model_lies import Opened
from persistence.test_hostile_files import GAUSSIAN, write_document

import drupe
from drupe import SVC, SVR
from drupe.foundation.errors import InputError
from drupe.kernels import Gaussian, Linear
from drupe.persistence.unfolding import NODE, SMALL, TIMES, Made, Unfolding


def doubled(levels):
    """A kernel that is the sum of itself and itself, and that again, so many times."""
    node = GAUSSIAN
    for level in range(levels):
        node = {"type": "kernels.Sum", "fields": {"terms": {"tuple": [node, {"same": level}]}}}
    return node


def test_thirty_doublings_are_refused_in_every_place(tmp_path):
    path = tmp_path / "machine.drupe"
    drupe.save(SVC(kernel=Gaussian(1.0)).fit([[0.0], [1.0]], [0, 1]), path)
    file = Opened(path.read_bytes())
    file.document["model"]["parameters"]["kernel"] = doubled(30)
    path.write_bytes(file.closed())
    assert len(path.read_bytes()) < 20_000
    with pytest.raises(InputError, match="unfold to more than"):
        drupe.load(path)


def test_a_few_doublings_are_what_they_say(tmp_path):
    write_document(tmp_path / "kernel", doubled(3))
    kernel = drupe.load(tmp_path / "kernel")
    assert kernel([[0.0]], [[0.0]]).item() == 8.0
    assert kernel.terms[0] is kernel.terms[1]


def test_whatever_is_let_in_can_be_evaluated(tmp_path):
    for levels in range(1, 30):
        write_document(tmp_path / "kernel", doubled(levels))
        try:
            kernel = drupe.load(tmp_path / "kernel")
        except InputError:
            break
        assert kernel([[0.0]], [[0.0]]).item() == 2.0**levels
    assert 8 < levels < 16


def test_a_chain_of_references_is_as_deep_as_it_would_be(tmp_path):
    chain = [GAUSSIAN]
    chain += [{"type": "kernels.Scaled", "fields": {"kernel": {"same": i}, "factor": 1.0}} for i in range(200)]
    write_document(tmp_path / "kernel", chain)
    with pytest.raises(InputError, match="deep inside one another"):
        drupe.load(tmp_path / "kernel")


def test_arrays_count_as_often_as_they_are_named(tmp_path):
    size = SMALL // 2
    arrays = [("a", "U8", [size], bytes(size))]
    write_document(tmp_path / "few", [{"array": "a"}] * TIMES, arrays)
    assert all(array is drupe.load(tmp_path / "few")[0] or len(array) == size for array in drupe.load(tmp_path / "few"))
    write_document(tmp_path / "many", [{"array": "a"}] * (2 * TIMES), arrays)
    with pytest.raises(InputError, match="unfold"):
        drupe.load(tmp_path / "many")


def test_counting_agrees_with_walking():
    count = Unfolding(0)
    for _ in range(3):
        count.enter()
    with count.measured() as inner:
        count.enter()
        count.leave()
    made = Made("kernel", *inner)
    assert (made.size, made.height) == (2 * NODE, 1)
    with count.measured() as outer:
        count.enter()
        count.again(made)
        count.leave()
    assert outer == [NODE + NODE + made.size, 2]


def test_honest_machines_are_far_from_the_limit(tmp_path, monkeypatch):
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(300, 3)), np.arange(300) % 30
    kernel = sum((Gaussian(float(w)) for w in range(2, 12)), start=Linear() + 1.0)
    monkeypatch.setattr("drupe.persistence.unfolding.SMALL", 0)
    monkeypatch.setattr("drupe.persistence.unfolding.TIMES", 4)
    for machine in (SVC(kernel=kernel).fit(X, y), SVR().fit(X, X[:, 0]), drupe.OneVsOne(SVC(kernel=kernel)).fit(X, y)):
        drupe.save(machine, tmp_path / "machine.drupe")
        assert drupe.load(tmp_path / "machine.drupe").predict(X).tolist() == machine.predict(X).tolist()
