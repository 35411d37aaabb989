"""What a model takes: rows of numbers, cells of a table, or strings, with the checks that each kind needs."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from drupe.estimators.last_step import last_step
from drupe.estimators.preparation.table_encoder import encoder_of
from drupe.foundation.errors import ParameterError
from drupe.inputs.readers.recipe import SequenceRecipe, SparseRecipe, TableRecipe
from drupe.inputs.sequences import Sequences
from drupe.persistence.archive import Archive
from drupe.serving.number_rows import NumberRows
from drupe.serving.recipe_rows import RecipeRows
from drupe.serving.table_rows import TableRows
from drupe.serving.text_rows import TextRows


class Rows(Protocol):
    """Turns what came in a request into what the model takes."""

    def described(self) -> Mapping[str, Any]:
        """What a request must hold, for people and programs."""

    def checked(self, rows: Sequence[Any]) -> Any:
        """The rows of one request, each a list, an object or a string as JSON has them; raises a `Refusal`."""

    def from_columns(self, columns: Mapping[str, Sequence[Any]]) -> Any:
        """The same from columns of equal length, as Arrow has them."""

    def together(self, requests: Sequence[Any]) -> Any:
        """The checked rows of several requests as one collection for the model."""


def rows_of(archive: Archive) -> Rows:
    """What the model of an archive takes; a ParameterError if no request can bring it.

    >>> from drupe import SVC
    >>> rows_of(Archive(SVC().fit([[0.0, 1.0], [1.0, 0.0]], [0, 1]))).described()["columns"]
    2
    """
    model, recipe = archive.model, archive.recipe
    encoder = encoder_of(model)
    if encoder is not None:
        return TableRows.of(encoder, recipe if isinstance(recipe, TableRecipe) else None)
    space = getattr(getattr(last_step(model), "predictor_", None), "space", None)
    if isinstance(recipe, SequenceRecipe) or (isinstance(space, Sequences) and space.text):
        return TextRows()
    columns = getattr(model, "n_features_in_", None)
    if columns is None:
        kind = "examples of its own kind" if space is None else type(space).__name__
        raise ParameterError(
            f"{type(last_step(model)).__name__} was fitted on {kind}, but requests can bring rows of numbers, cells of "
            "a table or strings; fit a model on such."
        )
    if isinstance(recipe, SparseRecipe):
        first = recipe.first_index
        return NumberRows(int(columns), tuple(str(first + j) for j in range(int(columns))), sparse=True)
    if isinstance(recipe, TableRecipe) and len(recipe.features) == columns:
        return RecipeRows(recipe)
    named = getattr(model, "feature_names_in_", None)
    return NumberRows(int(columns), None if named is None else tuple(map(str, named)))
