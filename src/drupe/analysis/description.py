"""A fitted model in words and in its formula, read from the machine and its kernel themselves."""

import inspect
from dataclasses import dataclass
from typing import Any

import numpy as np

from drupe.analysis.contenders import kernel_words
from drupe.displays.fitted_kernel import fitted_kernel, last_step


@dataclass(frozen=True)
class Description:
    """What a model is.

    Parameters
    ----------
    machine
        The name of the machine.
    problem
        What it solves, as its documentation says.
    rule
        The formula of the fitted rule; empty if there is none.
    kernel
        The kernel in short.
    kernel_formula
        Its formula.
    facts
        Names and values worth knowing.
    """

    machine: str
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


def describe(model: Any) -> Description:
    """The model, or the machine at the end of it.

    >>> from drupe import SVC
    >>> describe(SVC(kernel="linear").fit([[0.0], [1.0]], [0, 1])).rule
    'f(x) = Σᵢ αᵢ yᵢ k(xᵢ, x) + b over 2 support vectors; the answer is the sign'
    """
    machine = last_step(model)
    kernel = fitted_kernel(machine)
    has_kernel = hasattr(machine, "kernel") or hasattr(getattr(machine, "predictor_", None), "kernel")
    return Description(
        type(machine).__name__,
        first_line(type(machine)),
        _rule(machine),
        kernel_words(kernel) if has_kernel else "–",
        first_line(type(kernel)) if has_kernel else "",
        tuple(_facts(machine)),
    )


def _rule(machine: Any) -> str:
    if not hasattr(machine, "support_") or not hasattr(machine, "dual_coef_"):
        return ""
    count, classes = len(machine.support_), len(getattr(machine, "classes_", ()))
    end = "the answer is the sign" if classes <= 2 else f"one f for each pair of {classes} classes, which vote"
    return f"f(x) = Σᵢ αᵢ yᵢ k(xᵢ, x) + b over {count} support vectors; {end}"


def _facts(machine: Any) -> list[tuple[str, str]]:
    facts = []
    if hasattr(machine, "C"):
        facts.append(("C, the price of slack", f"{machine.C:g}"))
    if hasattr(machine, "support_"):
        n = getattr(machine, "shape_fit_", (0,))[0]
        share = f" of {n} training examples ({len(machine.support_) / n:.0%})" if n else ""
        facts.append(("support vectors", f"{len(machine.support_)}{share}"))
    if hasattr(machine, "intercept_") and np.size(machine.intercept_) == 1:
        facts.append(("offset b", f"{float(np.ravel(machine.intercept_)[0]):.4g}"))
    if hasattr(machine, "n_neighbors"):
        facts.append(("neighbors", str(machine.n_neighbors)))
    return facts
