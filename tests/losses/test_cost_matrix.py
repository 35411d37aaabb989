"""Cost matrices: class form, real-valued form, and the balancing choice."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drupe.foundation.errors import InputError, ParameterError
from drupe.losses import CostMatrix, TwoClassCosts, ZeroOne, disagreement


@pytest.mark.spec("H.L02", "G.L-02")
def test_class_form_reads_row_label_column_prediction() -> None:
    costs = CostMatrix(((0.0, 2.0, 3.0), (5.0, 0.0, 7.0), (11.0, 13.0, 0.0)))
    labels, predicted = np.divmod(np.arange(9), 3)
    matrix = np.asarray(costs.costs)
    one_hot = np.eye(3)
    products = [one_hot[y] @ matrix @ one_hot[h] for y, h in zip(labels, predicted, strict=True)]
    np.testing.assert_array_equal(costs.value(predicted, labels), products)


@pytest.mark.spec("G.L-01", "G.L-02")
def test_zero_one_costs_are_disagreement() -> None:
    labels, predicted = np.divmod(np.arange(16), 4)
    np.testing.assert_array_equal(CostMatrix.zero_one(4).value(predicted, labels), disagreement(predicted, labels))


@pytest.mark.spec("H.L02")
def test_real_valued_form() -> None:
    loss = TwoClassCosts(missed=4.0, false_alarm=0.5)
    assert loss.value([-1.0, 1.0, 1.0, -1.0], [1, 1, -1, -1]).tolist() == [4.0, 0.0, 0.5, 0.0]
    outputs, signs = np.array([-1.0, 0.2, 3.0, -0.1]), np.array([1, -1, 1, -1])
    by_class = loss.matrix.value(np.where(outputs > 0, 0, 1), np.where(signs > 0, 0, 1))
    np.testing.assert_array_equal(loss.value(outputs, signs), by_class)


def test_unit_costs_are_the_zero_one_loss_also_at_zero() -> None:
    outputs = np.array([-1.0, 0.0, 1.0, np.nan])
    for y in (-1, 1):
        np.testing.assert_array_equal(TwoClassCosts().value(outputs, y), ZeroOne().value(outputs, y))


@pytest.mark.spec("H.L02")
@given(positives=st.floats(0.001, 0.999))
def test_balanced_costs_give_both_constant_rules_the_risk_of_the_product(positives: float) -> None:
    loss = TwoClassCosts.balanced(positives)
    share = np.array([positives, 1 - positives])
    for constant in (-1.0, 1.0):
        risk = share @ loss.value([constant, constant], [1, -1])
        assert risk == pytest.approx(positives * (1 - positives), rel=1e-12)


@pytest.mark.spec("H.L02", "G.L-05")
def test_constant_rules_under_zero_one_costs() -> None:
    np.testing.assert_allclose(CostMatrix.zero_one(2).constant_risks([0.1, 0.9]), [0.9, 0.1])


@pytest.mark.spec("G.L-03")
@given(st.lists(st.floats(0.01, 1.0), min_size=2, max_size=6), st.floats(0.1, 3.0))
def test_balanced_costs_of_many_classes(weights: list[float], risk: float) -> None:
    priors = np.array(weights) / np.sum(weights)
    np.testing.assert_allclose(CostMatrix.balanced(priors, risk).constant_risks(priors), risk, rtol=1e-12)


@pytest.mark.spec("H.L02", "G.L-03")
def test_both_balancing_choices_agree_for_two_classes() -> None:
    by_matrix = CostMatrix.balanced([0.3, 0.7], risk=0.3 * 0.7)
    np.testing.assert_allclose(by_matrix.costs, TwoClassCosts.balanced(0.3).matrix.costs)


def test_bad_matrices_are_refused() -> None:
    with pytest.raises(ParameterError, match="square"):
        CostMatrix(((0.0, 1.0),))
    with pytest.raises(ParameterError, match=r"costs\[1\]\[1\] must lie in \[0.0, 0.0\], got 2.0"):
        CostMatrix(((0.0, 1.0), (1.0, 2.0)))
    with pytest.raises(ParameterError, match=r"costs\[0\]\[1\]"):
        CostMatrix(((0.0, -1.0), (1.0, 0.0)))


def test_bad_classes_and_priors_are_refused() -> None:
    costs = CostMatrix.zero_one(2)
    with pytest.raises(InputError, match="whole numbers from 0 to 1"):
        costs.value([0, 2], [0, 1])
    with pytest.raises(InputError, match="whole numbers"):
        costs.value([-1, 1], [0, 1])
    with pytest.raises(InputError, match="one to one"):
        costs.value([0], [0, 1])
    with pytest.raises(ParameterError, match="sum to one"):
        costs.constant_risks([0.5, 0.6])
    with pytest.raises(InputError, match="2 classes but 3"):
        costs.constant_risks([0.2, 0.3, 0.5])
    with pytest.raises(ParameterError, match="above zero"):
        CostMatrix.balanced([1.0, 0.0])
