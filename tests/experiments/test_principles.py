"""Experiments on principles: the numbers against closed forms and computed references, and the verdicts."""

import numpy as np
import pytest

from drupe.experiments import (
    chess_board,
    error_cascade,
    evidence_summits,
    examples_for_a_margin,
    polynomial_stability,
    three_margins,
)


def printed(capsys: pytest.CaptureFixture[str]) -> str:
    return " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize("module", [chess_board, error_cascade, evidence_summits, polynomial_stability, three_margins])
def test_every_claim_holds(module, capsys) -> None:
    module.main([])
    shown = printed(capsys)
    assert "holds: " in shown
    assert "FAILS" not in shown


def test_labels_of_the_board_are_those_of_its_squares() -> None:
    X, y = chess_board.board(np.random.default_rng(0), 200)
    assert X.min() >= 0.0
    assert X.max() < 4.0
    for (across, up), label in zip(X.tolist(), y.tolist(), strict=True):
        assert label == (1 if (int(across) + int(up)) % 2 == 0 else -1)


def test_widths_that_need_as_many_support_vectors_fail_the_claim() -> None:
    one = chess_board.Fitted(0.1, 50, 0.0, 0.1, 0.1, 0.5)
    two = chess_board.Fitted(0.2, 50, 0.1, 0.1, 0.1, 0.4)
    assert [line.startswith("FAILS") for line in chess_board.claims([one, two])] == [True, True, True]


def test_length_of_the_normal_vector_is_that_of_the_dual() -> None:
    """At the optimum of the hard margin ‖w‖² is the sum of the multipliers."""
    X, y = three_margins.clouds(20, 1)
    machine = three_margins.machines()["hard margin"]
    found = three_margins.fitted(machine, X, y)
    assert found.length**2 == pytest.approx(np.abs(machine.dual_coef_).sum(), rel=1e-5)


def test_polynomials_move_as_computed_elsewhere() -> None:
    by = {one.degree: one for one in (polynomial_stability.examined(d, 200) for d in polynomial_stability.DEGREES)}
    assert [by[9].moved, by[2].moved] == pytest.approx([0.1101, 0.0233], abs=5e-5)
    assert [by[9].furthest, by[2].furthest] == pytest.approx([0.352, 0.0465], abs=5e-4)
    assert [by[d].error for d in (2, 7, 9, 15)] == pytest.approx([0.2241, 0.00787, 0.0345, 0.1687], abs=6e-5)


def test_degree_nine_meets_its_points() -> None:
    targets = np.arange(10.0)
    np.testing.assert_allclose(polynomial_stability.fitted(9, targets)[[0, -1]], [0.0, 9.0], atol=1e-6)


def test_evidence_is_a_gaussian_density() -> None:
    from scipy.stats import multivariate_normal

    x = evidence_summits.INPUTS
    covariance = np.exp(-((x[:, None] - x) ** 2) / (2.0 * 1.5**2)) + 0.2 * np.eye(len(x))
    density = multivariate_normal(np.zeros(len(x)), covariance)
    assert evidence_summits.evidence(1.5, 0.2) == pytest.approx(density.logpdf(evidence_summits.TARGETS), rel=1e-10)


def test_summits_are_above_all_their_neighbors() -> None:
    heights = np.array([[0.0, 1.0, 0.0], [0.0, 0.5, 2.0], [3.0, 0.0, 0.0]])
    found = evidence_summits.summits(np.arange(3.0), np.arange(3.0), heights)
    assert [(one.width, one.noise, one.height) for one in found] == [(2.0, 0.0, 3.0), (1.0, 2.0, 2.0)]


def test_one_function_alone_fails_the_claim() -> None:
    lines = evidence_summits.claims([evidence_summits.Summit(1.0, 1e-4, 0.0)])
    assert all(line.startswith("FAILS") for line in lines)


@pytest.mark.spec("H.T22")
@pytest.mark.parametrize(("ratio", "n"), [(1.0, 34_821), (2.0, 73_825), (5.0, 198_458), (10.0, 418_020)])
def test_examples_before_the_bound_speaks(ratio: float, n: int) -> None:
    found = examples_for_a_margin.needed(ratio)
    assert found.printed_form == n
    assert n < found.bound < n + 400
    assert examples_for_a_margin.at_confidence(ratio, found.bound) < 1.0


def test_the_cascade_is_the_chance_that_two_of_three_fail() -> None:
    p = 0.3
    assert error_cascade.majority(p) == pytest.approx(p**3 + 3 * p**2 * (1 - p))
    assert error_cascade.cascade(p, 2)[2] == error_cascade.majority(error_cascade.majority(p))
