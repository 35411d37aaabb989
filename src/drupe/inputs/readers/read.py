"""The way in: whatever the format, a file becomes examples, targets and a recipe."""

import os

from drupe.foundation.errors import InputError, InputTypeError
from drupe.foundation.progress import Progress
from drupe.inputs.readers.delimited import read_delimited
from drupe.inputs.readers.fasta import read_fasta
from drupe.inputs.readers.formats import Format, recognized
from drupe.inputs.readers.libsvm import read_libsvm
from drupe.inputs.readers.lines import read_lines
from drupe.inputs.readers.npz import read_npz
from drupe.inputs.readers.options import Options, Target
from drupe.inputs.readers.parquet import read_parquet
from drupe.inputs.readers.recipe import ArrayRecipe, Recipe, SequenceRecipe, SparseRecipe, TableRecipe
from drupe.inputs.readers.source import Source, opened_source
from drupe.inputs.readers.table import Table


def read(
    path: str | os.PathLike[str],
    *,
    target: str | int | Target | None = Target.USUAL,
    recipe: Recipe | None = None,
    options: Options | None = None,
    progress: Progress | None = None,
) -> Table:
    """Read a data file: CSV, TSV, Parquet, LIBSVM, .npz, FASTA or lines of text, compressed or not.

    The format is found out from the first bytes, from the name and from the first lines. A file that cannot be learned
    from is refused in one line that says where, what came and what would do. Columns of words become one column of
    numbers for each category; the recipe of that is part of the result, and a file to predict is read with it:
    `read(new, recipe=table.recipe)`.

    Parameters
    ----------
    path
        The file; "-" is the standard input.
    target
        The target column by name, or by number from 0; None for no targets.
    recipe
        The recipe of the training file; its columns must be there, its target may be.
    options
        What cannot be found out by looking.
    progress
        Told which share of the file has been read.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with open(f"{folder}/fruits.csv", "w") as file:
    ...         _ = file.write("weight,color,fruit\\n120,green,apple\\n8,red,cherry\\n")
    ...     table = read(f"{folder}/fruits.csv", target="fruit")
    >>> table.recipe.features, table.X.tolist(), table.targets.tolist()
    (('weight', 'color=green', 'color=red'), [[120.0, 1.0, 0.0], [8.0, 0.0, 1.0]], ['apple', 'cherry'])
    """
    chosen = options or Options()
    with opened_source(path, progress, chosen.budget) as source:
        if not source.head:
            raise source.location.error("the file is empty", "pass one with at least one example")
        found = chosen.format or recognized(source.name, source.head)
        kind = found if recipe is None or chosen.format else _kind(recipe, found)
        try:
            return _read(kind, source, target, recipe, chosen)
        except InputError as error:
            if kind is found:
                raise
            words = str(error).removesuffix(".")
            raise InputError(f"{words}; it looks like {found.value}, but training had {kind.value}.") from None


ALIKE: dict[type, tuple[Format, ...]] = {
    TableRecipe: (Format.DELIMITED, Format.PARQUET),
    SparseRecipe: (Format.LIBSVM,),
    ArrayRecipe: (Format.NPZ,),
    SequenceRecipe: (Format.LINES, Format.FASTA),
}
"""The formats that can be read by the recipe of one of them."""


def _kind(recipe: Recipe, found: Format) -> Format:
    """The format of a file that must be like another one."""
    alike = ALIKE[type(recipe)]
    # Text may look like another format than it is; binary formats cannot.
    text = {Format.DELIMITED, Format.LIBSVM, Format.LINES, Format.FASTA}
    return found if found in alike else next((kind for kind in alike if {kind, found} <= text), found)


def _read(
    kind: Format, source: Source, target: str | int | Target | None, recipe: Recipe | None, options: Options
) -> Table:
    match kind, recipe:
        case Format.DELIMITED, TableRecipe() | None:
            return read_delimited(source, target, recipe, options)
        case Format.PARQUET, TableRecipe() | None:
            return read_parquet(source, target, recipe, options)
        case Format.LIBSVM, SparseRecipe() | None:
            return read_libsvm(source, target, recipe, options)
        case Format.NPZ, ArrayRecipe() | None:
            return read_npz(source, target, recipe, options)
        case Format.FASTA, SequenceRecipe() | None:
            return read_fasta(source, target, recipe, options)
        case Format.LINES, SequenceRecipe() | None:
            return read_lines(source, target, recipe, options)
    raise InputTypeError(
        f"{source.name}: is {kind.value}, but training had {ALIKE[type(recipe)][0].value}; pass a file of that kind."
    )
