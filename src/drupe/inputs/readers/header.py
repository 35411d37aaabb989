"""Does the first row of a table hold names, or is it an example already?"""

from collections.abc import Sequence

from drupe.inputs.cells import is_missing, number

USUAL_NAMES = ("target", "label", "class", "y")
"""Names of target columns that are tried if none is given."""


def names_columns(rows: Sequence[Sequence[str]], wanted: object) -> bool:
    """Whether the first of these rows holds names: words of which none is missing, none comes twice or comes again.

    Where a target has its name, or numbers stand below words, that settles it.

    >>> names_columns([["size", "fruit"], ["8", "cherry"]], None), names_columns([["a", "b"], ["a", "c"]], None)
    (True, False)
    """
    first, *others = [[cell.strip() for cell in row] for row in rows]
    numeric = any(number(word) is not None for word in first)
    if isinstance(wanted, str) and wanted in first and number(wanted) is None:
        return True
    if numeric or any(is_missing(word) for word in first[1:]):
        return False
    if any(word.lower() in USUAL_NAMES for word in first):
        return True
    if len(set(first)) < len(first):
        return False
    below = [{row[j] for row in others if j < len(row)} for j in range(len(first))]
    if any(number(word) is not None for column in below for word in column):
        return True
    return not any(word in column for word, column in zip(first, below, strict=True))
