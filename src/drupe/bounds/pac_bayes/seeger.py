"""PAC-Bayes in its relative-entropy form, the tightest of the classical ones."""

from typing import ClassVar

from drupe.bounds.base import Bound
from drupe.bounds.pac_bayes.kl_moment import pac_bayes_kl
from drupe.bounds.pac_bayes.mcallester import posterior_worlds
from drupe.bounds.subject import Subject
from drupe.bounds.world import World
from drupe.foundation.citations import Citation
from drupe.witness.assumptions import Assumption
from drupe.witness.posterior import Posterior


class PacBayesSeeger(Bound[Posterior]):
    """R ≤ max {p : kl(R̂ ‖ p) ≤ (KL(Q ‖ P) + ln(ξ(n)/δ)) / n}, the means over any posterior Q; √n ≤ ξ(n) ≤ 2√n.

    Small training errors are rewarded with a rate of 1/n.

    Examples
    --------
    >>> round(PacBayesSeeger().risk(Posterior(rate=0.0, n=1, divergence=0.0), delta=0.5), 6)
    0.75

    References
    ----------
    [Seeger02]_, theorem 1, place not checked; [Maurer04]_, theorem 5.
    """

    witness = Posterior
    subject = Subject.GIBBS
    assumptions = frozenset({Assumption.INDEPENDENT, Assumption.PRIOR})
    source = Citation("Maurer04", "theorem 5")
    rises_with: ClassVar[tuple[str, ...]] = ("rate", "divergence")

    def _risk(self, witness: Posterior, delta: float) -> float:
        return pac_bayes_kl(witness.rate, witness.divergence, witness.n, delta)

    def worlds(self) -> tuple[World[Posterior], ...]:
        """Independent rules, and posteriors that lean on the most flattered ones."""
        return posterior_worlds()
