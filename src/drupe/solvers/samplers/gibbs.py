"""The kernel Gibbs sampler: exact draws from the posterior on one random great circle after the other."""

from dataclasses import dataclass

from drupe import native
from drupe.foundation.arrays import Vector
from drupe.foundation.parameters import Interval, ranged
from drupe.grams.base import Gram
from drupe.solvers.samplers.chain import Chain, ChainSampler
from drupe.solvers.samplers.span import Span


@dataclass(frozen=True, kw_only=True)
class Gibbs(ChainSampler):
    """Classifiers with density ∝ θᵉ (1 − θ)ⁿ⁻ᵉ on the sphere, e the number of their training errors.

    Labels are turned with probability θ. Without noise the density is uniform on version space and zero elsewhere;
    θ = ½ says nothing, and all of the sphere is as good; θ above ½ believes that most labels are wrong. On the great
    circle through the classifier and a random direction the density is constant between the points where an example
    changes sides: sorted, they are walked once, errors added and subtracted on the way.

    Parameters
    ----------
    noise
        θ, the probability of a wrong label.
    thin
        Steps from one classifier to the next.
    burn_in
        Steps before the first.
    start
        None for MarginStart, or, with noise, PerceptronStart.

    Notes
    -----
    Its steps are as short as the arcs, and arcs are short among many examples: `thin` should grow with n, and
    `effective_sample_size` tells whether it has. Billiard has the same stationary distribution and longer steps.
    Complexity: O(n³) once, then O(n²) for the products of a step and O(n log n) for its arcs; O(n²) memory.
    Departures from the source: the angle at which an example changes sides is that of its projection into the circle's
    plane, and directions are isotropic in feature space. The printed forms have
    another stationary distribution.

    Examples
    --------
    >>> import numpy as np
    >>> from drupe.grams.dense import DenseGram
    >>> signs = np.array([1.0, -1.0, 1.0])
    >>> drawn = Gibbs().sample(DenseGram(np.eye(3)), signs, 1000, np.random.default_rng(0))
    >>> bool((np.sign(drawn.outputs) == signs).all()), bool(np.allclose((drawn.coefficients**2).sum(axis=1), 1.0))
    (True, True)

    References
    ----------
    [Graepel02]_, sections 8.3.2 to 8.3.4 and appendix C.4.
    """

    noise: float = ranged(Interval(0.0, 1.0), 0.0)

    def _chain(self, gram: Gram, signs: Vector, span: Span, seed: int) -> Chain:
        first = self._first(gram, signs, span, self.noise)
        return native.GibbsChain(span.walls(signs), first, float(self.noise), seed)
