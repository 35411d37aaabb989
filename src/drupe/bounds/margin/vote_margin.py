"""The margin bound for votes: a vote with wide margins is as good as the vote of a few of its rules."""

import math
from typing import ClassVar

import numpy as np

from drupe.bounds.base import Bound
from drupe.bounds.subject import Subject
from drupe.bounds.world import Outcome, World
from drupe.bounds.worlds.ballots import Ballots, Learner, alike, boosted, by_heart
from drupe.bounds.worlds.coins import Coins
from drupe.foundation.arrays import Vector
from drupe.foundation.citations import Citation
from drupe.witness.assumptions import Assumption
from drupe.witness.votes import FiniteVote

SINGLY = 64
"""Numbers of draws up to which all are tried; beyond, each is about three percent larger than the one before."""


class VoteMargin(Bound[FiniteVote]):
    """R ≤ min over θ > 0, N of P̂[yf ≤ θ] + 2 exp(−Nθ²/8) + √(ln(N(N + 1)² rules^N / δ) / (2n)).

    It does not ask how many rules vote, only how many there are to choose from. Famous for the explanation it gives:
    of a thousand rules, all margins 0.3, it comes below one half from 6000 examples on.

    Notes
    -----
    Let g be the mean of N rules drawn by their weights. Where yf ≤ 0, yg > θ/2 has probability exp(−Nθ²/8) at most, by
    Hoeffding for terms ±1; likewise yg ≤ θ/2 where yf > θ. Between lies the deviation of the share of {yg ≤ θ/2}. There
    are rules^N such g at most, each with N + 1 values, hence as many events whatever θ; and N takes the part
    1/(N(N + 1)) of δ. So θ and N may be chosen by looking at the data.

    Examples
    --------
    All margins 1, two rules, N = 52 draws: 2 exp(−52/8) and the root of (ln(52 · 53²) + 52 ln 2 + ln 20) / 20 000.

    >>> round(VoteMargin().risk(FiniteVote([1.0] * 10_000, rules=2, divergence=0.0), delta=0.05), 4)
    0.0535

    References
    ----------
    [Schapire98]_, theorem 1, place not checked, with the constants of its proof.
    """

    witness = FiniteVote
    subject = Subject.FITTED
    assumptions = frozenset({Assumption.INDEPENDENT, Assumption.FIXED_CLASS})
    source = Citation("Schapire98", "theorem 1")
    rises_with: ClassVar[tuple[str, ...]] = ("rules",)
    falls_with: ClassVar[tuple[str, ...]] = ("margins",)

    def _risk(self, witness: FiniteVote, delta: float) -> float:
        margins, shares = witness.levels
        # At a θ just below the next margin the share is that of all smaller ones; beyond the last, all.
        above = margins > 0.0
        below = (np.cumsum(shares) - shares)[above]
        squares = margins[above] ** 2 / 8.0
        draws = draw_numbers(witness.n, witness.rules)
        prices = deviations(draws, witness.rules, witness.n, delta)
        values = (
            float((below + 2.0 * np.exp(-number * squares)).min(initial=1.0)) + price
            for number, price in zip(draws.tolist(), prices.tolist(), strict=True)
        )
        return min(values, default=math.inf)

    def worlds(self) -> tuple[World[FiniteVote], ...]:
        """Rules that err apart from each other, cuts of a line, noise learned by heart, the most flattered of many."""
        return finite_worlds()


def draw_numbers(n: int, rules: int) -> Vector:
    """The numbers of draws that are tried, up to where the price alone is 1.

    >>> len(draw_numbers(100, 10))
    74
    """
    most = 2.0 * n / math.log(max(2, rules))
    more = SINGLY * 1.03 ** np.arange(1, max(1, math.ceil(math.log(max(1.0, most / SINGLY)) / math.log(1.03))) + 1)
    tried = np.concatenate([np.arange(1.0, SINGLY + 1.0), np.unique(np.floor(more))])
    return np.asarray(tried[tried <= most])


def deviations(draws: Vector, rules: int, n: int, delta: float) -> Vector:
    """√(ln(N(N + 1)² rules^N / δ) / (2n)) for each number N of draws.

    >>> round(deviations(np.array([1.0]), 1, 1000, 0.05).item(), 5) == round(math.sqrt(math.log(80.0) / 2000.0), 5)
    True
    """
    nats = np.log(draws) + 2.0 * np.log(draws + 1.0) + draws * math.log(rules) - math.log(delta)
    return np.asarray(np.sqrt(nats / (2.0 * n)))


def finite_worlds() -> tuple[World[FiniteVote], ...]:
    """Votes of few rules, as many examples as large constants need; ties; a memory of noise; and one rule of many."""
    apart = Ballots.independent(8, 0.1, 4000)
    line, noise = Ballots.cuts(np.linspace(0.02, 0.98, 9), 4000), Ballots.cuts(np.full(200, 0.5), 100)
    return (
        _world("AdaBoost with eight rules that err apart", apart, boosted),
        _world("equal weights of the good ones among eight", apart, alike),
        _world(
            "equal weights of two rules, one of which errs", Ballots.undecided(0.3, 100), lambda _, __: np.full(2, 0.5)
        ),
        _world("AdaBoost with cuts of nine points", line, boosted),
        _world("noise on two hundred points learned by heart", noise, by_heart),
        World("most flattered of 300 independent rules", _most_flattered),
    )


def _world(name: str, ballots: Ballots, learner: Learner) -> World[FiniteVote]:
    def draw(rng: np.random.Generator) -> Outcome[FiniteVote]:
        found = ballots.cast(rng, learner)
        return Outcome(FiniteVote(found.margins, len(ballots.right), found.divergence), found.risk)

    return World(name, draw)


def _most_flattered(rng: np.random.Generator) -> Outcome[FiniteVote]:
    coins = Coins.alike(300, 0.5, 2000)
    toss = coins.most_flattered(rng)
    margins = np.repeat([-1.0, 1.0], [toss.errors, coins.n - toss.errors])
    return Outcome(FiniteVote(margins, 300, math.log(300)), toss.rate)
