"""Files that were written before can still be read, and the machines in them answer as they did."""

import json
from pathlib import Path

import numpy as np
import pytest
from persistence.machine_samples import answers, examples, machine_types

import drupe
from drupe.inputs import Vectors
from drupe.persistence.archive import FORMAT

FOLDER = Path(__file__).resolve().parent / "golden"
FILES = sorted(path for path in FOLDER.rglob("*.drupe") if path.stem != "kernels")
ANSWERS = json.loads((FOLDER / "answers.json").read_text())


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(FOLDER)))
def test_old_machine_answers_as_it_did(path):
    machine = drupe.load(path)
    assert type(machine).__name__ == path.stem
    said = answers(machine, examples()[0])
    assert ANSWERS[path.stem].keys() == said.keys()
    for question, expected in ANSWERS[path.stem].items():
        if said[question].dtype.kind == "f":
            # Another processor may sum in another order.
            np.testing.assert_allclose(said[question], np.array(expected), rtol=1e-6, atol=1e-9)
        else:
            assert said[question].tolist() == expected


def test_old_kernels_have_the_values_that_they_had():
    pairs = drupe.load(FOLDER / "kernels.drupe")
    assert len(pairs) > 30
    for kernel, inputs in pairs:
        K = kernel.matrix(inputs, inputs)
        np.testing.assert_allclose(K.diagonal(), kernel.diagonal(inputs), rtol=1e-8, atol=1e-12)
        if isinstance(inputs, Vectors):
            np.testing.assert_allclose(kernel(inputs.array[:2], inputs.array[:3])[0, 1], K[0, 1], rtol=1e-8, atol=1e-12)


def test_every_format_has_its_files():
    written = {_document(path)["format"] for path in FILES}
    assert written == set(range(1, FORMAT + 1)), "run tests/persistence/golden/make_golden.py."


def _document(path):
    content = path.read_bytes()
    header = json.loads(content[8 : 8 + int.from_bytes(content[:8], "little")])
    return json.loads(header["__metadata__"]["document"])


def test_every_machine_has_its_file():
    missing = {kind.__name__ for kind in machine_types()} - {path.stem for path in FILES}
    assert not missing, f"{sorted(missing)}: run tests/persistence/golden/make_golden.py."
