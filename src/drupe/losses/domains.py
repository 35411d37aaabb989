"""The outputs and targets over which a loss is looked at: where it must be bounded for a guarantee to hold."""

import math
from dataclasses import dataclass

from drupe.foundation.parameters import Checked, Interval, check, nonnegative


@dataclass(frozen=True)
class Domain(Checked):
    """Outputs |f| ≤ outputs and targets |y| ≤ targets.

    Parameters
    ----------
    outputs
        Largest absolute output of the rule.
    targets
        Largest absolute target; signs ±1 have 1.

    Examples
    --------
    >>> from drupe.losses.hinge import Hinge
    >>> Hinge().bound_on(Domain(outputs=3.0))
    4.0

    References
    ----------
    [Mukherjee04]_, section 9.2.
    """

    outputs: float = nonnegative()
    targets: float = nonnegative(1.0)

    @classmethod
    def of_minimizer(cls, at_zero: float, ridge: float, kernel_length: float, targets: float = 1.0) -> "Domain":
        """Where the minimizer of mean loss + ridge ‖f‖² lives: |f| ≤ κ √(C₀ / ridge).

        The zero function costs at most C₀, so the minimizer has ridge ‖f‖² ≤ C₀; and |f(x)| ≤ κ ‖f‖.

        Parameters
        ----------
        at_zero
            C₀, the largest loss of the output zero.
        ridge
            The factor of ‖f‖².
        kernel_length
            κ, the largest √k(x, x).
        targets
            Largest absolute target.
        """
        check("Domain", "at_zero", at_zero, Interval(0.0))
        check("Domain", "ridge", ridge, Interval(0.0, closed_low=False))
        check("Domain", "kernel_length", kernel_length, Interval(0.0))
        return cls(kernel_length * math.sqrt(at_zero / ridge), targets)
