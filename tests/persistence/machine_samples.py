"""Every machine of drupe, found by walking its packages and fitted on a handful of examples."""

import importlib
import inspect
import pkgutil
import warnings
from typing import Any

import numpy as np
import scipy.sparse as sp
from sklearn.base import BaseEstimator, is_regressor

import drupe.certification
import drupe.estimators
import drupe.selection
from drupe import SVC
from drupe.estimators.boosting import KernelColumn, RadialNet, SmallTree
from drupe.kernels import Gaussian

SETTINGS: dict[str, dict[str, Any]] = {
    "ArcGV": {"estimator": KernelColumn(Gaussian(3.0)), "n_estimators": 6},
    "BayesPointMachine": {"n_samples": 10},
    "ColorHistograms": {"bins": 2},
    "BayesianTransduction": {"n_samples": 10},
    "GaussianProcessClassifier": {"kernel": "auto"},
    "GaussianProcessRegressor": {"kernel": "auto"},
    "GibbsClassifier": {"n_samples": 10},
    "KernelFisher": {"threshold": "gaussians"},
    "KernelRidge": {"kernel": "rbf", "leave_one_out": True},
    "NuSVC": {"nu": 0.3},
    "RegularizedAdaBoost": {"estimator": RadialNet(2, graded=True), "n_estimators": 4},
    "StagewiseAdditive": {"estimator": SmallTree(2), "loss": "squared", "n_estimators": 5},
    "StagewiseAdditiveRegressor": {"n_estimators": 12, "early_stopping": True},
    "SVC": {"probability": True},
    "TextVectors": {"min_documents": 1},
}
"""Parameters of machines whose defaults do not suit these examples, or leave something unsaid."""

OF_STRINGS = frozenset({"LettersByPlace", "TextVectors"})
"""Machines that take strings; they are asked about the numbers as they are written."""

OF_LABEL_SETS = frozenset({"ManyLabels"})
"""Machines that give any number of labels; they learn sets of one label, beside one that all examples have."""

OF_PICTURES = frozenset({"ColorHistograms", "PatchAverages", "PixelVectors"})
"""Those that take pictures; they are asked about the numbers as colors."""

QUESTIONS = ("predict", "decision_function", "predict_proba", "score_samples", "transform", "predict_std")


def machine_types() -> list[type]:
    """All estimators that can be made, in the order of their names."""
    found = {}
    for package in (drupe.estimators, drupe.certification, drupe.selection):
        for part in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            for name, kind in vars(importlib.import_module(part.name)).items():
                own = inspect.isclass(kind) and kind.__module__ == part.name and issubclass(kind, BaseEstimator)
                if own and hasattr(kind, "fit") and not inspect.isabstract(kind):
                    found[name] = kind
    return [found[name] for name in sorted(found)]


def examples() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Two clouds that can be separated, their classes, and numbers to predict."""
    rng = np.random.default_rng(0)
    X = np.vstack([rng.normal(size=(15, 3)) - 2.5, rng.normal(size=(15, 3)) + 2.5])
    return X, np.repeat(["no", "yes"], 15), X[:, 0] + np.sin(X[:, 1])


def fitted(kind: type) -> Any:
    """The machine, fitted with a seed if it takes one."""
    wanted = inspect.signature(kind).parameters
    said = dict(SETTINGS.get(kind.__name__, {}))
    if "estimator" in wanted and wanted["estimator"].default is inspect.Parameter.empty:
        said["estimator"] = SVC(gamma=0.2)
    if "random_state" in wanted:
        said["random_state"] = 0
    machine = kind(**said)
    X, classes, numbers = examples()
    targets = numbers if is_regressor(machine) else classes
    if kind.__name__ in OF_LABEL_SETS:
        targets = [{"all", label} for label in classes]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return machine.fit(taken(type(machine).__name__, X), targets)


def answers(machine: Any, X: Any) -> dict[str, Any]:
    """What the machine says about examples, by the question; questions that it does not take are left out."""
    said = {}
    for question in QUESTIONS:
        if hasattr(machine, question):
            answer = getattr(machine, question)(taken(type(machine).__name__, X))
            said[question] = answer.toarray() if sp.issparse(answer) else answer
    return said


def taken(name: str, X: Any) -> Any:
    """The examples in the form that the machine of this name takes."""
    if name in OF_PICTURES:
        return np.tile(np.clip(0.5 + 0.1 * np.asarray(X), 0.0, 1.0)[:, None, None, :], (1, 4, 4, 1))
    return [str(row) for row in X] if name in OF_STRINGS else X
