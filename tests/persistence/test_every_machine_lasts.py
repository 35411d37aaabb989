"""Every machine survives a file, a pickle, joblib and skops, and then says the same to the last bit."""

import io
import pickle

import joblib
import numpy as np
import pytest
import skops.io
from persistence.machine_samples import answers, examples, fitted, machine_types
from persistence.sameness import assert_same
from sklearn.utils import get_tags

import drupe

KINDS = machine_types()


@pytest.fixture(scope="module")
def machines():
    """Fitted once for all tests of this file."""
    made = {}

    def machine(kind):
        if kind not in made:
            made[kind] = fitted(kind)
        return made[kind]

    return machine


@pytest.fixture(scope="module")
def fresh():
    """Examples that no machine has seen; more than a handful, so that predictions take their fast path too."""
    return np.random.default_rng(1).normal(scale=3.0, size=(80, 3))


def assert_answers_alike(machine, again, X):
    ours, theirs = answers(machine, X), answers(again, X)
    assert ours.keys() == theirs.keys()
    for question, said in ours.items():
        if question == "predict" and get_tags(machine).non_deterministic:
            assert set(said) == set(theirs[question])  # each copy draws lots of its own
        else:
            assert_same(said, theirs[question], question)


def test_all_machines_were_found():
    named = {getattr(drupe, name) for name in drupe.__all__ if isinstance(getattr(drupe, name), type)}
    machines = {kind for kind in named if hasattr(kind, "get_params")}
    assert machines <= set(KINDS)
    assert len(KINDS) >= 20


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_file_gives_back_the_same_machine(kind, machines, fresh, tmp_path):
    machine = machines(kind)
    drupe.save(machine, tmp_path / "machine.drupe")
    again = drupe.load(tmp_path / "machine.drupe")
    assert type(again) is kind
    assert_same(machine.get_params(deep=False), again.get_params(deep=False), "parameters")
    assert_same(machine, again, kind.__name__)
    assert_answers_alike(machine, again, fresh)
    assert_answers_alike(machine, again, examples()[0])


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_saving_twice_gives_the_same_bytes(kind, machines, tmp_path):
    machine = machines(kind)
    drupe.save(machine, tmp_path / "first")
    drupe.save(drupe.load(tmp_path / "first"), tmp_path / "second")
    assert (tmp_path / "first").read_bytes() == (tmp_path / "second").read_bytes()


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_pickle_gives_back_the_same_answers(kind, machines, fresh):
    machine = machines(kind)
    assert_answers_alike(machine, pickle.loads(pickle.dumps(machine)), fresh)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_joblib_gives_back_the_same_answers(kind, machines, fresh):
    machine, file = machines(kind), io.BytesIO()
    joblib.dump(machine, file)
    file.seek(0)
    assert_answers_alike(machine, joblib.load(file), fresh)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_skops_gives_back_the_same_answers(kind, machines, fresh):
    machine = machines(kind)
    written = skops.io.dumps(machine)
    trusted = skops.io.get_untrusted_types(data=written)
    assert all(name.startswith(("drupe.", "uuid.", "numpy.", "scipy.sparse.")) for name in trusted), trusted
    assert_answers_alike(machine, skops.io.loads(written, trusted=trusted), fresh)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_unfitted_machine_lasts(kind, machines, tmp_path):
    machine = type(machines(kind))(**machines(kind).get_params(deep=False))
    drupe.save(machine, tmp_path / "machine.drupe")
    assert_same(machine, drupe.load(tmp_path / "machine.drupe"), kind.__name__)
