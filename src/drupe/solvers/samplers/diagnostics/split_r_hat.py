"""Split R-hat: do halves of chains differ more from each other than they vary within?"""

import math
from typing import Any

from drupe.solvers.samplers.diagnostics.draws import chains, halves, variances


def split_r_hat(values: Any) -> float:
    """√(V / W) over the halves of all chains: near 1 when they have forgotten where they started.

    W is the variance within the halves, V that of all draws together. Above 1.01 longer chains are needed. Not a
    number if nothing varies at all.

    Parameters
    ----------
    values
        One number for each draw, chains as rows: an output, a margin, the number of errors.

    Examples
    --------
    >>> import numpy as np
    >>> split_r_hat(np.arange(100.0)) > 1.5  # still on its way
    True

    References
    ----------
    [Gelman13]_, section 11.4, eq. 11.4.
    """
    within, pooled = variances(halves(chains(values)))
    return math.sqrt(pooled / within) if within > 0.0 else math.nan
