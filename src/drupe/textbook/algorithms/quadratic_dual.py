"""The dual of a quadratic program without equalities, worked out in closed form."""

import numpy as np

from drupe.foundation.arrays import Matrix, Vector
from drupe.textbook.algorithms.quadratic_program import QuadraticProgram


def dual_program(quadratic: Matrix, linear: Vector, rows: Matrix, right: Vector) -> tuple[QuadraticProgram, float]:
    """The dual of min ½ wᵀQw − kᵀw, Xw ≤ c: min ½ aᵀPa + dᵀa, a ≥ 0, and the constant −½ kᵀQ⁻¹k.

    P = XQ⁻¹Xᵀ, d = c − XQ⁻¹k. The primal optimum is the constant minus the minimum, and w = Q⁻¹(k − Xᵀa).

    Parameters
    ----------
    quadratic
        Q, positive definite.
    linear
        k.
    rows
        X.
    right
        c.

    References
    ----------
    [Cristianini00]_, example 5.24, with the inverse that its constant lacks.
    """
    solved = np.linalg.solve(quadratic, np.column_stack([rows.T, linear]))
    product, center = rows @ solved[:, :-1], solved[:, -1]
    program = QuadraticProgram.of(0.5 * (product + product.T), right - rows @ center, lower=np.zeros(len(right)))
    return program, float(-0.5 * linear @ center)
