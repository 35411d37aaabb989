"""A class has one name in files, whatever folder it lies in, and only its own module is imported to find it."""

import subprocess
import sys
from collections import Counter

from persistence.nameable_types import nameable_types

import drupe
from drupe import SVC
from drupe.persistence.allowed import name_of, type_named
from drupe.persistence.old_names import RENAMED

LOADED = """
import sys, drupe
machine = drupe.load(sys.argv[1])
assert type(machine).__name__ == "SVC", machine
print(*sorted(name for name in sys.modules if name.startswith("drupe.")))
"""


def test_no_two_classes_of_a_layer_share_a_name():
    names = Counter(map(name_of, nameable_types()))
    assert len(names) > 500
    assert [name for name, count in names.items() if count > 1] == []


def test_names_lead_back_to_their_classes():
    assert [kind for kind in nameable_types() if type_named(name_of(kind)) is not kind] == []


def test_what_was_renamed_is_found_and_its_old_name_is_free():
    for name in filter(None, RENAMED.values()):
        assert type_named(name) is not None
    assert [name for name in RENAMED if type_named(name) is not None] == []


def test_load_imports_only_what_the_model_is_made_of(tmp_path):
    path = tmp_path / "machine.drupe"
    drupe.save(SVC(C=2.0).fit([[0.0], [1.0], [2.0]], [0, 1, 1]), path)
    run = subprocess.run([sys.executable, "-c", LOADED, path], capture_output=True, text=True, check=True)
    imported = run.stdout.split()
    assert "drupe.estimators.margin.svc" in imported
    layers = {name.split(".")[1] for name in imported}
    assert layers.isdisjoint({"bounds", "certification", "selection", "losses"})
    families = {name.split(".")[2] for name in imported if name.startswith("drupe.estimators.") and name.count(".") > 2}
    assert families == {"margin"}
