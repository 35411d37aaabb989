"""The border to the native core."""

from drupe.native._engine import EvaluatorFloat32, EvaluatorFloat64, Metric, Op, Program, target

__all__ = ["EvaluatorFloat32", "EvaluatorFloat64", "Metric", "Op", "Program", "target"]
