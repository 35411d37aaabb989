"""The billiard of the textbook: straight flights, and the spherical mean of the middles of their chords."""

from dataclasses import dataclass

import numpy as np

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.parameters import Checked, positive, whole
from drupe.foundation.progress import Progress
from drupe.grams.base import Gram
from drupe.solvers.samplers.base import Classifiers, checked_signs
from drupe.solvers.samplers.span import Span
from drupe.solvers.samplers.starts import MarginStart, Start, direction_inside
from drupe.solvers.solution import Stop
from drupe.textbook.algorithms.spherical_mean import spherical_weights


@dataclass(frozen=True, eq=False)
class ChordCenter:
    """Where the mean was when the billiard ended.

    Parameters
    ----------
    classifier
        The center of mass, as the only classifier.
    bounces
        Walls that were hit.
    stop
        Why it ended.
    """

    classifier: Classifiers
    bounces: int
    stop: Stop


@dataclass(frozen=True)
class ChordBilliard(Checked):
    """The center of mass of version space from chords of a ball's path, each weighed by its length.

    The ball flies straight on and is put back onto the sphere where it hits a wall; chords and their middles stand for
    arcs. `Billiard` draws from the uniform distribution itself; this is the algorithm as it was published, with the
    guards that it needs.

    Parameters
    ----------
    tolerance
        It ends when one more chord of the greatest length could turn the mean by no more than this weight.
    max_bounces
        Bounces after which it ends in any case.
    longest_flight
        Flights beyond this turn to a random direction instead: they all but miss the walls.
    start
        None for MarginStart.

    Notes
    -----
    Guards: the mean starts with the first chord, which has no share in the test for the end; only walls ahead count;
    margins that rounding has made negative count as zero; bounces are limited.

    Examples
    --------
    >>> from drupe.grams.dense import DenseGram
    >>> found = ChordBilliard().center(DenseGram(np.eye(2)), np.ones(2), np.random.default_rng(0))
    >>> found.classifier.coefficients.round(2).tolist()
    [[0.71, 0.71]]

    References
    ----------
    [Herbrich02]_, section 3.4.1, algorithm 10, appendices B.9 and D.6.
    """

    tolerance: float = positive(1e-3)
    max_bounces: int = whole(1, 10_000)
    longest_flight: float = positive(10.0)
    start: Start | None = None

    def center(
        self,
        gram: Gram,
        signs: Vector,
        generator: np.random.Generator,
        progress: Progress | None = None,
        keep: bool = False,
    ) -> ChordCenter:
        """The mean of the path; `keep` says whether Ctrl-C leaves the mean so far instead of raising."""
        signs = checked_signs(signs, len(gram))
        span = Span.of(gram)
        path = _Path(span.walls(signs), direction_inside(self.start or MarginStart(), gram, signs, span), generator)
        stop = Stop.ITERATIONS
        try:
            while path.bounces < self.max_bounces and path.turns <= self.max_bounces:
                path.bounce(self.longest_flight)
                if progress is not None:
                    progress(path.bounces / self.max_bounces)
                if path.next_weight() <= self.tolerance:
                    stop = Stop.CONVERGED
                    break
        except KeyboardInterrupt:
            if not keep:
                raise
            stop = Stop.INTERRUPTED
        mean = path.mean / np.linalg.norm(path.mean)
        found = Classifiers(span.coefficients(mean[None]), (span.features @ mean)[None], stop is not Stop.INTERRUPTED)
        return ChordCenter(found, path.bounces, stop)


class _Path:
    """The ball, its heading, and the mean of the chords so far."""

    def __init__(self, walls: Matrix, start: Vector, generator: np.random.Generator):
        self.walls, self.generator = walls, generator
        self.place = self.mean = start
        self.wall: int | None = None
        self.heading = self._turned()
        self.total = self.longest = 0.0
        self.least_cosine = 1.0
        self.bounces = self.turns = 0

    def bounce(self, longest_flight: float) -> None:
        distances = np.maximum(self.walls @ self.place, 0.0)
        speeds = self.walls @ self.heading
        flights = np.full(len(distances), np.inf)
        np.divide(-distances, speeds, out=flights, where=speeds < 0.0)
        wall = int(flights.argmin())
        if flights[wall] >= longest_flight:
            self.heading = self._turned()
            self.turns += 1
            return
        there = self.place + flights[wall] * self.heading
        there /= np.linalg.norm(there)
        mirrored = self.heading - 2.0 * speeds[wall] / (self.walls[wall] @ self.walls[wall]) * self.walls[wall]
        self._add_chord(self.place, there)
        self.place, self.heading, self.wall = there, mirrored / np.linalg.norm(mirrored), wall
        self.bounces += 1

    def next_weight(self) -> float:
        """ρ₂ of one more chord of the greatest length, at the least cosine met so far."""
        if self.total <= self.longest:
            return np.inf
        return spherical_weights(self.least_cosine, self.total / (self.total + self.longest))[1]

    def _add_chord(self, here: Vector, there: Vector) -> None:
        middle = here + there
        middle /= np.linalg.norm(middle)
        length = float(np.linalg.norm(here - there))
        if self.bounces == 0:
            self.mean = middle
        elif length > 0.0:
            cosine = float(np.clip(middle @ self.mean, -1.0 + 1e-12, 1.0))
            old, new = spherical_weights(cosine, self.total / (self.total + length))
            self.mean = old * self.mean + new * middle
            self.least_cosine = min(self.least_cosine, cosine)
        self.total += length
        self.longest = max(self.longest, length)

    def _turned(self) -> Vector:
        """A random direction, away from the wall that was hit last."""
        heading = self.generator.standard_normal(len(self.place))
        if self.wall is not None and self.walls[self.wall] @ heading < 0.0:
            heading = -heading
        return np.asarray(heading / np.linalg.norm(heading))
