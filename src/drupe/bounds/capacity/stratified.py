"""Stratification: several bounds hold at once, so that one may choose among their rules after looking."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np

from drupe.bounds.base import Bound
from drupe.bounds.concentration.union import evenly, split
from drupe.bounds.subject import Subject
from drupe.bounds.world import Outcome, World
from drupe.foundation.citations import Citation
from drupe.foundation.errors import ParameterError
from drupe.witness.assumptions import Assumption
from drupe.witness.selected import Selected


@dataclass(frozen=True)
class Stratified(Bound[Selected]):
    """R ≤ boundᵢ(witnessᵢ, δ wᵢ), for whichever candidate i was chosen.

    Structural risk minimization is `choose` over nested classes, each with the bound of its own capacity; so is the
    choice of a kernel, a ridge or any other parameter from a list by its bound.

    Parameters
    ----------
    bounds
        One for each candidate. Its premises hold besides those stated here.
    weights
        Shares of δ, fixed beforehand; equal ones if none are given.

    Examples
    --------
    >>> from drupe.bounds.capacity.vc_dimension import VcAgnostic
    >>> from drupe.witness.training import Training
    >>> machine = Stratified(tuple(VcAgnostic(d) for d in (3, 6, 10, 15)))
    >>> seen = [Training(errors, 10_000) for errors in (900, 300, 120, 110)]
    >>> best = machine.choose(seen, delta=0.05)
    >>> best.index, round(machine.risk(best, delta=0.05), 5)
    (2, 0.07696)

    References
    ----------
    [Herbrich02]_, lemma 4.14 and eqs. 4.20, 4.21; [Graepel02]_, lemma 1; [Cristianini00]_, section 4.2; [Mika02]_,
    section 2.1.2.
    """

    witness = Selected
    subject = Subject.FITTED
    assumptions = frozenset({Assumption.INDEPENDENT, Assumption.FIXED_CLASS})
    source = Citation("Herbrich02", "lemma 4.14")
    rises_with: ClassVar[tuple[str, ...]] = ()

    bounds: tuple[Bound[Any], ...]
    weights: tuple[float, ...] = field(default=())

    def __post_init__(self) -> None:
        if not self.weights:
            object.__setattr__(self, "weights", evenly(len(self.bounds)))
        if len(self.weights) != len(self.bounds):
            raise ParameterError(f"{len(self.bounds)} bounds need as many weights, got {len(self.weights)}.")
        split(0.5, self.weights)

    def _risk(self, witness: Selected, delta: float) -> float:
        if witness.index >= len(self.bounds):
            raise ParameterError(f"there are {len(self.bounds)} candidates; number {witness.index} is none of them.")
        share = split(delta, self.weights)[witness.index]
        return self.bounds[witness.index].risk(witness.witness, share) if share > 0.0 else math.inf

    def limit(self, witness: Selected) -> float:
        """The largest risk that the chosen candidate's bound knows of."""
        return self.bounds[witness.index].limit(witness.witness)

    def choose(self, witnesses: Sequence[Any], delta: float) -> Selected:
        """The candidate of the smallest bound; the bound holds for it, as it was paid for."""
        candidates = [Selected(index, seen) for index, seen in enumerate(witnesses)]
        return min(candidates, key=lambda candidate: self.risk(candidate, delta))

    def worlds(self) -> tuple[World[Selected], ...]:
        """In the worlds of all candidates at once, the most flattered one is chosen."""
        components = [bound.worlds()[0] for bound in self.bounds]

        def draw(rng: np.random.Generator) -> Outcome[Selected]:
            outcomes = [world.draw(rng) for world in components]
            excess = [
                outcome.risk - bound.risk(outcome.witness, 0.1)
                for outcome, bound in zip(outcomes, self.bounds, strict=True)
            ]
            index = int(np.argmax(excess))
            return Outcome(Selected(index, outcomes[index].witness), outcomes[index].risk)

        return (World(f"the most flattered of {len(self.bounds)} candidates", draw),)
