"""AdaBoost with soft margins: examples that were in the way often count less for it."""

from typing import Annotated, Any

from drupe.estimators.boosting.two_class_booster import TwoClassBooster
from drupe.estimators.declaration import declared, learned, parameter
from drupe.estimators.sample import Sample
from drupe.estimators.watch import Watch
from drupe.foundation.arrays import Vector
from drupe.foundation.parameters import Interval
from drupe.foundation.shapes import Reals
from drupe.solvers.boosting.rounds import BoostingProblem, SteppedRun
from drupe.solvers.boosting.run import Boosted
from drupe.solvers.boosting.steps import SoftStep


@declared
class RegularizedAdaBoost(TwoClassBooster):
    """AdaBoost on soft margins yᵢ f(xᵢ) + softness · Σₜ aₜ n wₜ(i), wₜ(i) the weight of example i in round t.

    AdaBoost chases examples that are labeled wrongly until they have most of the weight. Here the weight that an
    example has had is added to its margin: who cannot be learned is let go.

    Parameters
    ----------
    softness
        How much past weight counts, from 0 for AdaBoost; between 0.03 and 0.3 most often, by cross-validation.

    Attributes
    ----------
    soft_margins_
        (yᵢ f(xᵢ) + softness · Σₜ aₜ n wₜ(i)) / Σₜ aₜ of the training examples; where they are far above `margins_`
        labels may be wrong.

    Examples
    --------
    >>> X, y = [[i] for i in range(10)], [0, 0, 1, 0, 0, 1, 1, 1, 1, 1]
    >>> machine = RegularizedAdaBoost(n_estimators=20, softness=0.3).fit(X, y)
    >>> int((machine.soft_margins_ - machine.margins_).argmax())  # the one that is out of place
    2

    References
    ----------
    [Ratsch01]_, section 4; [Mika02]_, section 5.1.
    """

    softness: float = parameter(Interval(0.0), default=0.1, before="random_state")

    soft_margins_: Annotated[Vector, Reals(None)] = learned()

    def _boosted(self, sample: Sample, signs: Vector, watch: Watch) -> tuple[Boosted, dict[str, Any]]:
        problem = BoostingProblem.from_nothing(signs, sample.weights)
        run = SteppedRun(self._weak(sample), problem, SoftStep(float(self.softness)))
        found = run.go(int(self.n_estimators), watch.progress, watch.keeping)
        return found, {"soft_margins_": run.soft / (float(found.solution.steps.sum()) or 1.0)}
