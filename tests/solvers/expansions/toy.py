"""Six points in the plane whose programs have worked numbers."""

import numpy as np

from drupe.grams import DenseGram
from drupe.kernels import Gaussian
from drupe.losses.base import Loss
from drupe.losses.squared import Squared
from drupe.solvers.expansions.penalties import FunctionNorm, Penalty
from drupe.solvers.expansions.program import ExpansionProgram

POINTS = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0], [2.0, 1.0], [2.0, 2.0]])
SIGNS = np.array([1.0, -1.0, -1.0, 1.0, 1.0, -1.0])
KERNEL = Gaussian.from_gamma(1.0)
K = KERNEL(POINTS, POINTS)
HALF_SQUARES = Squared(weight=0.5)
FUNCTION_NORM = FunctionNorm()


def toy_program(alpha: float, loss: Loss = HALF_SQUARES, penalty: Penalty = FUNCTION_NORM) -> ExpansionProgram:
    """The program on the six points."""
    return ExpansionProgram(DenseGram(K), SIGNS[:, None], np.ones(6), alpha, loss, penalty)
