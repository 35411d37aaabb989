"""The kernel billiard: a ball on great circles that walls reflect or slow, looked at after random times of flight."""

from dataclasses import dataclass

from drupe import native
from drupe.foundation.arrays import Vector
from drupe.foundation.parameters import Interval, check, ranged, whole
from drupe.grams.base import Gram
from drupe.solvers.samplers.chain import Chain, ChainSampler
from drupe.solvers.samplers.span import Span

FEWEST_BOUNCES = 10
"""Of a step, however few examples there are."""


@dataclass(frozen=True, kw_only=True)
class Billiard(ChainSampler):
    """Classifiers with density ∝ θᵉ (1 − θ)ⁿ⁻ᵉ on the sphere, from a ball that examples reflect or let pass.

    Without noise the density is uniform on version space, {w : ‖w‖ = 1, yᵢ⟨w, φ(xᵢ)⟩ > 0}. The ball w flies along
    great circles in the direction v; it meets the wall of example i after the angle z with
    cot z = −⟨v, φ(xᵢ)⟩ / ⟨w, φ(xᵢ)⟩, and v is mirrored there. With noise an error costs the energy log((1 − θ) / θ): a
    ball that is fast enough passes and is slowed, and back on the right side it is as fast as before. A classifier is
    where the ball is after a time that does not hang on the walls it meets (points where it hits them would all have
    a margin of zero); then it sets off anew.

    Parameters
    ----------
    noise
        θ, the probability of a wrong label.
    bounces
        Walls that it meets from one step to the next in the mean, the time being fitted to it in the burn-in; None for
        half as many as there are examples, which makes steps nearly independent.
    thin
        Steps from one classifier to the next.
    burn_in
        Steps before the first.
    start
        None for MarginStart, or, with noise, PerceptronStart.

    Notes
    -----
    In few dimensions good arcs may lie far apart, with many errors between them: there Gibbs, which jumps, is better.
    Complexity: O(n³) once, O(n) for a bounce and O(n²) for a new direction; O(n²) memory.
    Departures from the source: flight along the sphere, where it is along chords that are projected back, so that no
    flight is endless; random directions, without which a ball between orthogonal walls stays on one closed orbit for
    ever; random times, since that orbit closes after the length π; and the noise.

    Examples
    --------
    >>> import numpy as np
    >>> from drupe.grams.dense import DenseGram
    >>> signs = np.array([1.0, -1.0, 1.0])
    >>> drawn = Billiard().sample(DenseGram(np.eye(3)), signs, 1000, np.random.default_rng(0))
    >>> bool((np.sign(drawn.outputs) == signs).all())
    True

    References
    ----------
    [Graepel02]_, section 8.2 and appendix C.3; [Herbrich02]_, section 3.4.1, algorithm 10; [Pakman13]_, section 2, for
    walls that cost energy.
    """

    noise: float = ranged(Interval(0.0, 1.0), 0.0)
    bounces: float | None = None
    burn_in: int = whole(0, 100)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.bounces is not None:
            check("Billiard", "bounces", self.bounces, Interval(0.0, closed_low=False))

    def _chain(self, gram: Gram, signs: Vector, span: Span, seed: int) -> Chain:
        first = self._first(gram, signs, span, self.noise)
        bounces = max(FEWEST_BOUNCES, 0.5 * len(signs)) if self.bounces is None else self.bounces
        return native.Billiard(span.walls(signs), first, float(self.noise), float(bounces), seed)
