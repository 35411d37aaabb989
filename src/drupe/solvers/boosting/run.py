"""The loop of all boosting: round after round, until one says why no other may follow or Ctrl-C is pressed."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any

import numpy as np

from drupe.foundation.arrays import Vector
from drupe.foundation.progress import Progress
from drupe.rules.rule_list import Rules
from drupe.solvers.boosting.vote_solution import LastRound, VoteSolution
from drupe.solvers.boosting.weak import Weak


@dataclass(frozen=True, eq=False)
class Boosted:
    """The rules that joined, and how.

    Parameters
    ----------
    rules
        The rules.
    solution
        Their weights, and the facts of the rounds.
    outputs
        Of the whole vote at the examples; empty where rules name classes.
    """

    rules: Rules
    solution: VoteSolution
    outputs: Vector


class Run(ABC):
    """The state of one run: an author writes `_round`, and what it starts from."""

    def __init__(self, weak: Weak, outputs: Vector):
        self.weak, self.outputs = weak, outputs
        self.rules = list[Any]()
        self.steps, self.errors, self.factors = list[float](), list[float](), list[float]()

    @abstractmethod
    def _round(self) -> LastRound | None:
        """Lets one rule join; why no other may follow, or None."""

    def go(self, rounds: int, progress: Progress | None = None, keep: bool = False) -> Boosted:
        """At most so many rounds; with `keep`, Ctrl-C leaves the vote so far."""
        end = LastRound.ROUNDS
        try:
            for round in range(rounds):
                if progress is not None:
                    progress(round / rounds)
                found = self._round()
                if found is not None:
                    end = found
                    break
            if progress is not None:
                progress(1.0)
        except KeyboardInterrupt:
            if not keep or not self.rules:
                raise
            end = LastRound.INTERRUPTED
        facts = VoteSolution(np.array(self.steps), np.array(self.errors), np.array(self.factors), end)
        return Boosted(self.weak.gathered(self.rules), facts, self.outputs)

    def _join(self, rule: Any, error: float, length: float, factor: float) -> None:
        self.rules.append(rule)
        self.errors.append(error)
        self.steps.append(length)
        self.factors.append(factor)

    def _forget(self) -> None:
        """Before a rule without errors, which is the vote alone."""
        for record in (self.rules, self.steps, self.errors, self.factors):
            record.clear()
