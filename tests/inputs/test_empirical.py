"""The empirical measure counts, and the rule it identifies knows nothing of what it has not seen."""

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st

from drupe.inputs import Dataset, EmpiricalMeasure, Vectors

POINTS = st.lists(st.tuples(st.integers(0, 2), st.integers(0, 1), st.sampled_from([-1, 1])), min_size=1, max_size=12)


@pytest.mark.spec("H.A02")
@given(POINTS, POINTS)
def test_the_mass_is_the_fraction_of_equal_pairs(seen, asked):
    def sample(points):
        return Dataset.of([point[:2] for point in points], [point[2] for point in points])

    measure = EmpiricalMeasure(sample(seen))
    assert measure.mass(sample(asked)).tolist() == [seen.count(point) / len(seen) for point in asked]
    assert measure.mass(sample(sorted(set(seen)))).sum() == pytest.approx(1.0)


@pytest.mark.spec("H.A02")
@pytest.mark.parametrize("container", [np.asarray, sp.csr_array])
def test_the_rule_makes_no_training_error_and_answers_zero_elsewhere(container):
    rng = np.random.default_rng(1)
    x, y = rng.standard_normal((30, 3)), rng.choice([-1, 1], size=30)
    measure = EmpiricalMeasure(Dataset.of(container(x), y))
    assert (measure.recall(Vectors.of(x)) == y).all()
    assert (measure.recall(Vectors.of(rng.standard_normal((30, 3)))) == 0.0).all()


@pytest.mark.spec("H.A02")
def test_conflicting_labels_add_up():
    measure = EmpiricalMeasure(Dataset.of(["a", "a", "a", "b", "b"], [1, 1, -1, 1, -1]))
    assert measure.recall(Dataset.of(["a", "b", "c"], [0, 0, 0]).inputs).tolist() == [1.0, 0.0, 0.0]
