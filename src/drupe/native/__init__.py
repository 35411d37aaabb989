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
    DeviationProblem,
    DeviationSolution,
    EvaluatorFloat32,
    EvaluatorFloat64,
    GibbsChain,
    LassoOptions,
    LassoPath,
    Metric,
    Op,
    PerceptronOptions,
    Perceptrons,
    PerceptronTask,
    Program,
    SolverOptions,
    SourceFloat32,
    SourceFloat64,
    Stop,
    StringPairs,
    WordIndex,
    follow_lasso_path,
    least_deviations,
    map_subsequences,
    markov_counts,
    markov_log_likelihoods,
    read_plain_sparse_rows,
    read_plain_table,
    solve,
    solve_box_paths,
    solve_pairs,
    subsequence_features,
    target,
    thread_count,
    train_perceptrons,
)

if _undecided:
    del os.environ["OMP_WAIT_POLICY"]

__all__ = [
    "Balance",
    "Billiard",
    "BoxPathSolution",
    "BoxProblem",
    "BoxSolution",
    "DeviationProblem",
    "DeviationSolution",
    "EvaluatorFloat32",
    "EvaluatorFloat64",
    "GibbsChain",
    "LassoOptions",
    "LassoPath",
    "Metric",
    "Op",
    "PerceptronOptions",
    "PerceptronTask",
    "Perceptrons",
    "Program",
    "SolverOptions",
    "SourceFloat32",
    "SourceFloat64",
    "Stop",
    "StringPairs",
    "WordIndex",
    "follow_lasso_path",
    "least_deviations",
    "map_subsequences",
    "markov_counts",
    "markov_log_likelihoods",
    "read_plain_sparse_rows",
    "read_plain_table",
    "solve",
    "solve_box_paths",
    "solve_pairs",
    "subsequence_features",
    "target",
    "thread_count",
    "train_perceptrons",
]
