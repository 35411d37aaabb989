"""What a loaded model is asked: it answers every example, or says clearly why not."""

import traceback
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.exceptions import NotFittedError

import drupe
from drupe.cli.commands.inspect import _facts
from drupe.cli.models import Loaded
from drupe.foundation.errors import DrupeError
from drupe.persistence import load_archive

QUESTIONS = ("predict", "decision_function", "predict_proba", "score_samples", "transform")


def loaded_and_asked(path: str, X: Any, y: Any = None) -> object:
    """Load, describe, predict, score: what is refused when it is loaded is well, what is let in must answer."""
    archive = load_archive(path)
    model = archive.model
    asked(lambda: _facts(Loaded(archive, False, Path(path).stat().st_size), path))
    for question in QUESTIONS:
        method = asked(lambda name=question: getattr(model, name, None))
        if callable(method):
            answer = asked(lambda method=method: method(X))
            assert answer is None or np.shape(answer)[0] == np.shape(X)[0], f"{question} has shape {np.shape(answer)}"
    if y is not None and hasattr(model, "score"):
        asked(lambda: model.score(X, y))
        asked(lambda: drupe.certify(model, X, y))
    return model


def asked(question: Any) -> Any:
    """The answer; None where the model says clearly that it has none."""
    try:
        return question()
    except (DrupeError, NotFittedError):
        return None
    except (ValueError, TypeError) as error:
        # scikit-learn's own words about data or parameters that do not suit its estimators.
        if any("sklearn" in frame.filename for frame in traceback.extract_tb(error.__traceback__)[-1:]):
            return None
        raise
