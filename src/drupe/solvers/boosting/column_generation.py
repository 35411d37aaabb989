"""Column generation for votes: the rule of the largest edge under dual weights joins, until none beats the margin."""

from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.progress import Progress
from drupe.solvers.boosting.growing_program import GrowingProgram
from drupe.solvers.boosting.largest_margin import LargestMargin, proved, solved
from drupe.solvers.boosting.run import Boosted
from drupe.solvers.boosting.vote_solution import LastRound, VoteSolution
from drupe.solvers.boosting.weak import Found, Weak

STAY = 0.8
"""How near to the best weights so far those lie at which a rule is looked for: 0 for the solution of each program."""

ROUNDING = 1e-9
"""Edges that differ by no more than this are equal."""

NOTHING = 1e-12
"""Weights of rules that are zero but for rounding."""


class GeneratedVote(NamedTuple):
    """A vote, and the proof that there is none with a larger margin."""

    boosted: Boosted
    proof: LargestMargin


@dataclass(eq=False)
class ColumnGeneration:
    """max ρ − Σᵢ capᵢ ξᵢ over votes of all rules that a weak learner knows, of which a program over few is solved.

    Weights of examples for which the best of all rules has an edge γ(u) prove that no vote reaches more than γ(u);
    their difference from what the vote reaches is the gap. Rules are looked for at weights between the best ones so far
    and those of the program over the rules so far: these jump from one vertex to another far away.

    Parameters
    ----------
    weak
        Who looks for rules.
    signs
        y, +1 or −1 for each example.
    caps
        The largest weights that examples may get in the dual program.
    tolerance
        Gap at which to end.

    References
    ----------
    [Demiriz02]_, section 4; [Wentges97]_, section 3, for weights in between; places not checked.
    """

    weak: Weak
    signs: Vector
    caps: Vector
    tolerance: float
    rules: list[Any] = field(default_factory=list, init=False)
    errors: list[float] = field(default_factory=list, init=False)

    def __post_init__(self) -> None:
        self.best, self.bound = self.caps / self.caps.sum(), np.inf
        self.program: GrowingProgram | None = None
        self.found: LargestMargin | None = None

    def go(self, rounds: int, progress: Progress | None = None, keep: bool = False) -> GeneratedVote:
        """At most so many rules; with `keep`, Ctrl-C leaves the vote so far."""
        try:
            end = self._rounds(rounds, progress)
        except KeyboardInterrupt:
            if not keep or self.found is None:
                raise
            end = LastRound.INTERRUPTED
        return self._gathered(end)

    def _rounds(self, rounds: int, progress: Progress | None) -> LastRound:
        master = self._joined(self._rule_at(self.best), self.best)
        for _ in range(1, rounds):
            if progress is not None:
                progress(len(self.rules) / rounds)
            following = self._round(master)
            if following is None:
                break
            master = following
        else:
            self._rule_at(master.example_weights)
        if progress is not None:
            progress(1.0)
        return LastRound.OPTIMAL if self._closed() else LastRound.ROUNDS

    def _round(self, master: LargestMargin) -> LargestMargin | None:
        """Lets a rule join and solves the program with it; None if there is none that would change anything."""
        for weights in (STAY * self.best + (1.0 - STAY) * master.example_weights, master.example_weights):
            rule = self._rule_at(weights)
            if self._closed():
                return None
            if self._beats(rule, master):
                return self._joined(rule, weights)
        # Nothing beats this program, and yet a gap is left: by rounding, which another solver may do without.
        master = self.found = solved(self._program.signed, self.caps)
        rule = self._rule_at(master.example_weights)
        if self._closed() or not self._beats(rule, master):
            return None
        return self._joined(rule, master.example_weights)

    @property
    def _program(self) -> GrowingProgram:
        assert self.program is not None
        return self.program

    def _rule_at(self, weights: Vector) -> Found:
        """The best rule under these weights, and what it proves."""
        rule = self.weak.best(weights * self.signs)
        edge = float(weights @ (self.signs * rule.values))
        if self.program is not None:
            # A learner that does not find the best rule may miss one that has joined.
            edge = max(edge, float((self.program.signed @ weights).max()))
        if edge < self.bound:
            self.best, self.bound = weights, edge
        return rule

    def _closed(self) -> bool:
        return self.found is not None and self.bound - self.found.objective <= self.tolerance

    def _beats(self, rule: Found, master: LargestMargin) -> bool:
        """Whether the rule has a larger edge than all so far where the program has its solution."""
        return float(master.example_weights @ (self.signs * rule.values)) > master.bound + ROUNDING

    def _joined(self, rule: Found, weights: Vector) -> LargestMargin:
        """The program with this rule, too."""
        signed = self.signs * rule.values
        if self.program is None:
            self.program = GrowingProgram(signed, self.caps)
        else:
            self.program.add(signed)
        self.rules.append(rule.rule)
        self.errors.append(0.5 * (1.0 - float(weights @ signed)))
        program = self.program
        if program.solve():
            self.found = proved(program.signed, self.caps, program.rule_weights, program.example_weights)
        else:
            self.found = solved(program.signed, self.caps)
        return self.found

    def _gathered(self, end: LastRound) -> GeneratedVote:
        """The vote of the rules that count."""
        assert self.found is not None
        some = np.flatnonzero(self.found.weights > NOTHING)
        signed = self._program.signed[some]
        vote = proved(signed, self.caps, self.found.weights[some], self.found.example_weights)
        proof = LargestMargin(vote.weights, vote.margin, vote.objective, self.best, max(self.bound, vote.objective))
        outputs = self.signs * (vote.weights @ signed)
        facts = VoteSolution(
            vote.weights, np.array(self.errors)[some], loss_factors(signed, vote.weights, self.caps), end
        )
        return GeneratedVote(Boosted(self.weak.gathered([self.rules[t] for t in some]), facts, outputs), proof)


def loss_factors(signed: Matrix, weights: Vector, counts: Vector) -> Vector:
    """By which the mean of exp(−y f) shrinks with each rule, of examples that count so often.

    >>> loss_factors(np.array([[1.0, 1.0]]), np.ones(1), np.ones(2)).round(6).tolist()  # 1/e
    [0.367879]
    """
    means = np.exp(-np.cumsum(weights[:, None] * signed, axis=0)) @ (counts / counts.sum())
    return np.asarray(means / np.append(1.0, means[:-1]))
