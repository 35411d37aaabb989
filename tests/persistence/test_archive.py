"""The file: whole or not at all, readable by others, and clear about what is wrong with it."""

import errno
import json
import os
import stat
import subprocess
import sys
import warnings

import numpy as np
import pytest
import safetensors
from fuzz.mutations import sealed
from persistence.sameness import assert_same
from sklearn.compose import ColumnTransformer
from sklearn.exceptions import InconsistentVersionWarning
from sklearn.impute import SimpleImputer
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import MinMaxScaler, OneHotEncoder, RobustScaler, StandardScaler

import drupe
from drupe import SVC, SVR
from drupe.bounds.held_out.hold_out import HoldOut
from drupe.certification.certificate import Certificate
from drupe.foundation.errors import FileError, InputError
from drupe.inputs.readers import CategoryColumn, NumberColumn, TableRecipe
from drupe.persistence import Archive, load_archive
from drupe.witness.held_out import HeldOut


@pytest.fixture
def path(tmp_path):
    return tmp_path / "machine.drupe"


@pytest.fixture(scope="module")
def machine():
    X = np.random.default_rng(0).normal(size=(60, 3))
    return SVC(gamma=0.5).fit(X, X[:, 0] + X[:, 1] ** 2 > 0.5)


def header_of(path):
    content = path.read_bytes()
    length = int.from_bytes(content[:8], "little")
    return json.loads(content[8 : 8 + length]), content[8 + length :]


def test_archive_holds_recipe_and_certificate(machine, path):
    recipe = TableRecipe((NumberColumn("a", 2.5), CategoryColumn("b", ("", "x", "y"))), "c", True, ("d",))
    certificate = Certificate.of(HoldOut(), HeldOut(3, 100), delta=0.05)
    drupe.save(machine, path, recipe=recipe, certificate=certificate)
    archive = load_archive(path)
    assert isinstance(archive, Archive)
    assert archive.recipe == recipe
    assert archive.certificate.witness == HeldOut(3, 100)
    assert archive.certificate.recheck()
    assert archive.version == drupe.__version__
    assert len(archive.checksum) == 64
    assert_same(archive.model, drupe.load(path))


def test_other_programs_can_read_it(machine, path):
    drupe.save(machine, path)
    with safetensors.safe_open(path, framework="numpy") as file:
        metadata = file.metadata()
        arrays = [file.get_tensor(name) for name in file.keys()]  # noqa: SIM118
    document = json.loads(metadata["document"])
    assert metadata["format"] == "drupe"
    assert document["format"] == 2
    assert document["model"]["type"] == "estimators.SVC"
    assert document["model"]["parameters"]["gamma"] == 0.5
    assert document["model"]["attributes"]["predictor_"]["type"] == "predictors.OneVsOne"
    assert any(array.shape == machine.support_vectors_.shape for array in arrays)


def test_solution_is_enough_for_certificates_and_keeps_its_gap(machine, path):
    drupe.save(machine, path)
    again = drupe.load(path)
    ours, theirs = machine.solution_[0].solution, again.solution_[0].solution
    for name in ("alpha", "outputs", "offset", "objective", "gap", "stop", "iterations"):
        assert_same(getattr(ours, name), getattr(theirs, name), name)
    assert again.solver_info_.gap == machine.solver_info_.gap
    assert again.solver_info_.solutions[0] is theirs


def test_training_data_stay_behind(path):
    X = np.random.default_rng(0).normal(size=(2000, 30))
    drupe.save(SVC(C=0.1, gamma=0.001).fit(X, X[:, 0] > 0), path)
    machine = drupe.load(path)
    taken = 2 * machine.support_vectors_.nbytes + 8 * 2000 * 8
    assert path.stat().st_size < taken + 20_000


PIPELINES = [
    make_pipeline(StandardScaler(), SVC()),
    make_pipeline(MinMaxScaler(), RobustScaler(), SVR(gamma=0.1)),
    make_pipeline(SimpleImputer(), StandardScaler(with_mean=False), SVC(kernel="linear")),
]


@pytest.mark.parametrize("pipeline", PIPELINES, ids=lambda pipeline: type(pipeline[-1]).__name__)
def test_pipeline_lasts(pipeline, path):
    X = np.random.default_rng(0).normal(size=(50, 3))
    pipeline.fit(X, (X[:, 0] > 0).astype(int))
    drupe.save(pipeline, path)
    again = drupe.load(path)
    assert isinstance(again, Pipeline)
    assert_same(pipeline.predict(X), again.predict(X))
    assert_same(pipeline[-1], again[-1])


def test_pipeline_with_categories_lasts(path):
    pd = pytest.importorskip("pandas")
    rng = np.random.default_rng(0)
    frame = pd.DataFrame({"size": rng.normal(size=40), "kind": rng.choice(["a", "b", "c"], size=40)})
    encoder = ColumnTransformer([("words", OneHotEncoder(), ["kind"]), ("numbers", StandardScaler(), ["size"])])
    pipeline = make_pipeline(encoder, SVC()).fit(frame, frame["size"] > 0)
    drupe.save(pipeline, path)
    again = drupe.load(path)
    assert_same(pipeline.predict(frame), again.predict(frame))
    assert_same(pipeline.decision_function(frame), again.decision_function(frame))
    assert again[:-1].get_feature_names_out().tolist() == pipeline[:-1].get_feature_names_out().tolist()


def test_pipeline_of_another_scikit_learn_is_warned_of(path):
    drupe.save(make_pipeline(StandardScaler(), SVC()), path)
    header, data = header_of(path)
    document = json.loads(header["__metadata__"]["document"])
    document["scikit-learn"] = "1.6.0"
    header["__metadata__"]["document"] = json.dumps(document)
    path.write_bytes(sealed(header, data))
    with pytest.warns(InconsistentVersionWarning, match=r"1\.6\.0"):
        drupe.load(path)


def test_machine_alone_does_not_depend_on_the_version_of_scikit_learn(machine, path):
    drupe.save(machine, path)
    header, data = header_of(path)
    document = json.loads(header["__metadata__"]["document"])
    document["scikit-learn"] = "1.6.0"
    header["__metadata__"]["document"] = json.dumps(document)
    path.write_bytes(sealed(header, data))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        drupe.load(path)


def test_format_of_the_future_is_refused_with_advice(machine, path):
    drupe.save(machine, path)
    header, data = header_of(path)
    document = json.loads(header["__metadata__"]["document"]) | {"format": 3, "drupe": "9.0"}
    header["__metadata__"]["document"] = json.dumps(document)
    path.write_bytes(sealed(header, data))
    with pytest.raises(InputError, match=r"drupe 9\.0 in format 3.*update drupe"):
        drupe.load(path)


def test_fields_and_parameters_that_were_added_since_get_their_defaults(machine, path):
    drupe.save(machine, path)
    header, data = header_of(path)
    document = json.loads(header["__metadata__"]["document"])
    del document["model"]["parameters"]["break_ties"]
    solution = document["model"]["attributes"]["solution_"]["tuple"][0]["fields"]["solution"]
    del solution["fields"]["cache_hits"]
    header["__metadata__"]["document"] = json.dumps(document)
    path.write_bytes(sealed(header, data))
    again = drupe.load(path)
    assert again.break_ties is False
    solution = again.solution_[0].solution
    assert solution.cache_hits == type(solution).__dataclass_fields__["cache_hits"].default


# ------------------------------------------------------------------------------------------------------ whole or not


def test_existing_file_stays_until_the_new_one_is_whole(machine, path, monkeypatch):
    drupe.save(SVC(C=3.0), path)
    before = path.read_bytes()

    def full(_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(FileError, match="No space left on device; nothing was changed"):
        drupe.save(machine, path)
    assert path.read_bytes() == before
    assert [entry.name for entry in path.parent.iterdir()] == [path.name]


def test_write_that_fails_half_way_leaves_nothing_behind(path):
    script = (
        "import resource, sys, numpy as np, drupe\n"
        "from drupe.foundation.errors import FileError\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, 50_000))\n"
        "try:\n"
        "    drupe.save(np.zeros(100_000), sys.argv[1])\n"
        "except FileError as error:\n"
        "    print(error)\n"
    )
    run = subprocess.run([sys.executable, "-c", script, str(path)], check=True, capture_output=True, text=True)
    assert "File too large; nothing was changed" in run.stdout
    assert list(path.parent.iterdir()) == []


def test_interruption_leaves_nothing_behind(machine, path, monkeypatch):
    def interrupted(_):
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupted)
    with pytest.raises(KeyboardInterrupt):
        drupe.save(machine, path)
    assert list(path.parent.iterdir()) == []


def test_killed_process_leaves_the_old_file(path):
    drupe.save(SVC(C=3.0), path)
    script = "import os, sys, drupe\nos.fsync = lambda _: os._exit(9)\ndrupe.save(drupe.SVC(C=5.0), sys.argv[1])\n"
    run = subprocess.run([sys.executable, "-c", script, str(path)], check=False)
    assert run.returncode == 9
    assert drupe.load(path).C == 3.0


def test_new_file_has_usual_rights_and_an_old_one_keeps_its_own(path):
    previous = os.umask(0o022)
    try:
        drupe.save(SVC(), path)
        assert stat.S_IMODE(path.stat().st_mode) == 0o644
        path.chmod(0o600)
        drupe.save(SVC(), path)
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    finally:
        os.umask(previous)


def test_link_stays_a_link(path):
    real = path.with_name("real.drupe")
    path.symlink_to(real)
    drupe.save(SVC(C=2.0), path)
    assert path.is_symlink()
    assert drupe.load(real).C == 2.0


def test_folders_and_absent_files_are_named(tmp_path):
    with pytest.raises(FileError, match="is a folder"):
        drupe.load(tmp_path)
    with pytest.raises(FileError, match="is a folder"):
        drupe.save(SVC(), tmp_path)
    with pytest.raises(FileError, match="No such file"):
        drupe.load(tmp_path / "nothing.drupe")
    with pytest.raises(FileError, match="No such file"):
        drupe.save(SVC(), tmp_path / "nowhere" / "machine.drupe")


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may do everything")
def test_missing_rights_are_named(path):
    drupe.save(SVC(), path)
    path.chmod(0)
    with pytest.raises(FileError, match="Permission denied"):
        drupe.load(path)
