"""Hue, saturation and value of colors: what color, how much of it, and how light."""

import numpy as np
import numpy.typing as npt


def hsv(rgb: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """(h, s, v) of colors (red, green, blue) along the last axis, all in [0, 1], hue in [0, 1).

    v = max, s = (max − min) / max, and h is where the color stands on the circle red, green, blue. Gray has no hue and
    gets 0; black has no saturation either.

    >>> hsv(np.array([[1.0, 0.0, 0.0], [0.0, 0.5, 0.0], [0.5, 0.5, 0.5]])).round(4).tolist()
    [[0.0, 1.0, 1.0], [0.3333, 1.0, 0.5], [0.0, 0.0, 0.5]]

    References
    ----------
    [Cristianini00]_, section 8.2.2, after [Smith78]_.
    """
    red, green = rgb[..., 0], rgb[..., 1]
    value = rgb.max(axis=-1)
    spread = value - rgb.min(axis=-1)
    colored = spread > 0.0
    saturation = np.divide(spread, value, out=np.zeros_like(value), where=colored)
    # How far each primary stays below the largest, in units of the spread.
    below = np.divide(value[..., None] - rgb, spread[..., None], out=np.zeros_like(rgb), where=colored[..., None])
    sector = np.where(
        red == value,
        below[..., 2] - below[..., 1],
        np.where(green == value, 2.0 + below[..., 0] - below[..., 2], 4.0 + below[..., 1] - below[..., 0]),
    )
    hue = np.where(colored, (sector / 6.0) % 1.0, 0.0)
    # The remainder of a tiny negative number rounds to 1, which is red again.
    return np.stack([np.where(hue >= 1.0, 0.0, hue), saturation, value], axis=-1)
