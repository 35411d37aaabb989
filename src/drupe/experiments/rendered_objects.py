"""Solid objects drawn from all around: what stands in for photographs of things on a turntable.

An object is a heap of a few ellipsoids with stripes; a view is a parallel projection from some angle around the upright
axis, lit from the upper left of whoever looks. No two objects are alike, and none is taken from anywhere.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Matrix, Vector

LIGHT = np.array([-0.45, 0.55, 0.70]) / np.linalg.norm([-0.45, 0.55, 0.70])
AMBIENT = 0.25
"""Brightness of what turns its back to the light."""

PARTS = 3, 6
"""Fewest and most ellipsoids."""


@dataclass(frozen=True, eq=False)
class Solid:
    """Ellipsoids (p − c)ᵀ A (p − c) ≤ 1 with stripes on them.

    Parameters
    ----------
    centers
        c of each.
    forms
        A of each.
    albedo
        How much light each throws back.
    stripes
        Wave vector of the stripes of each.
    """

    centers: Matrix
    forms: npt.NDArray[np.float64]
    albedo: Vector
    stripes: Matrix

    def view(self, degrees: float, side: int) -> npt.NDArray[np.uint8]:
        """The object turned by an angle, in gray bytes on black, side × side pixels.

        >>> ball = Solid(np.zeros((1, 3)), 4.0 * np.eye(3)[None], np.ones(1), np.zeros((1, 3)))
        >>> picture = ball.view(0.0, 16)
        >>> picture.shape, bool(picture[8, 8] > 100), int(picture[0, 0])
        ((16, 16), True, 0)
        """
        cos, sin = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
        turn = np.array([[cos, 0.0, sin], [0.0, 1.0, 0.0], [-sin, 0.0, cos]])
        half = (np.arange(side) + 0.5) / side * 2.0 - 1.0
        across, up = np.meshgrid(half, -half)
        nearest, shade = np.full((side, side), -np.inf), np.zeros((side, side))
        for center, form, albedo, stripe in zip(self.centers, self.forms, self.albedo, self.stripes, strict=True):
            middle, shape = turn @ center, turn @ form @ turn.T
            x, z = across - middle[0], up - middle[1]
            # On the ray through (x, z) the depth t solves a t² + 2 b t + c = 0; the larger root is the near side.
            a, b = shape[2, 2], shape[0, 2] * x + shape[1, 2] * z
            under = b**2 - a * (shape[0, 0] * x**2 + 2.0 * shape[0, 1] * x * z + shape[1, 1] * z**2 - 1.0)
            depth = (np.sqrt(np.maximum(under, 0.0)) - b) / a
            seen = (under > 0.0) & (depth + middle[2] > nearest)
            points = np.stack([x, z, depth], axis=-1)
            normals = points @ shape
            light = np.maximum(normals @ LIGHT / np.maximum(np.linalg.norm(normals, axis=-1), 1e-12), 0.0)
            pattern = 1.0 + 0.35 * np.sin(points @ (turn @ stripe))
            shade = np.where(seen, albedo * pattern * (AMBIENT + (1.0 - AMBIENT) * light), shade)
            nearest = np.where(seen, depth + middle[2], nearest)
        return np.asarray(np.clip(np.rint(255.0 * shade), 0, 255), dtype=np.uint8)


def solid(rng: np.random.Generator) -> Solid:
    """A random object within the unit ball."""
    count = int(rng.integers(PARTS[0], PARTS[1] + 1))
    forms = np.empty((count, 3, 3))
    for place in range(count):
        axes = np.linalg.qr(rng.normal(size=(3, 3)))[0]
        forms[place] = axes @ np.diag(rng.uniform(0.18, 0.45, size=3) ** -2.0) @ axes.T
    centers = rng.uniform(-0.4, 0.4, size=(count, 3))
    return Solid(centers, forms, rng.uniform(0.35, 0.75, size=count), rng.normal(scale=8.0, size=(count, 3)))


def turntable(count: int, views: int, side: int, seed: int) -> npt.NDArray[np.uint8]:
    """Views of so many objects at equal steps around: an array (objects, views, side, side)."""
    objects = [solid(np.random.default_rng([seed, number])) for number in range(count)]
    angles = np.arange(views) * 360.0 / views
    return np.array([[one.view(angle, side) for angle in angles] for one in objects])
