"""Arc-GV: boosting that ends at the largest smallest margin."""

from typing import Any

from drupe.estimators.boosting.two_class_booster import TwoClassBooster
from drupe.estimators.declaration import declared, learned
from drupe.estimators.sample import Sample
from drupe.estimators.watch import Watch
from drupe.foundation.arrays import Vector
from drupe.solvers.boosting.rounds import BoostingProblem, boosted
from drupe.solvers.boosting.run import Boosted
from drupe.solvers.boosting.steps import ArcStep
from drupe.solvers.boosting.vote_solution import LastRound, VoteSolution


@declared
class ArcGV(TwoClassBooster):
    """max over votes of minᵢ yᵢ Σₜ aₜ hₜ(xᵢ) / Σₜ aₜ, step by step: aₜ = artanh(edge of hₜ) − artanh(margin before).

    AdaBoost makes margins large on the whole; these steps end at the largest smallest one, the value of a linear
    program (`LPBoost` solves it). On labels with noise that is not what one wants: there one example rules all.

    Attributes
    ----------
    margin_
        The smallest margin of the vote, y f(x) / Σ aₜ over the training examples.
    margin_bound_
        The smallest edge 1 − 2εₜ of all rounds: with a weak learner that finds the best rule, such as the default, no
        vote has a larger smallest margin.

    Notes
    -----
    Complexity: as `AdaBoostClassifier`. It ends by itself where no edge exceeds the margin.

    Examples
    --------
    >>> X, y = [[i] for i in range(10)], [1, 1, 1, 0, 0, 0, 1, 1, 1, 0]
    >>> machine = ArcGV(n_estimators=2000).fit(X, y)  # the largest smallest margin is 1/3
    >>> round(machine.margin_, 2), round(machine.margin_bound_, 2)
    (0.33, 0.34)

    References
    ----------
    [Breiman99]_, section 5; [Mika02]_, section 3.6.4.
    """

    margin_: float = learned()
    margin_bound_: float = learned()

    def _boosted(self, sample: Sample, signs: Vector, watch: Watch) -> tuple[Boosted, dict[str, Any]]:
        problem, rounds = BoostingProblem.from_nothing(signs, sample.weights), int(self.n_estimators)
        found = boosted(self._weak(sample), problem, ArcStep(), rounds, watch.progress, watch.keeping)
        return found, self._reached(found.solution, signs * found.outputs)

    def _reached(self, rounds: VoteSolution, margins: Vector) -> dict[str, float]:
        if not rounds.iterations:
            return {"margin_": 0.0, "margin_bound_": 0.0}
        margin = float(margins.min() / rounds.steps.sum())
        bound = float((1.0 - 2.0 * rounds.errors).min())
        if rounds.end is LastRound.OPTIMAL:
            bound = margin  # the edge of the rule that ended the run was no larger
        elif rounds.end is LastRound.NO_BETTER:
            bound = 0.0  # no rule had an edge
        return {"margin_": margin, "margin_bound_": max(margin, bound)}
