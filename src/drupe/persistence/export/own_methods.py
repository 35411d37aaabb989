"""Whether a machine answers by the methods that the export translates, and not by somebody's own."""

from inspect import getattr_static
from typing import Any

from drupe.persistence.export.refusal import refusal

QUESTIONS = ("predict", "decision_function", "predict_proba", "transform", "score_samples")


def require_own_methods(machine: Any) -> None:
    """Raise an error if a subclass from elsewhere answers one of the questions in its own way."""
    for name in QUESTIONS:
        method = getattr_static(type(machine), name, None)
        home = getattr(method, "__module__", None) or ""
        if method is not None and not home.startswith(("drupe.", "sklearn.")):
            why = f"its {name} is not drupe's, but from {home or 'elsewhere'}"
            raise refusal(type(machine).__name__, why, "export the machine that it derives from")
