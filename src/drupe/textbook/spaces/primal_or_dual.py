"""When a linear machine should be trained through kernels: only if there are more features than examples."""

from drupe.foundation.parameters import Interval, check


def dual_is_smaller(examples: int, features: int) -> bool:
    """Whether the kernel form of a linear machine has fewer unknowns than the plain one.

    The kernel form always has one coefficient for each example, the plain form one for each feature; with the
    linear kernel both find the same rule.

    >>> dual_is_smaller(examples=100, features=20_000), dual_is_smaller(examples=100_000, features=20)
    (True, False)

    References
    ----------
    [Mika02]_, section 2.3.3.
    """
    check("dual_is_smaller", "examples", examples, Interval(0, whole=True))
    check("dual_is_smaller", "features", features, Interval(0, whole=True))
    return features > examples
