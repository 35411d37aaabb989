"""One way from scikit-learn's `random_state` to numpy's Generator."""

from typing import TypeAlias

import numpy as np

from drupe.foundation.errors import ParameterError

RandomState: TypeAlias = int | np.random.Generator | np.random.RandomState | None


def generator(random_state: RandomState) -> np.random.Generator:
    """The generator that a `random_state` stands for; a Generator is used as it is.

    >>> bool(generator(0).random() == generator(0).random())
    True
    """
    if isinstance(random_state, np.random.Generator):
        return random_state
    if isinstance(random_state, np.random.RandomState):
        return np.random.default_rng(random_state.randint(2**31, size=4))
    if random_state is None or (isinstance(random_state, int | np.integer) and random_state >= 0):
        return np.random.default_rng(random_state)
    raise ParameterError(f"random_state must be None, a whole number >= 0 or a numpy Generator, got {random_state!r}.")
