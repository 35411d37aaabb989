"""Painted scenes of fourteen kinds: what stands in for photographs sorted by what they show.

A scene is made of regions, each of a color that scenes of its kind usually have, in a light of its own; something that
does not belong there covers up to two fifths of it. Kinds share colors: a meadow is behind horses and behind bears. The
palettes are guesses of ours at what such photographs look like, and nothing was taken from any.
"""

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt
from matplotlib.colors import hsv_to_rgb
from scipy.ndimage import gaussian_filter

Palette = tuple[tuple[float, float, float, float], ...]
"""Regions: hue, saturation, value, and how much of the scene they usually take."""

SKY, MEADOW, DRY, SNOW = (0.58, 0.45, 0.85), (0.28, 0.50, 0.45), (0.13, 0.45, 0.65), (0.58, 0.06, 0.92)
BROWN, GRAY, BLACK, ORANGE = (0.07, 0.50, 0.35), (0.08, 0.08, 0.50), (0.60, 0.20, 0.10), (0.08, 0.75, 0.80)

KINDS: Mapping[str, Palette] = {
    "air shows": ((*SKY, 5), (*GRAY, 1), (*SNOW, 1)),
    "bears": ((*MEADOW, 3), (*BROWN, 3), (*BLACK, 1)),
    "elephants": ((*DRY, 3), (*GRAY, 3), (*SKY, 1)),
    "tigers": ((*MEADOW, 2), (*ORANGE, 2), (*BLACK, 2)),
    "Arabian horses": ((*MEADOW, 3), (*BROWN, 2), (*SNOW, 1)),
    "polar bears": ((*SNOW, 4), (0.12, 0.18, 0.85, 2), (*GRAY, 1)),
    "African animals": ((*DRY, 4), (*BROWN, 1), (*BLACK, 1)),
    "cheetahs": ((*DRY, 3), (*ORANGE, 2), (*BLACK, 1)),
    "bald eagles": ((*SKY, 3), (*BROWN, 2), (*SNOW, 1)),
    "mountains": ((*SKY, 2), (*GRAY, 2), (*SNOW, 2)),
    "fields": ((*SKY, 2), (*MEADOW, 3), (*DRY, 2)),
    "deserts": ((*SKY, 2), (0.08, 0.55, 0.70, 4)),
    "sunrises": ((*ORANGE, 3), (0.03, 0.80, 0.60, 2), (*BLACK, 2)),
    "night scenes": ((*BLACK, 5), (0.12, 0.70, 0.90, 1), (0.62, 0.60, 0.30, 1)),
}
WANDERING = 0.02, 0.12, 0.10
"""Deviation of a region's color from scene to scene."""

GRAIN = 0.01, 0.06, 0.06
"""Deviation of a pixel's color within its region."""


def scene(palette: Palette, rng: np.random.Generator) -> npt.NDArray[np.uint8]:
    """One scene, 40 to 80 pixels on each side, in bytes.

    >>> scene(KINDS["deserts"], np.random.default_rng(0)).dtype
    dtype('uint8')
    """
    height, width = rng.integers(40, 81, size=2)
    colors = np.array([region[:3] for region in palette]) + rng.normal(size=(len(palette), 3)) * WANDERING
    shares = rng.dirichlet([2.0 * region[3] for region in palette])
    colors = np.vstack([colors, rng.random(3)])
    foreign = 0.4 * rng.random()
    shares = np.append((1.0 - foreign) * shares, foreign)
    regions = _regions(shares, int(height), int(width), rng)
    hues = colors[regions] + rng.normal(size=(int(height), int(width), 3)) * GRAIN
    hues[..., 2] *= rng.uniform(0.6, 1.2)
    hues[..., 0] %= 1.0
    return np.asarray(np.rint(255.0 * hsv_to_rgb(np.clip(hues, 0.0, 1.0))), dtype=np.uint8)


def _regions(
    shares: npt.NDArray[np.float64], height: int, width: int, rng: np.random.Generator
) -> npt.NDArray[np.int64]:
    """Which region each pixel belongs to: layers of a smooth random hill, each as large as its share."""
    hill = gaussian_filter(rng.normal(size=(height, width)), 0.15 * min(height, width), mode="reflect")
    ranks = np.empty(hill.size)
    ranks[np.argsort(hill, axis=None)] = (np.arange(hill.size) + 0.5) / hill.size
    order = rng.permutation(len(shares))
    layers = np.searchsorted(np.cumsum(shares[order])[:-1], ranks.reshape(hill.shape))
    return np.asarray(order[layers])


def scenes(count: int, seed: int) -> tuple[list[npt.NDArray[np.uint8]], npt.NDArray[np.str_]]:
    """So many scenes of each kind, and what they show."""
    pictures = [
        scene(palette, np.random.default_rng([seed, place, number]))
        for place, palette in enumerate(KINDS.values())
        for number in range(count)
    ]
    return pictures, np.repeat(list(KINDS), count)
