"""Expansion coefficients that were believed in, more or less, before the examples were seen."""

from dataclasses import dataclass

from drupe.foundation.parameters import nonnegative
from drupe.witness.kept import KeptInOrder


@dataclass(frozen=True)
class Coefficients(KeptInOrder):
    """A rule f = Σ αᵢ k(xᵢ, ·) from a discrete set of coefficient vectors with a prior.

    Parameters
    ----------
    kept
        Coefficients that are not zero.
    n
        Number of training examples.
    errors
        Mistakes of the rule among all n.
    bits
        What must be remembered besides the coefficients, in bits.
    information
        ln(1 / P(α)).

    Examples
    --------
    >>> Coefficients(kept=5, n=100, information=12.0).others
    95
    """

    information: float = nonnegative(0.0)


@dataclass(frozen=True)
class ClippedCoefficients(KeptInOrder):
    """Whole-numbered coefficients with 1 ≤ |αᵢ| ≤ a limit, as a perceptron with clipped updates has them.

    Parameters
    ----------
    kept
        Coefficients that are not zero.
    n
        Number of training examples.
    errors
        Mistakes of the rule among all n.
    bits
        What must be remembered besides the coefficients, in bits.

    Examples
    --------
    >>> ClippedCoefficients(kept=5, n=100, errors=2).errors
    2
    """


@dataclass(frozen=True)
class CoefficientEnsemble(Coefficients):
    """A set of coefficient vectors, all with as many non-zero entries, drawn from for each prediction.

    Parameters
    ----------
    kept
        Coefficients that are not zero, at the same examples in each vector.
    n
        Number of training examples.
    errors
        Mistakes among all n, of the worst of them.
    bits
        What must be remembered besides the coefficients, in bits.
    information
        ln(1 / P(the set)).

    Examples
    --------
    >>> CoefficientEnsemble(kept=5, n=100, information=10.0).errors
    0
    """
