"""Runs that end in the middle and go on: the same bits, whatever the moment; other runs are refused."""

import os
import signal
import subprocess
import sys
import time
import warnings

import numpy as np
import pytest

import drupe
from drupe import Checkpoint, LandmarkClassifier, LandmarkRegressor
from drupe.foundation.errors import FileError, InputError, ParameterError
from drupe.inputs import Vectors
from drupe.inputs.rows import RowsInMemory
from drupe.persistence import checkpoint as checkpoint_module

FIT = """
import sys, time, numpy as np
import drupe.inputs.rows.in_memory as in_memory
from drupe import Checkpoint, LandmarkClassifier
from drupe.grams.cross import CrossGram

in_memory.PART = in_memory.BATCH = 500
folder, pause = sys.argv[1], float(sys.argv[2])
plain = CrossGram.sweep

def slowly(*arguments):
    time.sleep(pause)
    print("swept", flush=True)
    return plain(*arguments)

CrossGram.sweep = slowly
random = np.random.default_rng(0)
X = random.normal(size=(6000, 3))
y = np.sin(2 * X[:, 0]) + X[:, 1] + 0.5 * random.normal(size=6000) > 0
machine = LandmarkClassifier("rbf", gamma=0.5, landmarks=40, strength=1e-5, loss=sys.argv[3], random_state=3)
machine.fit(X, y, checkpoint=Checkpoint(folder, every=0.0))
np.save(sys.argv[4], machine.predictor_.coefficients)
"""


def started(folder, pause, loss, out):
    command = [sys.executable, "-c", FIT, str(folder), str(pause), loss, str(out)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


@pytest.mark.slow
@pytest.mark.parametrize("loss", ["logistic", "squared"])
def test_killed_in_the_middle_of_passes_it_goes_on_to_the_same_bits(tmp_path, loss):
    whole = started(tmp_path / "whole", 0.0, loss, tmp_path / "whole.npy")
    assert whole.stdout is not None
    swept = len(whole.communicate()[0].split())
    assert whole.returncode == 0
    assert swept > 40
    again = 0
    for kill_after in (3, 14, 17, 1, 20):  # inside the first pass, in later ones, soon after a beginning
        run = started(tmp_path / "run", 0.005, loss, tmp_path / "run.npy")
        assert run.stdout is not None
        for _ in range(kill_after):
            run.stdout.readline()
        time.sleep(0.002)
        run.send_signal(signal.SIGKILL)
        again += len(run.communicate()[0].split()) + kill_after
        assert run.returncode == -signal.SIGKILL
    last = started(tmp_path / "run", 0.0, loss, tmp_path / "run.npy")
    left = len(last.communicate()[0].split())
    assert last.returncode == 0
    assert (np.load(tmp_path / "run.npy") == np.load(tmp_path / "whole.npy")).all()
    # Almost nothing was done twice: all that was summed before a kill was there after it.
    assert left < swept - 30
    assert again + left <= swept + 15
    best = drupe.load(tmp_path / "run")
    assert (best.predictor_.coefficients == np.load(tmp_path / "whole.npy")).all()


def data(n=600):
    random = np.random.default_rng(0)
    X = random.normal(size=(n, 3))
    return X, np.sin(2 * X[:, 0]) + X[:, 1] + 0.1 * random.normal(size=n)


def machine(**more):
    return LandmarkRegressor("rbf", **{"gamma": 0.5, "landmarks": 30, "random_state": 0, **more})


def test_every_state_is_a_model_and_a_run_that_is_done_stays_done(tmp_path):
    X, y = data(3000)
    errors = []

    class Watching(Checkpoint):
        def keeper(self, identity, model):
            kept = super().keeper(identity, model)
            passed = kept.passed

            def told(state):
                passed(state)
                errors.append(np.square(drupe.load(self.folder).predict(X) - y).mean())

            kept.passed = told
            return kept

    fitted = machine().fit(X, y, checkpoint=Watching(tmp_path))
    assert len(errors) == fitted.solution_.passes
    assert errors[-1] < 0.5 * errors[0]
    assert errors[-1] == pytest.approx(np.square(fitted.predict(X) - y).mean(), rel=1e-9)
    again = machine().fit(X, y, checkpoint=str(tmp_path))
    assert (again.dual_coef_ == fitted.dual_coef_).all()
    assert again.solution_.passes == fitted.solution_.passes


def test_another_run_is_refused_and_told_what_differs(tmp_path):
    X, y = data()
    machine().fit(X, y, checkpoint=tmp_path)
    with pytest.raises(InputError, match=r"strength was 1e-06, now 0.001"):
        machine(strength=1e-3).fit(X, y, checkpoint=tmp_path)
    with pytest.raises(InputError, match=r"data: .* was "):
        machine().fit(X, y + 1.0, checkpoint=tmp_path)
    with pytest.raises(InputError, match=r"data: weights was one each"):
        machine(landmarks=X[:30]).fit(X, y, np.arange(len(y)) + 1.0, checkpoint=tmp_path)
    with pytest.raises(InputError, match=r"machine was LandmarkRegressor"):
        LandmarkClassifier().fit(X, y > 0, checkpoint=tmp_path)
    machine(verbose=0, n_jobs=2, memory="1GB").fit(X, y, checkpoint=tmp_path)


def test_a_full_disk_ends_no_fit_and_spoils_no_checkpoint(tmp_path, monkeypatch):
    X, y = data(3000)
    plain, calls = checkpoint_module.write_container, []

    def full(path, document, arrays):
        calls.append(path)
        if len(calls) > 2:
            raise FileError(f"{path} could not be written: No space left on device; nothing was changed.")
        plain(path, document, arrays)

    monkeypatch.setattr(checkpoint_module, "write_container", full)
    with pytest.warns(RuntimeWarning, match="No space left on device"):
        fitted = machine().fit(X, y, checkpoint=tmp_path)
    monkeypatch.undo()
    resumed = machine().fit(X, y, checkpoint=tmp_path)
    assert (resumed.dual_coef_ == fitted.dual_coef_).all()


def test_a_damaged_file_is_an_error_that_names_it(tmp_path):
    X, y = data()
    machine().fit(X, y, checkpoint=tmp_path)
    path = tmp_path / "state.drupe"
    path.write_bytes(path.read_bytes()[:-10])
    with pytest.raises(InputError, match=r"state\.drupe"):
        machine().fit(X, y, checkpoint=tmp_path)


def test_places_that_are_no_folders(tmp_path):
    X, y = data()
    (tmp_path / "file").write_text("")
    with pytest.raises(FileError, match="cannot be the folder"):
        machine().fit(X, y, checkpoint=tmp_path / "file")
    with pytest.raises(ParameterError, match="path of a folder"):
        machine().fit(X, y, checkpoint=7)
    with pytest.raises(ParameterError, match="every must be"):
        Checkpoint(tmp_path, every=-1.0)


def test_a_seed_that_was_not_given_is_found_again(tmp_path):
    X, y = data()
    first = machine(random_state=None).fit(RowsInMemory(Vectors.of(X), y), checkpoint=tmp_path)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        second = machine(random_state=None).fit(RowsInMemory(Vectors.of(X), y), checkpoint=tmp_path)
    assert (first.dual_coef_ == second.dual_coef_).all()
    assert sorted(os.listdir(tmp_path)) == ["model.drupe", "state.drupe"]
