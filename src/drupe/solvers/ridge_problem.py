"""Ridge regression in a kernel's space as a problem, and what solvers answer."""

from dataclasses import dataclass

import numpy as np

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.enumerations import Enumeration
from drupe.foundation.errors import InputError
from drupe.grams.base import Gram
from drupe.solvers.bracket import Bracket
from drupe.solvers.solution import Stop


class Method(Enumeration):
    """How the linear system was solved."""

    CHOLESKY = "a Cholesky factorization of the kernel matrix"
    SYMMETRIC = "a symmetric factorization of a kernel matrix that is not positive definite"
    PRIMAL = "a Cholesky factorization in the space of the columns"
    CONJUGATE_GRADIENTS = "conjugate gradients, the kernel matrix never held"


@dataclass(frozen=True, eq=False)
class RidgeProblem:
    """min Σᵢ wᵢ (yᵢ − f(xᵢ) − b)² + λ‖f‖²; that is (K + λW⁻¹) α + b = y, with Σαᵢ = 0 if there is an offset b.

    Parameters
    ----------
    gram
        K.
    targets
        y, one column for each output.
    strengths
        λ of each output.
    weights
        w of each example, above zero.
    offset
        Whether there is an offset, which is not penalized.

    References
    ----------
    [Cristianini00]_, sections 2.2.2 and 6.2.2; [Mukherjee04]_, section 5.1, writes nλ for λ.
    """

    gram: Gram
    targets: Matrix
    strengths: Vector
    weights: Vector
    offset: bool = False


@dataclass(frozen=True, eq=False)
class RidgeSolution:
    """α and b, and how they were found.

    Parameters
    ----------
    coefficients
        α, one column for each output.
    offset
        b of each output.
    method
        How.
    leave_one_out
        What each target would be missed by if its example were left out, one column for each output; None if it was
        not asked for.
    primal
        w with f(x) = ⟨w, x⟩, one column for each output, where it was found in the space of the columns.
    brackets
        Of each output bounds on ½ yᵀ(K + λW⁻¹)⁻¹y, where the solution is approximate.
    residual
        Largest ‖y − (K + λW⁻¹)α‖ / ‖y‖ of an approximate solution.
    iterations
        Steps, 1 for a direct method.
    stop
        Why the run ended.
    seconds
        Wall time.
    progressive
        Outputs at each example of the machine that was fitted on those before it, in the order of the sample, where
        they come with examples left out.
    """

    coefficients: Matrix
    offset: Vector
    method: Method
    leave_one_out: Matrix | None = None
    primal: Matrix | None = None
    brackets: tuple[Bracket, ...] = ()
    residual: float = 0.0
    iterations: int = 1
    stop: Stop = Stop.CONVERGED
    seconds: float = 0.0
    progressive: Matrix | None = None

    @property
    def converged(self) -> bool:
        """Whether the system was solved as exactly as was asked for."""
        return self.stop is Stop.CONVERGED


def with_offset(plain: Matrix, ones: Vector) -> tuple[Matrix, Vector]:
    """α = C⁻¹y − b C⁻¹1 and b = 1ᵀC⁻¹y / 1ᵀC⁻¹1, from C⁻¹y and C⁻¹1: the system with the border Σα = 0.

    >>> alpha, b = with_offset(np.array([[1.0], [3.0]]), np.array([1.0, 1.0]))  # C = I: the mean is taken away
    >>> alpha.ravel().tolist(), b.tolist()
    ([-1.0, 1.0], [2.0])
    """
    offset = plain.sum(axis=0) / ones.sum()
    return plain - offset * ones[:, None], offset


def require_others(freedom: Vector) -> None:
    """Refuse to leave out examples without which there is no function: those that alone decide what is said of them.

    `freedom` is one minus the share that each target has in its own prediction.

    >>> require_others(np.array([0.5, 0.0]))
    Traceback (most recent call last):
    ...
    drupe.foundation.errors.InputError: without example 1 the others determine no function, so that leave_one_out has \
nothing to say of it; choose an alpha above 0, or pass more examples.
    """
    alone = np.abs(freedom) <= len(freedom) * np.finfo(np.float64).eps
    if len(freedom) == 1 and alone.all():
        raise InputError("leave_one_out has nothing to say of one sample, as nothing is left then; pass more examples.")
    if alone.any():
        raise InputError(
            f"without example {int(alone.argmax())} the others determine no function, so that leave_one_out has "
            "nothing to say of it; choose an alpha above 0, or pass more examples."
        )


def require_regular(reciprocal_condition: float, n: int, strength: float) -> None:
    """Without a ridge nothing but K itself keeps the system from being singular."""
    if strength == 0.0 and reciprocal_condition < n * np.finfo(np.float64).eps:
        raise InputError(
            "the kernel matrix is singular to working precision, so that with alpha = 0 many functions fit alike; "
            "choose an alpha above 0, or leave out examples that repeat others."
        )
