"""Every check on one kernel: what an author runs before trusting a new formula."""

from collections.abc import Callable
from typing import Any

from drupe.foundation.errors import InputError, InputTypeError
from drupe.inputs.coerce import coerce
from drupe.kernels.base import Kernel
from drupe.kernels.checks import promises, values, ways
from drupe.kernels.checks.case import Case
from drupe.kernels.checks.report import Finding, KernelReport, Outcome

CHECKS: dict[str, Callable[[Case], Finding]] = {
    "symmetry": promises.check_symmetry,
    "diagonal": promises.check_diagonal,
    "Cauchy-Schwarz": promises.check_cauchy_schwarz,
    "definiteness": promises.check_definiteness,
    "native form": ways.check_native_form,
    "rows and products": ways.check_rows_and_products,
    "sub-samples": ways.check_sub_samples,
    "algebra": ways.check_algebra,
    "copies": values.check_copies,
    "parameters": values.check_parameters,
    "gradient": values.check_gradient,
}


def check_kernel(kernel: Kernel[Any], inputs: Any) -> KernelReport:
    """What holds of a kernel on these examples, check by check; your own kernel is welcome.

    Symmetry, the diagonal, Cauchy-Schwarz and the promised definiteness; that native form, rows, products,
    sub-samples and algebra all lead to the same numbers; that copies are equal and slopes are right. A check that
    raises an error fails with it.

    Parameters
    ----------
    kernel
        The kernel.
    inputs
        Examples it can compare, raw or as Inputs: between three and a few hundred, and not all equal.

    Notes
    -----
    Complexity: O(n³) time for the eigenvalues.

    Examples
    --------
    >>> from drupe.kernels.gaussian import Gaussian
    >>> report = check_kernel(Gaussian(2.0), [[0.0, 1.0], [2.0, 0.5], [1.0, 1.0]])
    >>> report.passed, report.failures
    (True, ())
    >>> report.raise_if_failed()

    References
    ----------
    [Cristianini00]_, section 3.3.1; [Herbrich02]_, proposition 2.18.
    """
    if not isinstance(kernel, Kernel):
        raise InputTypeError(
            f"check_kernel checks a Kernel, got {type(kernel).__name__}; derive yours from drupe's Kernel."
        )
    case = Case(kernel, coerce(inputs))
    if not len(case.inputs):
        raise InputError("check_kernel needs examples to compare, got none.")
    first = _guarded("values", promises.check_values, case)
    if first.outcome is Outcome.FAILED:  # what is not even a matrix of numbers cannot be asked the rest
        return KernelReport(kernel, (first,))
    return KernelReport(kernel, (first, *(_guarded(name, check, case) for name, check in CHECKS.items())))


def _guarded(name: str, check: Callable[[Case], Finding], case: Case) -> Finding:
    """A user's formula may raise anything; the report says so and goes on."""
    try:
        return check(case)
    except Exception as error:
        return Finding(name, Outcome.FAILED, f"raised {type(error).__name__}: {error}", error)
