"""Two columns, two targets, classes and weights, with repeated examples among them; and dense formulas for networks."""

import numpy as np

RNG = np.random.default_rng(3)
X = RNG.uniform(-2.0, 2.0, size=(50, 2))
X[45:] = X[:5]
Y = np.sin(2.0 * X[:, 0]) + X[:, 1] + 0.2 * RNG.standard_normal(50)
BOTH = np.column_stack([Y, X[:, 0] * X[:, 1] + 0.1 * RNG.standard_normal(50)])
WEIGHTS = RNG.uniform(0.2, 3.0, size=50)
NEW = RNG.uniform(-2.5, 2.5, size=(20, 2))
CENTERS = RNG.uniform(-2.0, 2.0, size=(6, 2))


def gaussians(x, centers, widths):
    """exp(−‖x − μ‖² / (2 width²)), by loops that nobody can mistake."""
    widths = np.broadcast_to(widths, len(centers))
    return np.array(
        [[np.exp(-0.5 * np.sum((a - b) ** 2) / w**2) for b, w in zip(centers, widths, strict=True)] for a in x]
    )


def ridge(design, penalty, y, weights, strength):
    """a and b of min Σ w (y − Φa − b)² + strength aᵀΩa, from the normal equations of both."""
    columns = np.column_stack([design, np.ones(len(design))])
    bordered = np.zeros((columns.shape[1], columns.shape[1]))
    bordered[:-1, :-1] = strength * penalty
    found = np.linalg.solve(
        columns.T @ (weights[:, None] * columns) + bordered, columns.T @ (weights[:, None] * as_table(y))
    )
    return found[:-1].reshape((-1, *y.shape[1:])), found[-1].reshape(y.shape[1:])


def as_table(y):
    return y[:, None] if y.ndim == 1 else y


def hat(design, penalty, weights, strength):
    """The matrix that turns targets into outputs."""
    a, b = ridge(design, penalty, np.eye(len(design)), weights, strength)
    return design @ a + b
