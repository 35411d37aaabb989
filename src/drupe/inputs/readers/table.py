"""What reading a file gives: examples, targets if there are any, and the recipe to read the next file alike."""

from dataclasses import dataclass
from typing import Any

import numpy.typing as npt

from drupe.foundation.errors import InputError
from drupe.foundation.remedies import InPython, NamedTarget
from drupe.inputs.base import Inputs
from drupe.inputs.dataset import Dataset
from drupe.inputs.readers.recipe import Recipe


@dataclass(frozen=True, eq=False)
class Table:
    """The content of a data file.

    Parameters
    ----------
    inputs
        The examples.
    targets
        One number or label for each; None if there are none.
    recipe
        How the file's columns became numbers.
    rows
        The line, or the place from 1, at which each example stands in the file.
    names
        What each example is called, where the file says so; else None.
    left_out
        How many rows were left out because cells, or the target, were empty.
    """

    inputs: Inputs
    targets: npt.NDArray[Any] | None
    recipe: Recipe
    rows: npt.NDArray[Any]
    names: npt.NDArray[Any] | None = None
    left_out: int = 0

    def __len__(self) -> int:
        return len(self.inputs)

    @property
    def X(self) -> Any:
        """The examples as scikit-learn takes them: an array, a CSR matrix, or a list of strings."""
        return self.inputs.raw()

    @property
    def dataset(self) -> Dataset:
        """Examples and targets, of which there must be some."""
        if self.targets is None:
            named = InPython(": read(path, target='...')")
            name = NamedTarget("name them")
            raise InputError(f"the file was read without targets; {name}{named}.", remedies=(name, named))
        return Dataset(self.inputs, self.targets)
