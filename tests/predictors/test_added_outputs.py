"""Pairs of classes added up: compared with sums of the pairs' own outputs."""

import numpy as np
import pytest

from drupe import SVC, SVR, KernelPerceptron, NeighborsClassifier
from drupe.inputs import Vectors
from drupe.predictors.added_outputs import added_outputs


@pytest.mark.parametrize("classes", [2, 3, 5])
def test_the_output_of_a_class_is_the_sum_of_its_pairs(classes: int) -> None:
    rng = np.random.default_rng(classes)
    X, y = rng.normal(size=(60, 3)), np.arange(60) % classes
    model = SVC(gamma=0.5, decision_function_shape="ovo").fit(X, y)
    fresh = rng.normal(size=(9, 3))
    pairs = np.asarray(model.decision_function(fresh)).reshape(9, -1)
    if classes == 2:
        expected = pairs
    else:
        expected = np.zeros((9, classes))
        number = 0
        for i in range(classes):
            for j in range(i + 1, classes):
                expected[:, i] += pairs[:, number]
                expected[:, j] -= pairs[:, number]
                number += 1
    found = added_outputs(model.predictor_)
    assert found is not None
    np.testing.assert_allclose(found.decision(Vectors.of(fresh)), expected, atol=1e-10)


def test_other_rules_are_taken_as_they_are_or_not_at_all() -> None:
    X, y = [[0.0], [1.0], [2.0], [3.0]], [0, 0, 1, 1]
    perceptron, quantity = (
        KernelPerceptron(kernel="linear").fit(X, y),
        SVR(kernel="linear").fit(X, [0.0, 1.0, 2.0, 3.0]),
    )
    for model, said in ((perceptron, perceptron.decision_function(X)), (quantity, quantity.predict(X))):
        found = added_outputs(model.predictor_)
        assert found is not None
        np.testing.assert_allclose(found.decision(Vectors.of(X))[:, 0], said, atol=1e-10)
    assert added_outputs(NeighborsClassifier(n_neighbors=1).fit(X, y).predictor_) is None
