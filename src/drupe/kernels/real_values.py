"""Kernel values are real: complex ones would lose their imaginary parts on the way into a solver, unnoticed."""

from typing import Any

import numpy as np

from drupe.foundation.errors import InputTypeError


def real_values(values: Any) -> Any:
    """The values as they are; complex ones are refused.

    >>> real_values([[1.0, 0.5]])
    [[1.0, 0.5]]
    """
    if np.iscomplexobj(values):
        raise InputTypeError("the kernel's values are complex, and must be real numbers; take their real parts.")
    return values
