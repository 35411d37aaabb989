"""A fitted model in words and in its formula, read from the machine and its kernel themselves."""

import inspect
from dataclasses import dataclass
from typing import Any

import numpy as np
from sklearn.pipeline import Pipeline

from drupe.analysis.contenders import kernel_on
from drupe.analysis.kernel_words import kernel_words
from drupe.analysis.string_views import view_words
from drupe.displays.fitted_kernel import kernels_inside
from drupe.estimators.gaussian_process.gaussian_process_regressor import GaussianProcessRegressor
from drupe.estimators.landmark.landmark_machine import LandmarkMachine
from drupe.estimators.last_step import last_step
from drupe.estimators.margin.squared_svr import SquaredSVR
from drupe.estimators.margin.svc import SVC
from drupe.estimators.margin.tube_regressor import TubeRegressor
from drupe.estimators.neighbors.default_classifier import DefaultClassifier
from drupe.estimators.neighbors.nearest_mean import NearestMean
from drupe.estimators.neighbors.neighbors_classifier import NeighborsClassifier
from drupe.estimators.perceptron.voted_perceptron import VotedPerceptron
from drupe.estimators.splines.smoothing_spline import SmoothingSpline
from drupe.kernels.base import Normalized, Powered, Product, Scaled, Shifted, Sum
from drupe.predictors.weighted_vote import ClassVote, WeightedVote

NO_KERNEL = "–"
"""What is said of the kernel of a machine that has none."""

SUPPORT_VECTORS, KNOTS = "support vectors", "knots"
"""What the examples are called that a rule keeps: those of a spline are knots."""


@dataclass(frozen=True)
class Description:
    """A model in words: machine, kernel and parameters.

    Parameters
    ----------
    machine
        The name of the machine.
    kind
        What kind of machine that is, in words; empty if there are none for it.
    problem
        What it solves, as its documentation says.
    rule
        The formula of the fitted rule; empty if there is none.
    kernel
        The kernel in short, those of all classes if each has its own; a dash if there is none.
    kernel_formula
        Its formula; empty if there is none.
    facts
        Names and values worth knowing.
    """

    machine: str
    kind: str
    problem: str
    rule: str
    kernel: str
    kernel_formula: str
    facts: tuple[tuple[str, str], ...]


def first_line(thing: type) -> str:
    """The formula or sentence with which a documented class begins.

    >>> from drupe.kernels import Linear
    >>> first_line(Linear)
    'k(x, z) = ⟨x, z⟩.'
    """
    return (inspect.getdoc(thing) or "").split("\n", 1)[0]


def formula_of(kernel: Any) -> str:
    """The formula with which a kernel is documented; of one made of others how it is made, and then theirs.

    >>> from drupe.kernels import Linear
    >>> formula_of(Linear())
    'k(x, z) = ⟨x, z⟩'
    >>> formula_of((Linear() + 1.0) ** 2)
    '(Linear + 1) ** 2, where Linear is k(x, z) = ⟨x, z⟩'
    """
    parts = dict.fromkeys(map(type, _leaves(kernel)))
    if type(kernel) in parts:
        return first_line(type(kernel)).rstrip(".")
    named = "; ".join(f"{part.__name__} is {first_line(part).rstrip('.')}" for part in parts)
    return f"{kernel_words(kernel)}, where {named}"


def _leaves(kernel: Any) -> list[Any]:
    """The kernels that a kernel is made of by the algebra, itself if it is not made of others."""
    if isinstance(kernel, Sum | Product):
        return [leaf for term in kernel.terms for leaf in _leaves(term)]
    return _leaves(kernel.kernel) if isinstance(kernel, Scaled | Shifted | Powered | Normalized) else [kernel]


def describe(model: Any) -> Description:
    """The model, or the machine at the end of it.

    >>> from drupe import SVC
    >>> describe(SVC(kernel="linear").fit([[0.0], [1.0]], [0, 1])).rule
    'f(x) = Σᵢ αᵢ yᵢ k(xᵢ, x) + b over 2 support vectors; the answer is the sign'
    """
    machine = last_step(model)
    kernels = kernels_inside(machine)
    seen = _view(model) if kernels else ""
    formula = "; ".join(dict.fromkeys(map(formula_of, kernels)))
    if seen:
        formula += f", where x and z count {seen} of two strings and have length one"
    return Description(
        type(machine).__name__,
        _in_words(machine),
        first_line(type(machine)),
        _rule(machine),
        "; ".join(dict.fromkeys(kernel_on(seen, kernel) for kernel in kernels)) or NO_KERNEL,
        formula,
        tuple(_facts(machine)),
    )


def _view(model: Any) -> str:
    """What strings are compared by, if the model is a pipeline that begins with such a view."""
    inner = getattr(model, "best_estimator_", model)
    return view_words(inner[:-1].steps[0][1]) if isinstance(inner, Pipeline) and len(inner) > 1 else ""


def _in_words(machine: Any) -> str:
    """The kind of machine, in words that need no knowledge of its name."""
    return next((words for kind, words in KINDS.items() if isinstance(machine, kind)), "")


KINDS: dict[type, str] = {
    SVC: "a support vector machine: of all boundaries between classes one with a wide margin to the examples",
    TubeRegressor: "support vector regression: as flat a function as possible, small errors cost nothing",
    SquaredSVR: "least squares in feature space, kept smooth by a penalty on the size of the function",
    NearestMean: "the class whose mean is nearest",
    NeighborsClassifier: "the vote of the nearest training examples",
    DefaultClassifier: "always the most frequent class: nothing better was found",
    GaussianProcessRegressor: "a Gaussian process: the mean of all smooth functions, weighed by how well they fit",
    LandmarkMachine: "a function around landmarks, fitted to all rows in passes over them",
    VotedPerceptron: "a vote of all the rules that a perceptron passes through while it learns",
}


def _rule(machine: Any) -> str:
    if not hasattr(machine, "support_") or not hasattr(machine, "dual_coef_"):
        return ""
    count, classes = len(machine.support_), len(getattr(machine, "classes_", ()))
    if isinstance(machine, SmoothingSpline):
        return f"f(x) = Σᵢ cᵢ k(xᵢ, x) + a polynomial over {count} knots"
    if not classes:
        return f"f(x) = Σᵢ αᵢ k(xᵢ, x) + b over {count} support vectors"
    end = "the answer is the sign" if classes <= 2 else f"one f for each pair of {classes} classes, which vote"
    return f"f(x) = Σᵢ αᵢ yᵢ k(xᵢ, x) + b over {count} support vectors; {end}"


def _facts(machine: Any) -> list[tuple[str, str]]:
    facts = []
    if isinstance(machine, LandmarkMachine):
        n = machine.shape_fit_[0]
        facts.append(("λ, the price of size", f"{machine.strength_:g}"))
        facts.append(("landmarks", f"{len(machine.predictor_.space)} for {n} training examples"))
    elif hasattr(machine, "C"):
        facts.append(("C, the price of slack", machine.C if isinstance(machine.C, str) else f"{machine.C:g}"))
    if hasattr(machine, "epsilon"):
        facts.append(("ε, the error that costs nothing", f"{machine.epsilon:.4g}"))
    if isinstance(machine, GaussianProcessRegressor):
        each = np.sqrt(machine.noise_) * machine.predictor_.scale
        facts.append(("σ, the noise of a target", ", ".join(f"{noise:.4g}" for noise in each)))
    if hasattr(machine, "support_"):
        n = getattr(machine, "shape_fit_", (0,))[0]
        share = f" of {n} training examples ({len(machine.support_) / n:.0%})" if n else ""
        called = KNOTS if isinstance(machine, SmoothingSpline) else SUPPORT_VECTORS
        facts.append((called, f"{len(machine.support_)}{share}"))
    voting = getattr(machine, "predictor_", None)
    if isinstance(voting, WeightedVote | ClassVote):
        facts.append(("rules that vote", str(len(voting.rules))))
    if hasattr(machine, "intercept_") and np.size(machine.intercept_) == 1:
        facts.append(("offset b", f"{float(np.ravel(machine.intercept_)[0]):.4g}".replace("-", "−", 1)))
    if hasattr(machine, "n_neighbors"):
        facts.append(("neighbors", str(machine.n_neighbors)))
    return facts
