"""Chains of classifiers for ArviZ, whose plots and summaries know Markov chains."""

from collections.abc import Sequence
from importlib import import_module
from typing import Any

import numpy as np

from drupe.foundation.errors import InputError
from drupe.solvers.samplers.base import Classifiers


def to_arviz(chains: Sequence[Classifiers]) -> Any:
    """ArviZ's data with the coefficients and outputs of every draw; needs the package arviz.

    Parameters
    ----------
    chains
        Draws of one sampler from independent generators, all of one length.

    References
    ----------
    [Kumar19]_, section 1.
    """
    lengths = {len(chain) for chain in chains}
    if len(lengths) != 1:
        raise InputError(f"ArviZ takes chains of one length, at least one of them; got lengths {sorted(lengths)}.")
    try:
        arviz = import_module("arviz")
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError("to_arviz needs the package arviz: pip install arviz.", name="arviz") from error
    posterior = {
        "coefficients": np.stack([chain.coefficients for chain in chains]),
        "outputs": np.stack([chain.outputs for chain in chains]),
    }
    first = int(str(arviz.__version__).split(".")[0])
    # From version 1 on the groups are the keys of one argument.
    return arviz.from_dict({"posterior": posterior}) if first >= 1 else arviz.from_dict(posterior=posterior)
