"""Centers chosen greedily: worked numbers, the textbook's inverse, brute force, and the full solution in the end."""

import itertools

import numpy as np
import pytest
from solvers.expansions.toy import HALF_SQUARES, SIGNS, K, toy_program

from drupe.foundation.errors import ParameterError
from drupe.foundation.progress import Enough
from drupe.grams import DenseGram
from drupe.losses import Absolute
from drupe.solvers.expansions import full_scan, kernel_columns
from drupe.solvers.expansions.candidates import Candidates, EveryExample, Sampled
from drupe.solvers.expansions.eigen import Eigen
from drupe.solvers.expansions.greedy import Greedy, Sharing
from drupe.solvers.expansions.penalties import CoefficientNorm, CoefficientSum, FunctionNorm, Penalty
from drupe.solvers.expansions.program import ExpansionProgram
from drupe.solvers.solution import Stop
from drupe.textbook.algorithms.block_inverse import bordered_inverse, greedy_order

PENALTIES = (FunctionNorm(), CoefficientNorm())
WORKED = {
    CoefficientNorm(): (2.539474, 1.725930, 1.164848, 1.065518, 0.975472, 0.882499),
    FunctionNorm(): (2.539474, 1.728486, 1.310038, 1.114646, 0.818398, 0.515732),
}


def drawn(
    n: int = 90, penalty: Penalty | None = None, functions: int = 3, seed: int = 0, alpha: float = 0.1
) -> ExpansionProgram:
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 3))
    gram = DenseGram(np.exp(-((X[:, None] - X) ** 2).sum(axis=2) / 4.0))
    y = np.sign(X[:, :1] * X[:, 1:2] + 0.5 * rng.normal(size=(n, functions)))
    return ExpansionProgram(gram, y, rng.uniform(0.5, 3.0, n), alpha, penalty=penalty or CoefficientNorm())


@pytest.mark.spec("M.A02")
@pytest.mark.parametrize("candidates", [EveryExample(), Sampled(59)], ids=repr)
@pytest.mark.parametrize("penalty", PENALTIES, ids=repr)
def test_order_and_objectives_on_six_points(penalty: Penalty, candidates: Candidates) -> None:
    (path,) = Greedy(tolerance=0.0, candidates=candidates).path(toy_program(0.1, HALF_SQUARES, penalty))
    assert path.centers.tolist() == [4, 0, 3, 1, 2, 5]
    np.testing.assert_allclose(path.objectives, WORKED[penalty], atol=2e-6)


@pytest.mark.spec("M.A03")
@pytest.mark.parametrize("penalty", PENALTIES, ids=repr)
def test_the_inverse_that_grows_finds_the_same(penalty: Penalty) -> None:
    rng = np.random.default_rng(0)
    H = rng.normal(size=(6, 9))
    H = H @ H.T
    np.testing.assert_allclose(
        bordered_inverse(np.linalg.inv(H[:5, :5]), H[:5, 5], H[5, 5]), np.linalg.inv(H), rtol=1e-8
    )
    paid = 0.1 * (K if isinstance(penalty, FunctionNorm) else np.eye(6))
    order, objectives = greedy_order(K, SIGNS, paid, 6)
    (path,) = Greedy(tolerance=0.0).path(toy_program(0.1, HALF_SQUARES, penalty))
    assert path.centers.tolist() == order
    np.testing.assert_allclose(path.objectives, objectives, rtol=1e-9)


@pytest.mark.spec("M.A02", "M.A03")
@pytest.mark.parametrize("penalty", PENALTIES, ids=repr)
@pytest.mark.parametrize("single", [False, True])
def test_every_center_is_the_best_of_all(penalty: Penalty, single: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    # Of few that are proposed, and in float32 as with many examples, where the kernel matrix is given so.
    monkeypatch.setattr(full_scan, "BEST", 7)
    monkeypatch.setattr(full_scan, "AHEAD", 5)
    program = drawn(penalty=penalty, functions=1)
    matrix = program.gram.dense()
    if single:
        monkeypatch.setattr(kernel_columns, "DOUBLE_UP_TO", 10)
        program = ExpansionProgram(
            DenseGram(matrix.astype(np.float32)), program.targets, np.ones(90), 0.1, penalty=penalty
        )
    else:
        program = ExpansionProgram(program.gram, program.targets, np.ones(90), 0.1, penalty=penalty)
    paid = 0.1 * (matrix if isinstance(penalty, FunctionNorm) else np.eye(90))
    order, objectives = greedy_order(matrix, program.targets[:, 0], paid, 25)
    (path,) = Greedy(max_centers=25, tolerance=0.0).path(program)
    assert path.centers.tolist() == order
    np.testing.assert_allclose(path.objectives, objectives, rtol=1e-5 if single else 1e-9)


@pytest.mark.spec("M.A02", "M.A06")
@pytest.mark.parametrize("sharing", list(Sharing))
@pytest.mark.parametrize("candidates", [EveryExample(), Sampled(59, 3), Sampled(5)], ids=repr)
@pytest.mark.parametrize("penalty", PENALTIES, ids=repr)
def test_objectives_fall_and_end_at_the_full_solution(
    penalty: Penalty, candidates: Candidates, sharing: Sharing
) -> None:
    program = drawn(penalty=penalty)
    solver = Greedy(tolerance=0.0, candidates=candidates, sharing=sharing)
    for path in solver.path(program):
        assert (np.diff(path.objectives) <= 1e-12).all()
        assert len(set(path.centers.tolist())) == len(path.centers)
    full = Eigen().solve(program)
    np.testing.assert_allclose(solver.solve(program).objective, full.objective, rtol=1e-6)


@pytest.mark.spec("M.A02")
@pytest.mark.parametrize("sharing", list(Sharing))
@pytest.mark.parametrize("penalty", PENALTIES, ids=repr)
def test_the_solution_is_the_least_over_its_centers_and_its_gap_holds(penalty: Penalty, sharing: Sharing) -> None:
    program = drawn(penalty=penalty)
    found = Greedy(max_centers=12, tolerance=0.0, sharing=sharing).solve(program)
    kept = found.coefficients != 0.0
    assert (kept.sum(axis=0) == 12).all()
    assert (kept.any(axis=1).sum() == 12) == (sharing is Sharing.SHARED)
    np.testing.assert_allclose(found.objective, program.objective(found.coefficients, found.offset), rtol=1e-12)
    matrix = program.gram.dense()
    np.testing.assert_allclose(found.outputs, matrix @ found.coefficients + found.offset, atol=1e-10)
    for c in range(3):
        S = np.flatnonzero(kept[:, c])
        columns = np.hstack([matrix[:, S], np.ones((90, 1))])
        H = (columns.T * program.weights) @ columns
        H[:12, :12] += program.alpha * (matrix[np.ix_(S, S)] if isinstance(penalty, FunctionNorm) else np.eye(12))
        best = np.linalg.solve(H, columns.T @ (program.weights * program.targets[:, c]))
        np.testing.assert_allclose(found.coefficients[S, c], best[:12], rtol=1e-7)
    above = found.objective - Eigen().solve(program).objective
    assert (above > 0.0).all()
    assert (above <= found.gap * (1.0 + 1e-9)).all()


@pytest.mark.spec("M.A04")
def test_fifty_nine_samples() -> None:
    assert Sampled.reaching(0.05, 0.95).count == Sampled().count == 59
    for best, confidence in itertools.product((0.01, 0.05, 0.3), (0.5, 0.9, 0.99)):
        count = Sampled.reaching(best, confidence).count
        assert 1.0 - (1.0 - best) ** count >= confidence > 1.0 - (1.0 - best) ** (count - 1)
    with pytest.raises(ParameterError, match="best must lie in"):
        Sampled.reaching(0.0, 0.95)


@pytest.mark.spec("M.A04")
def test_a_full_scan_is_better_than_few_samples_at_the_first_center() -> None:
    program = drawn(functions=1)
    (best,) = Greedy(max_centers=1).path(program)
    others = [Greedy(max_centers=1, candidates=Sampled(5, seed)).path(program)[0] for seed in range(40)]
    values = np.array([path.objectives[0] for path in others])
    assert (values >= best.objectives[0] - 1e-12).all()
    # With 5 of 90 the best is drawn one time in 18.
    assert len({int(path.centers[0]) for path in others}) > 5


@pytest.mark.spec("M.A05")
@pytest.mark.parametrize("candidates", [EveryExample(), Sampled(20)], ids=repr)
@pytest.mark.parametrize("tolerance", [0.05, 0.02])
def test_the_run_ends_where_five_centers_lower_the_objective_too_little(
    tolerance: float, candidates: Candidates
) -> None:
    program = drawn(functions=1)
    (path,) = Greedy(tolerance=tolerance, candidates=candidates).path(program)
    (whole,) = Greedy(tolerance=0.0, candidates=candidates).path(program)
    count = len(path.centers)
    assert path.centers.tolist() == whole.centers[:count].tolist()
    y = program.targets[:, 0]
    start = 0.5 * program.weights @ np.square(y - program.weights @ y / program.weights.sum())
    values = np.concatenate([[start], whole.objectives])
    falls = (values[:-5] - values[5:]) / 5.0 < tolerance * values[5:]
    assert count == int(np.flatnonzero(falls)[0]) + 5
    assert 5 < count < 90


@pytest.mark.spec("M.A06")
def test_functions_share_what_is_drawn_but_not_what_is_chosen() -> None:
    program = drawn()
    paths = Greedy(max_centers=10, tolerance=0.0, candidates=Sampled(7)).path(program)
    alone = ExpansionProgram(program.gram, program.targets[:, 1:2], program.weights, 0.1, penalty=CoefficientNorm())
    (other,) = Greedy(max_centers=10, tolerance=0.0, candidates=Sampled(7)).path(alone)
    assert paths[0].centers[0] != paths[2].centers[0] or paths[0].centers[1] != paths[2].centers[1]
    assert paths[1].centers[0] == other.centers[0]
    (full,) = Greedy(max_centers=10, tolerance=0.0).path(alone)
    own = Greedy(max_centers=10, tolerance=0.0).path(program)[1]
    assert own.centers.tolist() == full.centers.tolist()


@pytest.mark.parametrize("penalty", PENALTIES, ids=repr)
def test_without_room_for_the_matrix_the_same_centers_are_found(penalty: Penalty) -> None:
    program = drawn(penalty=penalty)
    for held, fetched in zip(
        Greedy(max_centers=20).path(program), Greedy(max_centers=20, budget=0).path(program), strict=True
    ):
        assert held.centers.tolist() == fetched.centers.tolist()


@pytest.mark.parametrize("penalty", PENALTIES, ids=repr)
def test_copies_and_weights(penalty: Penalty) -> None:
    """An example of weight two is the example twice; copies help no further where the function pays."""
    program = drawn(20, penalty, functions=1)
    twice = np.repeat(np.arange(20), 2)
    copies = ExpansionProgram(
        program.gram.take(twice), program.targets[twice], np.repeat(program.weights, 2), 0.1, penalty=penalty
    )
    weighted = ExpansionProgram(program.gram, program.targets, 2.0 * program.weights, 0.1, penalty=penalty)
    few = Greedy(max_centers=8, tolerance=0.0)
    if isinstance(penalty, FunctionNorm):
        np.testing.assert_allclose(few.solve(copies).objective, few.solve(weighted).objective, rtol=1e-9)
        assert (Greedy(tolerance=0.0).solve(copies).coefficients != 0.0).sum() <= 20
    assert (
        Greedy(tolerance=0.0).solve(copies).objective <= Greedy(tolerance=0.0).solve(weighted).objective + 1e-9
    ).all()


def test_an_interruption_leaves_the_best_so_far() -> None:
    def stop(fraction: float) -> None:
        raise Enough

    program = drawn()
    found = Greedy(tolerance=0.0).solve(program, stop, keep=True)
    assert found.stop is Stop.INTERRUPTED
    assert 0 < (found.coefficients != 0.0).any(axis=1).sum() < 90
    with pytest.raises(Enough):
        Greedy(tolerance=0.0).solve(program, stop)


def test_only_squares_and_norms() -> None:
    with pytest.raises(ParameterError, match="half the squared residuals"):
        Greedy().solve(toy_program(0.1, Absolute()))
    with pytest.raises(ParameterError, match="half the squared residuals"):
        Greedy().solve(toy_program(0.1, HALF_SQUARES, CoefficientSum()))


def test_targets_that_are_all_alike_need_no_center() -> None:
    program = ExpansionProgram(DenseGram(K), np.ones((6, 1)), np.ones(6))
    for candidates in (EveryExample(), Sampled()):
        found = Greedy(candidates=candidates).solve(program)
        assert not found.coefficients.any()
        np.testing.assert_allclose(found.offset, [1.0], rtol=1e-14)
