"""The machines that are linear programs: worked numbers, sparsity, LOOM against AMM."""

import numpy as np
import pytest
from solvers.toys import FOUR, FOUR_SIGNS, clouds

from drupe.estimators.margin.adaptive_margin_machine import AdaptiveMarginMachine
from drupe.estimators.margin.hard_margin_svc import HardMarginSVC
from drupe.estimators.margin.leave_one_out_machine import LeaveOneOutMachine
from drupe.estimators.margin.lp_svc import LPSVC
from drupe.estimators.margin.two_norm_svc import TwoNormSVC
from drupe.foundation.errors import ConvergenceError, ParameterError
from drupe.kernels import Gaussian


@pytest.mark.spec("C.E05", "C.E14")
def test_one_point_is_enough():
    machine = LPSVC(10.0, kernel="linear").fit(FOUR, FOUR_SIGNS)
    assert machine.support_.tolist() == [1]
    np.testing.assert_allclose(machine.dual_coef_, [[2.0 / 7.0]])
    np.testing.assert_allclose(machine.intercept_, [-9.0 / 7.0])
    assert machine.objectives_.primal == pytest.approx(2.0 / 7.0)
    assert machine.objectives_.gap == pytest.approx(0.0, abs=1e-9)
    assert len(HardMarginSVC("linear").fit(FOUR, FOUR_SIGNS).support_) == 2


@pytest.mark.spec("C.E05")
def test_large_costs_leave_no_slack_on_separable_data():
    x, signs = clouds(60, 3.0, 1)
    machine = LPSVC(1e4, kernel=Gaussian(1.0)).fit(x, signs)
    np.testing.assert_allclose(machine.slack_, 0.0, atol=1e-7)
    assert machine.margins_.functional.min() >= 1 - 1e-7


@pytest.mark.spec("C.E05")
def test_it_is_sparser_than_the_two_norm_machine():
    x, signs = clouds(80, 0.8, 2)
    sparse = LPSVC(1.0, kernel=Gaussian(1.0)).fit(x, signs)
    dense = TwoNormSVC(1.0, kernel=Gaussian(1.0)).fit(x, signs)
    assert sparse.n_support_.sum() < 0.5 * dense.n_support_.sum()
    assert sparse.score(x, signs) > 0.7


def test_weights_are_repetitions():
    x, signs = clouds(24, 0.5, 8)
    times = np.random.default_rng(1).integers(0, 4, size=24)
    weighted = LPSVC(0.7).fit(x, signs, sample_weight=times)
    repeated = LPSVC(0.7, gamma=weighted.predictor_.kernel.gamma).fit(
        np.repeat(x, times, axis=0), np.repeat(signs, times)
    )
    assert weighted.objectives_.primal == pytest.approx(repeated.objectives_.primal, rel=1e-8)


@pytest.mark.spec("H.S11", "H.S12", "C.E23")
def test_leave_one_out_is_adaptive_margin_of_one():
    x, signs = clouds(40, 0.5, 3)
    loom = LeaveOneOutMachine(Gaussian(1.0)).fit(x, signs)
    amm = AdaptiveMarginMachine(1.0, kernel=Gaussian(1.0)).fit(x, signs)
    assert loom.objectives_.primal == pytest.approx(amm.objectives_.primal, rel=1e-9)
    np.testing.assert_allclose(loom.decision_function(x), amm.decision_function(x), atol=1e-6)
    # Right without its own help, right with it.
    right_alone = loom.slack_ < 1.0
    assert np.all(loom.predict(x)[right_alone] == signs[right_alone])


@pytest.mark.spec("H.S12")
def test_strength_regularizes():
    x, signs = clouds(40, 0.5, 3)
    optima = [
        AdaptiveMarginMachine(strength, kernel=Gaussian(1.0)).fit(x, signs).objectives_.primal
        for strength in (0.0, 0.5, 1.0, 2.0)
    ]
    assert np.all(np.diff(optima) >= -1e-7)
    assert optima[-1] > optima[0] + 1.0


def test_limits_and_ranges():
    x, signs = clouds(200, 0.2, 0)
    with pytest.raises(ConvergenceError, match="limit"):
        LPSVC(100.0, max_time=1e-9).fit(x, signs)
    with pytest.raises(ParameterError, match="'strength' parameter of AdaptiveMarginMachine"):
        AdaptiveMarginMachine(-1.0).fit(x, signs)
    with pytest.raises(ParameterError, match="'C' parameter of LPSVC"):
        LPSVC(0.0).fit(x, signs)
