"""Progressive validation of a learner whose parameters were fixed: every machine of the first examples is tested."""

from collections.abc import Callable
from typing import ClassVar

import numpy as np

from drupe.bounds.base import Bound
from drupe.bounds.held_out.progressive_validation import ProgressiveValidation, tilt_for
from drupe.bounds.subject import Subject
from drupe.bounds.world import Outcome, World
from drupe.foundation.citations import Citation
from drupe.witness.assumptions import Assumption
from drupe.witness.prefix_tests import PrefixTests
from drupe.witness.progressive import Progressive


class PrefixValidation(Bound[PrefixTests]):
    """`ProgressiveValidation` of the machines of the first t examples, with the tilt for the error that was foreseen.

    The rule that is certified draws t at random for every prediction and asks the machine of the first t examples.
    Where these machines follow from one factorization they need not be fitted, and a machine that was fitted on all
    examples gives this witness afterwards: in an order that the examples had no say in.

    Notes
    -----
    Why: the tilt depends on δ and on the examples before the first prediction alone, so that it is fixed when that is
    made. Parameters that were chosen with a look at the examples would have seen the tests of all machines.

    Examples
    --------
    >>> round(PrefixValidation().risk(PrefixTests(errors=10.0, n=100, foreseen=0.1), delta=0.05), 3)
    0.189

    References
    ----------
    [Blum99]_, section 3 (the estimate); [Freedman75]_, section 1 (exponential supermartingales).
    """

    witness = PrefixTests
    subject = Subject.GIBBS
    assumptions = frozenset({Assumption.INDEPENDENT, Assumption.FIXED_KERNEL})
    source = Citation("Blum99", "section 3")
    weight: ClassVar[float] = 8.0
    rises_with: ClassVar[tuple[str, ...]] = ("errors",)
    rule: ClassVar[str] = (
        "the rule that asks the least squares machine of the first so many examples, drawn anew for each answer,"
    )

    def _risk(self, witness: PrefixTests, delta: float) -> float:
        tilt = tilt_for(witness.foreseen, witness.n, delta)
        return ProgressiveValidation().risk(Progressive(witness.errors, witness.n, tilt), delta)

    def worlds(self) -> tuple[World[PrefixTests], ...]:
        """A learner that stands still, one that improves, and one whose first examples foretell nothing."""
        return (
            World("rules of risk 0.2", _world(lambda t: 0.2, 0.2)),
            World("risk that falls from 0.5 to 0.1", _world(lambda t: 0.1 + 0.4 / (1.0 + 0.1 * t), 0.5)),
            World("a risk that was not foreseen", _world(lambda t: 0.4, 0.01)),
        )


def _world(risk: Callable[[int], float], foreseen: float) -> Callable[[np.random.Generator], Outcome[PrefixTests]]:
    def draw(rng: np.random.Generator) -> Outcome[PrefixTests]:
        risks = np.array([risk(t) for t in range(150)])
        errors = float((rng.random(150) < risks).sum())
        return Outcome(PrefixTests(errors, 150, foreseen), float(risks.mean()))

    return draw
