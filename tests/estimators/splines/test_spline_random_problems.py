"""Random smoothing problems beside a dense elimination in long doubles: repetitions, unscaled columns, any strength."""

import math
from itertools import combinations_with_replacement

import numpy as np
import pytest

from drupe import SmoothingSpline

LONG = np.longdouble
PI = LONG(math.pi) + LONG(1.2246467991473532e-16)


def eliminated(system, right):
    """Gauß with pivots."""
    system, right = system.copy(), right.copy()
    for i in range(len(system)):
        pivot = i + int(np.argmax(np.abs(system[i:, i])))
        system[[i, pivot]], right[[i, pivot]] = system[[pivot, i]], right[[pivot, i]]
        factors = system[i + 1 :, i] / system[i, i]
        system[i + 1 :, i:] -= factors[:, None] * system[i, i:]
        right[i + 1 :] -= factors * right[i]
    for i in reversed(range(len(system))):
        right[i] = (right[i] - system[i, i + 1 :] @ right[i + 1 :]) / system[i, i]
    return right


def kernel(a, b, order):
    """The function with the Fourier transform ‖ω‖^(−2 order), up to polynomials of low degree."""
    d = a.shape[1]
    squared = sum((a[:, None, j] - b[None, :, j]) ** 2 for j in range(d))
    power = 2 * order - d
    if d % 2:
        constant = LONG(math.gamma(0.5 * d - order)) / (
            LONG(4) ** order * PI ** (LONG(d) / 2) * math.factorial(order - 1)
        )
        return constant * np.sqrt(squared) ** power
    sign = (-1) ** (order + d // 2 + 1)
    divisor = LONG(2) ** (2 * order - 1) * PI ** (d // 2) * math.factorial(order - 1) * math.factorial(order - d // 2)
    return sign / divisor * squared ** (power // 2) * 0.5 * np.log(np.where(squared > 0, squared, LONG(1)))


def monomials(t, order):
    columns = range(t.shape[1])
    chosen = [factors for degree in range(order) for factors in combinations_with_replacement(columns, degree)]
    return np.column_stack([t[:, list(factors)].prod(axis=1) for factors in chosen])


class Problem:
    """One that is drawn, and its solution with all examples as they came, repeated ones too."""

    def __init__(self, seed):
        rng = np.random.default_rng(seed)
        self.columns = int(rng.integers(1, 4))
        self.order = int(rng.integers(self.columns // 2 + 1, 5 if self.columns == 1 else 4))
        free = math.comb(self.columns + self.order - 1, self.columns)
        n = int(np.exp(rng.uniform(np.log(free + 3), np.log(200))))
        scale = np.full(self.columns, 10.0 ** rng.uniform(-6.0, 6.0)) * 10.0 ** rng.uniform(-1.0, 1.0, self.columns)
        x = rng.normal(size=(n, self.columns))
        again = rng.integers(0, n, size=n // 3 if seed % 2 else 0)
        x[again] = x[rng.integers(0, n, size=len(again))]
        self.x = x * scale
        self.y = (np.sin(3.0 * x[:, 0]) + 0.3 * rng.normal(size=n)) * 10.0 ** rng.uniform(-6.0, 6.0)
        self.weights = 10.0 ** rng.uniform(-2.0, 2.0, size=n) if seed % 3 else np.ones(n)
        self.strength = 10.0 ** rng.uniform(-9.0, 9.0) * float(
            np.exp(np.log(scale).mean() * (2 * self.order - self.columns))
        )
        self.new = rng.normal(size=(20, self.columns)) * scale

    def solved(self):
        """Outputs at the examples and at new ones, and what rounding left over of the targets."""
        x, new, y = self.x.astype(LONG), self.new.astype(LONG), self.y.astype(LONG)
        n, middle = len(x), 0.5 * (x.min(axis=0) + x.max(axis=0))
        half = 0.5 * (x.max(axis=0) - x.min(axis=0))
        size = half.max()
        T, new_T = monomials((x - middle) / half, self.order), monomials((new - middle) / half, self.order)
        K, new_K = kernel(x / size, x / size, self.order), kernel(new / size, x / size, self.order)
        shift = LONG(self.strength) / size ** (2 * self.order - self.columns) / self.weights.astype(LONG)
        corner = np.zeros((T.shape[1], T.shape[1]), dtype=LONG)
        system = np.block([[K + np.diag(shift), T], [T.T, corner]])
        right = np.concatenate([y, np.zeros(T.shape[1], dtype=LONG)])
        found = eliminated(system, right)
        left = np.abs(system @ found - right).max() / np.abs(y).max()
        return K @ found[:n] + T @ found[n:], new_K @ found[:n] + new_T @ found[n:], float(left)


@pytest.mark.skipif(np.finfo(LONG).eps > 1e-18, reason="long doubles are doubles here")
@pytest.mark.spec("S.A20", "S.A21", "S.A22", "S.A23")
@pytest.mark.parametrize("start", range(0, 100, 10))
def test_it_is_the_solution_of_the_dense_system(start):
    tried = 0
    for seed in range(start, start + 10):
        problem = Problem(seed)
        at_examples, at_new, left = problem.solved()
        if left > 1e-12:  # long doubles do not solve it either
            continue
        tried += 1
        spline = SmoothingSpline("polyharmonic", order=problem.order, strength=problem.strength)
        spline.fit(problem.x, problem.y, problem.weights)
        scale = np.abs(problem.y).max()
        np.testing.assert_allclose(spline.predict(problem.x) / scale, (at_examples / scale).astype(float), atol=1e-7)
        largest = np.abs(at_new).max()
        np.testing.assert_allclose(spline.predict(problem.new) / largest, (at_new / largest).astype(float), atol=1e-6)
    assert tried >= 5
