"""Box problems that the textbook algorithms are tried on, written out by hand."""

import numpy as np

from drupe.grams import DenseGram, LazyGram, ShiftedGram
from drupe.inputs import Vectors
from drupe.kernels import Gaussian
from drupe.solvers.balance import Balanced, BalancedBySign, Free
from drupe.solvers.box import solve
from drupe.solvers.options import Options, Precision
from drupe.solvers.problem import BoxProblem
from drupe.solvers.solution import Solution

TOY4 = np.array([[2.0, 2.0], [1.0, 3.0], [0.0, 0.0], [1.0, 0.0]])
TOY4_SIGNS = np.array([1.0, 1.0, -1.0, -1.0])


def classification(gram, signs, C=np.inf, balance=None) -> BoxProblem:
    """min ½ αᵀQα − Σα, 0 ≤ α ≤ C."""
    n = len(signs)
    return BoxProblem(
        gram,
        np.asarray(signs, dtype=float),
        -np.ones(n),
        np.full(n, float(C)),
        np.arange(n),
        np.zeros(n),
        balance or Balanced(),
    )


def regression(gram, targets, C, epsilon, balance=None) -> BoxProblem:
    """Two variables for each example, with p = ε − y and ε + y."""
    n = len(targets)
    return BoxProblem(
        gram,
        np.repeat([1.0, -1.0], n),
        np.concatenate([epsilon - targets, epsilon + targets]),
        np.full(2 * n, float(C)),
        np.tile(np.arange(n), 2),
        np.zeros(2 * n),
        balance or Balanced(),
    )


def nu_classification(gram, signs, nu) -> BoxProblem:
    """min ½ αᵀQα, 0 ≤ α ≤ 1/n, the sum over each class ν/2."""
    n = len(signs)
    start = np.zeros(n)
    for sign in (1.0, -1.0):
        left = nu / 2
        for i in np.flatnonzero(signs == sign):
            start[i] = min(left, 1.0 / n)
            left -= start[i]
    return BoxProblem(gram, signs, np.zeros(n), np.full(n, 1.0 / n), np.arange(n), start, BalancedBySign())


def toy4(C=np.inf, constant=0.0, balance=None) -> BoxProblem:
    return classification(DenseGram(TOY4 @ TOY4.T + constant), TOY4_SIGNS, C, balance)


def noisy(n=60, seed=0):
    """Points of the plane, two classes that overlap."""
    random = np.random.default_rng(seed)
    x = random.normal(size=(n, 2))
    signs = np.where(x[:, 0] * x[:, 1] + 0.4 * random.normal(size=n) > 0, 1.0, -1.0)
    return x, signs


def gaussian(x, width=1.0) -> DenseGram:
    return DenseGram(LazyGram(Gaussian(width), Vectors.of(x)).dense())


def wave(n=40, seed=0):
    """A noisy sine."""
    random = np.random.default_rng(seed)
    x = np.sort(random.uniform(-3, 3, size=(n, 1)), axis=0)
    return x, np.sin(x[:, 0]) + 0.2 * random.normal(size=n)


def balanced_problems() -> dict[str, BoxProblem]:
    """One problem of each kind with an offset."""
    x, signs = noisy()
    return {
        "soft margin": classification(gaussian(x), signs, C=2.0),
        "linear kernel, K singular": classification(DenseGram(x @ x.T), signs, C=1.0),
        "2-norm margin": classification(ShiftedGram(gaussian(x), 0.5), signs),
        "hard margin": classification(gaussian(x, width=0.3), signs),
        "costs by class": _with_costs(classification(gaussian(x), signs, C=1.0)),
    }


def free_problems() -> dict[str, BoxProblem]:
    """One problem of each kind without."""
    x, signs = noisy()
    z, targets = wave()
    return {
        "soft margin": classification(gaussian(x), signs, C=2.0, balance=Free()),
        "offset by a constant": classification(DenseGram(gaussian(x).dense() + 1.0), signs, C=2.0, balance=Free()),
        "2-norm margin": classification(ShiftedGram(gaussian(x), 0.5), signs, balance=Free()),
        "regression": regression(gaussian(z), targets, C=1.0, epsilon=0.1, balance=Free()),
    }


def _with_costs(problem: BoxProblem) -> BoxProblem:
    upper = np.where(problem.signs > 0, 3.0, 0.5)
    return BoxProblem(
        problem.gram, problem.signs, problem.linear, upper, problem.examples, problem.start, problem.balance
    )


def reference(problem: BoxProblem) -> Solution:
    """What the fast solver finds when asked for much."""
    return solve(problem, Options(tolerance=1e-9, precision=Precision.DOUBLE))


def agrees(solution: Solution, problem: BoxProblem, relative=1e-6) -> bool:
    """Whether both objectives coincide and α is feasible."""
    best = reference(problem).objective
    inside = (solution.alpha >= 0).all() and (solution.alpha <= problem.upper).all()
    sums = {
        Free: [],
        Balanced: [np.ones(len(problem), dtype=bool)],
        BalancedBySign: [problem.signs > 0, problem.signs < 0],
    }
    kept = all(
        abs((problem.signs * (solution.alpha - problem.start))[group].sum()) < 1e-9 * max(1.0, solution.alpha.sum())
        for group in sums[type(problem.balance)]
    )
    return bool(inside and kept and abs(solution.objective - best) <= relative * abs(best))
