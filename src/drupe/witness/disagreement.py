"""Two rules: one tested on labelled examples that it had not seen, the other compared with it on unlabelled ones."""

from dataclasses import dataclass

from drupe.foundation.errors import InputError
from drupe.witness.held_out import HeldOut


@dataclass(frozen=True)
class Disagreement:
    """A rule fitted on all examples, another fitted on some of them, and how often they differ on new inputs.

    Parameters
    ----------
    held_out
        Errors of the second rule on the labelled examples that it was not fitted on.
    differing
        New inputs that the two rules answer differently.
    unlabeled
        How many new inputs there were.
    candidates
        Among how many learners this one was chosen with a look at the labelled examples.

    Examples
    --------
    >>> Disagreement(HeldOut(3, 100), differing=5, unlabeled=1000).held_out.rate
    0.03
    """

    held_out: HeldOut
    differing: int
    unlabeled: int
    candidates: int = 1

    def __post_init__(self) -> None:
        if self.unlabeled < 1 or not 0 <= self.differing <= self.unlabeled:
            raise InputError(
                f"rules differ on between none and all of the new inputs, at least one; "
                f"got {self.differing} of {self.unlabeled}."
            )
        if self.candidates < 1:
            raise InputError(f"the learner itself is a candidate, so that there is at least 1; got {self.candidates}.")
