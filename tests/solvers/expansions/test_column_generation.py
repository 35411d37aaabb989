"""Column generation: the worked trace on six points, the rule of 59, columns that go, and limits."""

import numpy as np
import pytest
from solvers.expansions.test_simplex import bells, deviations
from solvers.expansions.toy import toy_program

from drupe.foundation.progress import Enough
from drupe.losses import Absolute
from drupe.solvers.expansions.column_generation import ENOUGH, ColumnGeneration
from drupe.solvers.expansions.penalties import CoefficientSum
from drupe.solvers.expansions.simplex import Simplex
from drupe.solvers.solution import Stop


@pytest.mark.spec("M.A17")
def test_worked_trace_on_six_points() -> None:
    rounds = list(ColumnGeneration(candidates=None).rounds(toy_program(0.5, Absolute(), CoefficientSum())))
    assert [one.added for one in rounds] == [4, 5, 3, 0, None]
    reached = [one.objective for one in rounds]
    assert reached == pytest.approx([6.0, 5.280651, 5.165490, 4.972928, 4.961940], abs=1e-6)
    assert rounds[-1].coefficients == pytest.approx([2.353725, 0.0, 2.178749, 0.860092], abs=1e-6)


@pytest.mark.spec("M.A17")
def test_the_best_of_59_is_among_the_best_twentieth_with_probability_095() -> None:
    assert np.ceil(np.log(1.0 - 0.95) / np.log(1.0 - 0.05)) == ENOUGH


@pytest.mark.spec("M.A17")
@pytest.mark.parametrize(("candidates", "patience"), [(5, 3), (59, 20), (None, 1), (1, None)])
def test_masters_fall_to_the_optimum_and_the_last_scan_finds_no_violation(
    candidates: int | None, patience: int | None
) -> None:
    program = deviations(*bells(90, 7), 0.5)
    rounds = list(ColumnGeneration(candidates, patience).rounds(program))
    reached = np.array([one.objective for one in rounds])
    if patience is None:
        assert (np.diff(reached) <= 1e-9 * reached[0]).all()
    assert reached[-1] == pytest.approx(Simplex().solve(program).objective[0], rel=1e-7)
    assert np.abs(program.gram @ rounds[-1].beta).max() <= 0.5 * (1.0 + 1e-6)
    assert len(rounds[-1].columns) < 90


def test_columns_without_a_coefficient_are_dropped() -> None:
    program = deviations(*bells(90, 7), 0.5)
    kept = list(ColumnGeneration(5, None).rounds(program))[-1]
    dropped = list(ColumnGeneration(5, 2).rounds(program))[-1]
    assert len(dropped.columns) < len(kept.columns)
    assert dropped.objective == pytest.approx(kept.objective, rel=1e-7)


def test_a_limit_or_an_interruption_ends_with_an_honest_gap() -> None:
    program = deviations(*bells(60, 1), 0.2)
    best = Simplex().solve(program).objective[0]
    early = ColumnGeneration(max_iterations=3).solve(program)
    assert early.stop is Stop.ITERATIONS
    assert early.objective[0] - early.gap[0] <= best < early.objective[0]

    def enough(fraction: float) -> None:
        if fraction > 0.2:
            raise Enough

    with pytest.raises(KeyboardInterrupt):
        ColumnGeneration().solve(program, enough)
    assert ColumnGeneration().solve(program, enough, keep=True).stop is Stop.INTERRUPTED
