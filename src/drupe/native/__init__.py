"""The border to the native core."""

import os

# Threads that wait for work should sleep, not spin: between two short parallel loops they would take the processor from
# the one thread that works. OpenMP reads this once, when it is loaded; a user's own setting is left alone.
_undecided = not {"OMP_WAIT_POLICY", "GOMP_SPINCOUNT"} & os.environ.keys()
if _undecided:
    os.environ["OMP_WAIT_POLICY"] = "passive"

from drupe.native._engine import (  # noqa: E402  (after the lines above)
    Balance,
    Billiard,
    BoxPathSolution,
    BoxProblem,
    BoxSolution,
    EvaluatorFloat32,
    EvaluatorFloat64,
    GibbsChain,
    Metric,
    Op,
    PerceptronOptions,
    Perceptrons,
    PerceptronTask,
    Program,
    SolverOptions,
    Stop,
    read_plain_sparse_rows,
    read_plain_table,
    solve_box_paths_float32,
    solve_box_paths_float64,
    solve_computed_float32,
    solve_computed_float64,
    solve_fetched_float32,
    solve_fetched_float64,
    solve_pairs_float32,
    solve_pairs_float64,
    solve_stored_float32,
    solve_stored_float64,
    target,
    thread_count,
    train_perceptrons_asked_float32,
    train_perceptrons_asked_float64,
    train_perceptrons_computed_float32,
    train_perceptrons_computed_float64,
    train_perceptrons_stored_float32,
    train_perceptrons_stored_float64,
)

if _undecided:
    del os.environ["OMP_WAIT_POLICY"]

__all__ = [
    "Balance",
    "Billiard",
    "BoxPathSolution",
    "BoxProblem",
    "BoxSolution",
    "EvaluatorFloat32",
    "EvaluatorFloat64",
    "GibbsChain",
    "Metric",
    "Op",
    "PerceptronOptions",
    "PerceptronTask",
    "Perceptrons",
    "Program",
    "SolverOptions",
    "Stop",
    "read_plain_sparse_rows",
    "read_plain_table",
    "solve_box_paths_float32",
    "solve_box_paths_float64",
    "solve_computed_float32",
    "solve_computed_float64",
    "solve_fetched_float32",
    "solve_fetched_float64",
    "solve_pairs_float32",
    "solve_pairs_float64",
    "solve_stored_float32",
    "solve_stored_float64",
    "target",
    "thread_count",
    "train_perceptrons_asked_float32",
    "train_perceptrons_asked_float64",
    "train_perceptrons_computed_float32",
    "train_perceptrons_computed_float64",
    "train_perceptrons_stored_float32",
    "train_perceptrons_stored_float64",
]
