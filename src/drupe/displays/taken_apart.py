"""A fitted machine on strings, taken apart for pictures; who cannot be is refused with the reason."""

from typing import Any

from drupe.estimators.last_step import last_step
from drupe.foundation.errors import InputError, InputTypeError
from drupe.inputs.coerce import coerce
from drupe.inputs.sequences import Sequences
from drupe.predictors.added_outputs import added_outputs
from drupe.predictors.words_apart import WordsApart, words_apart


def speaks_for(model: Any, output: int) -> str:
    """The class that an output speaks for; of two classes the second, and nothing for a quantity."""
    classes: Any = getattr(model, "classes_", [])
    return "" if not len(classes) else str(classes[1] if len(classes) == 2 else classes[output])


def taken_apart(model: Any, strings: Any) -> WordsApart:
    """The words of these strings with their weights in the rule."""
    sequences = coerce(strings)
    if not isinstance(sequences, Sequences):
        raise InputTypeError(f"letters are drawn of strings, or of lists of tokens, got {type(sequences).__name__}.")
    machine = last_step(model)
    rule = added_outputs(getattr(machine, "predictor_", None))
    if rule is None or not isinstance(rule.centers, Sequences):
        raise InputError(f"a machine that was fitted on strings, by a kernel on strings, is needed; got {machine!r}.")
    apart = words_apart(rule, sequences)
    if apart is None:
        raise InputError(
            f"the kernel {rule.kernel!r} does not add up words, so that a rule cannot be shared out among letters; "
            "Spectrum, Substrings, Mismatch, WeightedDegree and their sums do."
        )
    return apart
