"""LPBoost: the vote with the largest margin, soft or hard, with the proof that there is none larger."""

import warnings
from typing import Annotated, Any

from sklearn.exceptions import ConvergenceWarning

from drupe.estimators.boosting.two_class_booster import TwoClassBooster
from drupe.estimators.declaration import declared, learned, parameter
from drupe.estimators.ranges import NOTHING, POSITIVE, Either
from drupe.estimators.sample import Sample
from drupe.estimators.warnings import FitWarning
from drupe.estimators.watch import Watch
from drupe.foundation.arrays import Vector
from drupe.foundation.callers import stacklevel_outside
from drupe.foundation.parameters import Interval
from drupe.foundation.shapes import Reals
from drupe.solvers.boosting.column_generation import ColumnGeneration, GeneratedVote
from drupe.solvers.boosting.run import Boosted
from drupe.solvers.boosting.smallest_margins import caps_of
from drupe.solvers.boosting.vote_solution import LastRound


@declared
class LPBoost(TwoClassBooster):
    """max ρ − Σᵢ ξᵢ / (ν n),  yᵢ Σⱼ aⱼ hⱼ(xᵢ) ≥ ρ − ξᵢ,  Σ a = 1, a ≥ 0, ξ ≥ 0, over votes of all rules of a class.

    A linear program with a column for every rule, to which the weak learner adds the one that it lacks most. With a
    learner that finds the best rule, such as the default, `gap_` proves how near the vote is to the best of all votes.
    Few rules get a weight. At most a share ν of the examples has a margin below ρ, and at least ν one of at most ρ.

    Parameters
    ----------
    nu
        ν in (0, 1]: the larger, the more examples may lie below the margin, and the fewer rules count. Below twice the
        share of errors that no vote avoids the margin may be zero. None for a hard margin, which no example may miss.
    tol
        Gap at which to end.

    Attributes
    ----------
    margin_
        ρ; the smallest margin if it is hard.
    objective_
        ρ − Σᵢ ξᵢ / (ν n), the mean of the smallest margins of a share ν of the examples.
    gap_
        How far the objective can be from the best one of all votes, if the weak learner finds the best rule.
    example_weights_
        Weights of the examples, of sum 1, under which no rule has an edge beyond `objective_` + `gap_`.

    Notes
    -----
    Complexity: O(n t) for each step of the simplex method with t rules, of which a round needs some ten; n t numbers.
    Outputs lie between −1 and 1, so that `predict_proba` stays near one half: calibrate it.

    Examples
    --------
    >>> X, y = [[i] for i in range(10)], [1, 1, 1, 0, 0, 0, 1, 1, 1, 0]
    >>> machine = LPBoost(nu=None).fit(X, y)
    >>> round(machine.margin_, 9), machine.gap_ < 1e-9, machine.estimator_weights_.round(6).tolist()
    (0.333333333, True, [0.333333, 0.333333, 0.333333])

    References
    ----------
    [Demiriz02]_, sections 3 and 4, places not checked; [Mika02]_, section 3.6.4; [Mukherjee04]_, section 6.6.
    """

    n_estimators: int = parameter(default=1000)
    nu: float | None = parameter(
        Either(NOTHING, Interval(0.0, 1.0, closed_low=False, closed_high=True)), default=0.2, before="random_state"
    )
    tol: float = parameter(POSITIVE, default=1e-6, before="random_state")

    margin_: float = learned()
    objective_: float = learned()
    gap_: float = learned()
    example_weights_: Annotated[Vector, Reals(None)] = learned()

    def _boosted(self, sample: Sample, signs: Vector, watch: Watch) -> tuple[Boosted, dict[str, Any]]:
        caps = caps_of(sample.weights, None if self.nu is None else float(self.nu))
        run = ColumnGeneration(self._weak(sample), signs, caps, float(self.tol))
        found = run.go(int(self.n_estimators), watch.progress, watch.keeping)
        self._say(found)
        proof = found.proof
        facts = {"margin_": proof.margin, "objective_": proof.objective, "gap_": proof.gap}
        return found.boosted, {**facts, "example_weights_": proof.example_weights}

    def _say(self, found: GeneratedVote) -> None:
        """Warn of a vote that is not, or could not be, what was asked for."""
        proof = found.proof
        if found.boosted.solution.end is LastRound.ROUNDS:
            warnings.warn(
                f"LPBoost ended after {self.n_estimators} rounds with gap {proof.gap:.2g}, where tol is {self.tol:g}; "
                "raise n_estimators, or nu, which makes the program easier.",
                ConvergenceWarning,
                stacklevel=stacklevel_outside(),
            )
        elif proof.bound <= self.tol:
            remedy = "nu=0.5 lets examples lie below the margin" if self.nu is None else "raise nu"
            warnings.warn(
                f"no vote of these rules has a margin above zero, so that this one says little; {remedy}, or take a "
                "weak learner with other rules.",
                FitWarning,
                stacklevel=stacklevel_outside(),
            )
