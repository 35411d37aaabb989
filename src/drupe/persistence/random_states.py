"""numpy's random generators as plain data: the two kinds that `random_state` parameters hold."""

from typing import Any

import numpy as np

from drupe.foundation.errors import InputTypeError
from drupe.persistence.json_values import corrupt

WORDS = 624
"""Length of the Mersenne twister's state; numpy reads past its end if the position lies beyond."""


def random_state_of(generator: np.random.Generator | np.random.RandomState) -> dict[str, Any]:
    """The state from which the generator goes on."""
    if isinstance(generator, np.random.RandomState):
        return dict(generator.get_state(legacy=False))
    state = dict(generator.bit_generator.state)
    if state["bit_generator"] != "PCG64":
        raise InputTypeError(
            f"a random generator of kind {state['bit_generator']} cannot be saved; "
            "pass random_state=seed, or numpy.random.default_rng(seed)."
        )
    return state


def random_generator(state: Any) -> np.random.Generator | np.random.RandomState:
    """The generator in this state."""
    try:
        if state["bit_generator"] == "PCG64":
            bits = np.random.PCG64(0)
            bits.state = state
            return np.random.Generator(bits)
        if state["bit_generator"] == "MT19937":
            inner = state["state"]
            if inner["key"].shape != (WORDS,) or not 0 <= inner["pos"] <= WORDS:
                raise corrupt("the state of a random generator is out of range")
            generator = np.random.RandomState(0)
            generator.set_state(state)
            return generator
    except (KeyError, TypeError, ValueError, OverflowError, AttributeError) as cause:
        raise corrupt(f"the state of a random generator is wrong ({cause})") from cause
    raise corrupt(f"it holds a random generator of the unknown kind {state['bit_generator']!r}")
