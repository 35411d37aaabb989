"""Learn only from the examples that one got most wrong so far, one by one, until so many are picked."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from drupe.bounds.compression.pick_to_learn import PickToLearn
from drupe.certification.certificate import Certificate
from drupe.certification.constant_rule import fitted_on
from drupe.certification.schemes.learned import Examples, Learned, taught
from drupe.certification.schemes.trust import trusted
from drupe.foundation.arrays import Index, Vector
from drupe.foundation.errors import InputError
from drupe.foundation.parameters import Checked, Interval, ranged
from drupe.witness.picked import Picked


@dataclass(frozen=True)
class PickToLearnScheme(Checked):
    """The rule is the machine of the examples picked; those it still gets wrong count as kept too.

    A machine is fitted after every pick, so that this is for hundreds of examples, not for thousands; two classes.

    Parameters
    ----------
    stops
        Shares of the examples after which it may stop, fixed beforehand; the best pays for their number.

    References
    ----------
    [Paccagnan23]_, algorithm 1, place not checked.
    """

    stops: tuple[float, ...] = ranged(
        Interval(0.0, 1.0, closed_low=False, closed_high=True), (0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4)
    )

    def learn(self, learner: Any, sample: Examples, rng: np.random.Generator, delta: float) -> Learned:
        """As many fits as picks."""
        classes = np.unique(sample.labels)
        if len(classes) != 2:
            raise InputError(f"pick-to-learn is written for two classes, got {len(classes)}.")
        n = len(sample)
        # Ties are broken by an order that is drawn once, before anything is looked at.
        sample = sample.take(rng.permutation(n))
        signs = np.where(sample.labels == classes[1], 1.0, -1.0)
        limits = sorted({max(1, round(share * n)) for share in self.stops})
        picked = np.zeros(n, dtype=bool)
        margins, machine = signs.copy(), None
        found: list[tuple[Picked, Any]] = []
        for count in range(1, limits[-1] + 1):
            candidates: Index = np.flatnonzero(~picked)
            worst = candidates[np.argmin(margins[candidates])]
            if margins[worst] > 0.0:
                break
            picked[worst] = True
            machine = taught(learner, sample.take(np.flatnonzero(picked)))
            margins = signs * _outputs(machine, sample, classes)
            if count in limits:
                found.append((_witness(picked, margins, len(limits)), machine))
        if machine is None or not found or (margins[~picked] > 0.0).all():
            machine = machine or fitted_on(None, sample.X, np.repeat(classes[1], n))
            found.append((_witness(picked, margins, len(limits)), machine))
        bound = PickToLearn()
        witness, best = min(found, key=lambda one: one[0].kept)
        return Learned(best, Certificate.of(bound, witness, delta, trusted(bound)), (best,))


def _witness(picked: Any, margins: Vector, stops: int) -> Picked:
    return Picked(int(picked.sum()), int((margins[~picked] <= 0.0).sum()), len(picked), stops)


def _outputs(machine: Any, sample: Examples, classes: Any) -> Vector:
    if hasattr(machine, "decision_function"):
        return np.asarray(machine.decision_function(sample.X), dtype=np.float64)
    return np.where(machine.predict(sample.X) == classes[1], 1.0, -1.0)
