"""Files that name a class as it was called before it moved."""

import json

import numpy as np
from fuzz.mutations import sealed

import drupe
from drupe import SVC


def test_a_kernel_from_before_its_move_is_loaded(tmp_path):
    X = np.random.default_rng(0).normal(size=(30, 2))
    machine = SVC(kernel="poly", coef0=-1.0).fit(X, X[:, 0] > 0.0)
    path = tmp_path / "machine.drupe"
    drupe.save(machine, path)
    content = path.read_bytes()
    length = int.from_bytes(content[:8], "little")
    header = content[8 : 8 + length]
    old = header.replace(b"kernels.IndefinitePolynomial", b"estimators.IndefinitePolynomial")
    assert old != header
    path.write_bytes(sealed(json.loads(old), content[8 + length :]))
    np.testing.assert_array_equal(drupe.load(path).decision_function(X), machine.decision_function(X))
