"""The kernel billiard: a ball on great circles inside version space, looked at after random lengths of flight."""

from dataclasses import dataclass

from drupe import native
from drupe.foundation.arrays import Vector
from drupe.foundation.parameters import positive
from drupe.grams.base import Gram
from drupe.solvers.samplers.chain import Chain, ChainSampler
from drupe.solvers.samplers.span import Span
from drupe.solvers.samplers.starts import MarginStart, direction_inside


@dataclass(frozen=True)
class Billiard(ChainSampler):
    """Classifiers uniform on version space, {w : ‖w‖ = 1, yᵢ⟨w, φ(xᵢ)⟩ > 0}, from a ball that its walls reflect.

    The ball flies along great circles and meets the wall i with cot z = −⟨v, φ(xᵢ)⟩ / ⟨w, φ(xᵢ)⟩ at the angle z; its
    direction v is mirrored there. A classifier is where it is after a length of flight that does not hang on the walls
    it meets: points where it hits them would all have a margin of zero. Then it turns to a random direction.

    Parameters
    ----------
    bounces
        Walls that it meets from one step to the next in the mean; the length of flight is fitted to it in the burn-in.
    thin
        Steps from one classifier to the next.
    burn_in
        Steps before the first.
    start
        None for MarginStart.

    Notes
    -----
    Complexity: O(n³) once, O(n) for a bounce and O(n²) for a turn; O(n²) memory.
    Departures from the source: flight along the sphere, where it is along chords that are projected back, so that no
    flight is endless; random turns, without which a ball between orthogonal walls stays on one closed orbit for ever;
    random lengths, since that orbit closes after π.

    Examples
    --------
    >>> import numpy as np
    >>> from drupe.grams.dense import DenseGram
    >>> signs = np.array([1.0, -1.0, 1.0])
    >>> drawn = Billiard(bounces=5).sample(DenseGram(np.eye(3)), signs, 1000, np.random.default_rng(0))
    >>> bool((np.sign(drawn.outputs) == signs).all())
    True

    References
    ----------
    [Graepel02]_, section 8.2 and appendix C.3; [Herbrich02]_, section 3.4.1, algorithm 10.
    """

    bounces: float = positive(100.0)

    def _chain(self, gram: Gram, signs: Vector, span: Span, seed: int) -> Chain:
        first = direction_inside(self.start or MarginStart(), gram, signs, span)
        return native.Billiard(span.walls(signs), first, float(self.bounces), seed)
