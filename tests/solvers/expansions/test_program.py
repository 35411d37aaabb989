"""The value of the program at coefficients that were worked out by hand or by others."""

import numpy as np
import pytest
from solvers.expansions.toy import HALF_SQUARES, toy_program

from drupe.grams import DenseGram
from drupe.losses import Absolute, Huber
from drupe.losses.base import Loss
from drupe.solvers.expansions.penalties import CoefficientNorm, CoefficientSum, FunctionNorm, Penalty
from drupe.solvers.expansions.program import ExpansionProgram


@pytest.mark.parametrize(
    ("alpha", "loss", "penalty", "coefficients", "offset", "value"),
    [
        (
            0.1,
            HALF_SQUARES,
            FunctionNorm(),
            (2.121998, -1.982182, -1.841287, 1.873839, 1.161483, -1.333850),
            -0.188597,
            0.515732,
        ),
        (
            0.1,
            HALF_SQUARES,
            CoefficientNorm(),
            (1.941967, -1.259399, -1.103313, 1.549903, 1.476630, -0.858616),
            -0.699538,
            0.882499,
        ),
        (0.5, HALF_SQUARES, CoefficientSum(), (0.507395, 0, 0, 0.313092, 0.817810, 0), -0.541173, 2.858791),
        (0.5, Absolute(), CoefficientSum(), (0.860092, 0, 0, 2.178749, 2.353725, 0), -2.161037, 4.961940),
        (1.0, Absolute(), FunctionNorm(), (1, -1, -1, 1, 1, -1), 0.0, 4.469955),
        (1.0, Huber(0.5), FunctionNorm(), (1, -1, -0.974496, 1, 0.826793, -0.852298), None, 2.999838),
    ],
)
def test_worked_numbers_on_six_points(
    alpha: float, loss: Loss, penalty: Penalty, coefficients: tuple[float, ...], offset: float | None, value: float
) -> None:
    program = toy_program(alpha, loss, penalty)
    a = np.array(coefficients)[:, None]
    offsets = np.linspace(-1.0, 1.0, 20001) if offset is None else [offset]
    least = min(float(program.objective(a, np.array([b]))[0]) for b in offsets)
    assert least == pytest.approx(value, abs=3e-6)


def test_functions_and_weights_count_by_themselves() -> None:
    gram = DenseGram([[2.0, 0.0], [0.0, 1.0]])
    program = ExpansionProgram(gram, np.array([[1.0, 0.0], [0.0, 5.0]]), np.array([1.0, 3.0]), alpha=2.0)
    found = program.objective(np.array([[1.0, 0.0], [0.0, 1.0]]), np.array([0.0, 1.0]))
    # First: ½ (2 − 1)² + 2 · ½ · 2; second: ½ 1² + 3 · ½ (2 − 5)² + 2 · ½ · 1.
    assert found.tolist() == [2.5, 15.0]
