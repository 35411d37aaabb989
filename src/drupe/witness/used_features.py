"""How many of its features a hyperplane uses."""

from dataclasses import dataclass

from drupe.foundation.errors import InputError
from drupe.foundation.parameters import Checked, whole


@dataclass(frozen=True)
class UsedFeatures(Checked):
    """A hyperplane through the origin of which few weights are not zero.

    Parameters
    ----------
    used
        Weights that are not zero.
    features
        Features there are.
    n
        Number of training examples.
    errors
        Mistakes among them.

    Examples
    --------
    >>> UsedFeatures(used=1, features=10, n=100).errors
    0
    """

    used: int = whole(1)
    features: int = whole(1)
    n: int = whole(1)
    errors: int = whole(0, 0)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.used > self.features or self.errors > self.n:
            raise InputError(
                f"{self.used} of {self.features} features used and {self.errors} of {self.n} examples wrong: "
                f"a part exceeds the whole."
            )
