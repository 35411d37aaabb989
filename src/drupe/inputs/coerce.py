"""From what users bring to Inputs: the only place that guesses, by asking each kind in turn what it accepts.

- Inputs pass through untouched.
- A list of `Graph` values holds Graphs.
- A list, one-dimensional array or series of strings holds Sequences; so does a list of lists of strings.
- A list of lists of whole numbers holds Sequences if the lists differ in length, else it is a table: use `Sequences.of`
  to say that equally long lists are sequences of tokens.
- Everything else is a table of numbers: Vectors.

At prediction nothing is guessed: the fitted examples say what the new ones are.
"""

from dataclasses import replace
from numbers import Number
from typing import Any

from drupe.foundation.errors import InputError, InputTypeError
from drupe.inputs.base import Inputs, same_space
from drupe.inputs.graphs import Graphs
from drupe.inputs.names import check_names, warn_of_names
from drupe.inputs.sequences import Sequences
from drupe.inputs.vectors import Vectors

KINDS: tuple[type[Inputs], ...] = (Graphs, Sequences, Vectors)
"""What raw data may be, in the order of asking; the last accepts everything, and says what is wrong with it."""


def coerce(data: Any) -> Inputs:
    """Wrap raw data once; Inputs pass through untouched.

    >>> type(coerce(["cat", "cart"])).__name__, type(coerce([[1.0, 2.0]])).__name__
    ('Sequences', 'Vectors')
    """
    if isinstance(data, Inputs):
        return data
    return next(kind for kind in KINDS if kind.accepts(data)).of(data)


def coerce_like(fitted: Inputs, data: Any, owner: str = "drupe") -> Inputs:
    """Wrap new data as the fitted examples were, with nothing left to guess, and check that they fit together.

    `owner` is named in errors and warnings as the one who was fitted.
    """
    if isinstance(data, Inputs):
        same_space(fitted, data, owner)
        return data
    new = fitted.new(data)
    same_space(fitted, new, owner)
    warn_of_names(fitted.names, new.names, owner)
    return new


def given_like(fitted: Inputs, data: Any, parameter: str) -> Inputs:
    """Wrap examples that a parameter holds as those of the fit were; errors speak of the parameter.

    Columns are named as in the fit: with names of their own they must agree, and without any nobody misses them.
    """
    if isinstance(data, Number):
        raise InputTypeError(f"{parameter} must hold examples as X does, got {data!r}.")
    try:
        new = data if isinstance(data, Inputs) else fitted.new(data)
        if not (isinstance(fitted, Vectors) and isinstance(new, Vectors)):
            same_space(fitted, new, "the machine")
            return new
        check_names(fitted.names, new.names)
    except InputError as wrong:
        raise type(wrong)(f"{parameter} cannot be used: {wrong}", remedies=wrong.remedies) from wrong
    if new.dimension != fitted.dimension:
        raise InputError(f"{parameter} has {new.dimension} column(s), but X has {fitted.dimension}; give it the same.")
    return replace(new, names=fitted.names)
