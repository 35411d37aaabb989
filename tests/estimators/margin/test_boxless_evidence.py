"""Square margins as witnesses: examples that were left out by their weight do not confuse the machine."""

import numpy as np
import pytest

from drupe import TwoNormSVC, certify


@pytest.mark.parametrize(("weightless", "exact"), [(0, True), (10, False)])
def test_weights_of_zero_are_weights_that_differ(weightless, exact):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(40, 2))
    y = X[:, 0] + 0.3 * rng.normal(size=40) > 0
    machine = TwoNormSVC(gamma=0.5).fit(X, y, sample_weight=(np.arange(40) >= weightless).astype(float))
    # A support vector beyond the positions of those that count would be looked up in vain.
    assert machine.support_.max() >= 40 - weightless or not weightless
    found = {certificate.name: certificate.valid for certificate in certify(machine, X, y)}
    assert found["preferent_compression"] is exact
