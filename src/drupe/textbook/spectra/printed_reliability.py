"""The radius of eigenvector reliability as it was printed, with a factor R that its proof loses."""

import math

from drupe.foundation.arrays import Vector


def printed_radius(squared_lengths: Vector, radius: float, delta: float) -> float:
    """ρ = (64/n) √(Σ‖xᵢ‖²) + 68R √((2/n) ln(2/δ)).

    It should grow like the square of the data, as eigenvalues do, and grows like the data themselves; for R = 1 it is
    four times `drupe.bounds.spectral.covariance.RademacherCovariance`.

    >>> import numpy as np
    >>> [round(printed_radius(np.ones(n), 1.0, 0.05), 4) for n in (10**3, 10**4, 10**5, 10**6)]
    [7.8646, 2.487, 0.7865, 0.2487]

    References
    ----------
    [Mika02]_, theorem 4.5.
    """
    n = len(squared_lengths)
    return 64.0 / n * math.sqrt(squared_lengths.sum()) + 68.0 * radius * math.sqrt(2.0 / n * math.log(2.0 / delta))
