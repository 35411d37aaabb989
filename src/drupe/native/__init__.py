"""The border to the native core."""

from drupe.native._engine import (
    Balance,
    BoxProblem,
    BoxSolution,
    EvaluatorFloat32,
    EvaluatorFloat64,
    Metric,
    Op,
    Program,
    SolverOptions,
    Stop,
    solve_computed_float32,
    solve_computed_float64,
    solve_stored_float32,
    solve_stored_float64,
    target,
)

__all__ = [
    "Balance",
    "BoxProblem",
    "BoxSolution",
    "EvaluatorFloat32",
    "EvaluatorFloat64",
    "Metric",
    "Op",
    "Program",
    "SolverOptions",
    "Stop",
    "solve_computed_float32",
    "solve_computed_float64",
    "solve_stored_float32",
    "solve_stored_float64",
    "target",
]
