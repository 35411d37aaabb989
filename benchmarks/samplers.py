"""Samplers of version space: bounces and steps a second, effective draws a second, and how a step grows with n."""

from collections.abc import Iterator
from time import perf_counter

import numpy as np
from data import noisy
from measure import Goal, Row, Settings, exponent

from drupe import native
from drupe.grams import DenseGram
from drupe.solvers.samplers import MarginStart
from drupe.solvers.samplers.diagnostics import effective_sample_size
from drupe.solvers.samplers.span import Span

EXAMPLES = 500
SIZES = (125, 250, 500, 1_000, 2_000)
SAMPLES = 10_000
NOISES = (0.0, 0.05)
MOST_SECONDS = 5.0
FEWEST_BOUNCES = 1e5
LOOKED_AT = 10
"""Examples whose outputs the effective sample size is taken of."""


class Space:
    """A problem that a wide Gaussian separates, as the chains see it."""

    def __init__(self, examples: int):
        x, y = noisy(examples, noise=0.0)
        squared = ((x[:, None] - x) ** 2).sum(axis=2)
        gram, signs = DenseGram(np.exp(-squared / 200.0)), np.where(y > 0, 1.0, -1.0)
        span = Span.of(gram)
        self.rank, self.walls = span.rank, span.walls(signs)
        self.start = span.direction(MarginStart().coefficients(gram, signs))

    def gibbs(self, noise: float) -> native.GibbsChain:
        return native.GibbsChain(self.walls, self.start, noise, 1)

    def billiard(self, noise: float) -> native.Billiard:
        return native.Billiard(self.walls, self.start, noise, 0.5 * len(self.walls), 1)

    def drawn(self, chain: native.GibbsChain | native.Billiard, samples: int, skip: int) -> tuple[float, np.ndarray]:
        """Seconds, and the margins of every draw."""
        directions, margins = np.empty((samples, self.rank)), np.empty((samples, len(self.walls)))
        started = perf_counter()
        chain.draw(skip, 1, directions, margins, False, None)
        return perf_counter() - started, margins


def effective(margins: np.ndarray) -> float:
    """The median over some examples."""
    some = np.linspace(0, margins.shape[1] - 1, LOOKED_AT).astype(np.int64)
    return float(np.median([effective_sample_size(margins[:, i]) for i in some]))


def gibbs(space: Space, settings: Settings, noise: float) -> Row:
    samples = settings.size(SAMPLES)
    chain = space.gibbs(noise)
    space.drawn(chain, 100, 0)  # warm
    seconds, margins = space.drawn(chain, samples, 0)
    numbers = {"s": seconds, "draws / s": samples / seconds, "effective / s": effective(margins) / seconds}
    return Row(f"Gibbs, noise {noise:g}, n = {len(space.walls)}", numbers, (Goal("s", MOST_SECONDS, at_most=True),))


def billiard(space: Space, settings: Settings, noise: float) -> Row:
    samples = settings.size(SAMPLES // 10)
    chain = space.billiard(noise)
    space.drawn(chain, 20, 20)
    before = chain.bounces
    seconds, margins = space.drawn(chain, samples, 0)
    numbers = {
        "s": seconds,
        "draws / s": samples / seconds,
        "effective / s": effective(margins) / seconds,
        "bounces / s": (chain.bounces - before) / seconds,
    }
    goals = (Goal("bounces / s", FEWEST_BOUNCES, at_most=False),)
    return Row(f"billiard, noise {noise:g}, n = {len(space.walls)}", numbers, goals)


def growth(spaces: list[Space], settings: Settings) -> Row:
    """Exponents of the time of a step and of a bounce over the number of examples."""
    sizes = [len(space.walls) for space in spaces]
    steps, bounces = [], []
    for space in spaces:
        walk, ball = space.gibbs(NOISES[1]), space.billiard(0.0)
        space.drawn(walk, 20, 0)
        space.drawn(ball, 5, 5)
        steps.append(space.drawn(walk, settings.size(800), 0)[0])
        before = ball.bounces
        seconds, _ = space.drawn(ball, settings.size(400), 0)
        bounces.append(seconds / (ball.bounces - before))
    numbers = {
        "step exponent": exponent(dict(zip(sizes, steps, strict=True))),
        "bounce exponent": exponent(dict(zip(sizes, bounces, strict=True))),
    }
    goals = (Goal("step exponent", 2.1, at_most=True), Goal("bounce exponent", 1.5, at_most=True))
    return Row(f"growth, n = {sizes[0]} to {sizes[-1]}", numbers, goals)


def rows(settings: Settings) -> Iterator[Row]:
    """Both chains with and without noise, then growth."""
    space = Space(max(40, settings.size(EXAMPLES)))
    for noise in NOISES:
        yield gibbs(space, settings, noise)
        yield billiard(space, settings, noise)
    sizes = (20, 40) if settings.quick else SIZES
    yield growth([Space(size) for size in sizes], settings)
