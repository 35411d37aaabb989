"""Boosting for two classes: rules with values from −1 to 1 are added up."""

from abc import abstractmethod
from typing import Any

from drupe.estimators.boosting.boosting_machine import BoostingMachine, two_signs
from drupe.estimators.declaration import declared
from drupe.estimators.fitted import Fitted
from drupe.estimators.sample import Sample
from drupe.estimators.watch import Watch
from drupe.foundation.arrays import Vector
from drupe.solvers.boosting.run import Boosted
from drupe.solvers.boosting.vote_solution import LastRound


@declared
class TwoClassBooster(BoostingMachine):
    """sign Σₜ aₜ hₜ(x): an author writes `_boosted`, the rounds."""

    @abstractmethod
    def _boosted(self, sample: Sample, signs: Vector, watch: Watch) -> tuple[Boosted, dict[str, Any]]:
        """All rounds, and attributes beside those of every vote."""

    def _learn(self, sample: Sample) -> Fitted:
        signs = two_signs(self, sample.targets)
        with self._watch() as watch:
            found, others = self._boosted(sample, signs, watch)
            watch.end(found.solution.end is not LastRound.INTERRUPTED)
        return self._fitted(found, signs, **others)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = False
        return tags
