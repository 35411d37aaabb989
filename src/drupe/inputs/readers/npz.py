"""numpy's .npz files: a table and its targets under two names, or a sparse matrix of scipy's; never a pickle."""

import io
import math
import zipfile
from typing import Any
from zlib import error as ZlibError

import numpy as np
import numpy.typing as npt
import scipy.sparse as sp

from drupe.foundation.errors import BudgetError, InputError
from drupe.foundation.remedies import InPython
from drupe.inputs.base import Inputs
from drupe.inputs.coerce import coerce
from drupe.inputs.readers.limits import check_unpacked
from drupe.inputs.readers.location import Location
from drupe.inputs.readers.options import Options, Target
from drupe.inputs.readers.recipe import ArrayRecipe
from drupe.inputs.readers.source import Source
from drupe.inputs.readers.table import Table
from drupe.inputs.readers.tabular import Chosen
from drupe.inputs.readers.targets import check_finite_targets, check_learnable, narrowed

SPARSE = "a sparse matrix"
"""What stands for the name of the examples where the whole file is one matrix of scipy's."""

_DAMAGED = (
    zipfile.BadZipFile,
    ValueError,
    EOFError,
    ZlibError,
    NotImplementedError,
    KeyError,
    RuntimeError,
    MemoryError,
)


def read_npz(source: Source, wanted: Chosen, recipe: ArrayRecipe | None, options: Options) -> Table:
    """The arrays of the file that hold examples and targets."""
    try:
        packed = source.stream.read()
        with zipfile.ZipFile(io.BytesIO(packed)) as archive:
            arrays = _Arrays(archive, source.location, len(packed), options.budget)
            said = recipe or _chosen(arrays, wanted, options, source.location)
            inputs = coerce(arrays.sparse() if said.inputs == SPARSE else arrays[said.inputs])
            targets = arrays[said.target] if said.target is not None and said.target in arrays.names else None
    except BudgetError:
        raise
    except InputError as error:
        raise error if str(error).startswith(source.name) else InputError(f"{source.name}: {error}") from None
    except _DAMAGED as cause:
        raise source.location.error(
            f"the arrays cannot be read ({cause})", "save them again with numpy.savez"
        ) from cause
    if targets is not None:
        targets = _checked_targets(targets, inputs, said, recipe is None, source.location)
    return Table(inputs, targets, said, np.arange(1, len(inputs) + 1))


class _Arrays:
    """The arrays of an archive, read when asked for, and no larger than the archive says nor than they may be."""

    def __init__(self, archive: zipfile.ZipFile, location: Location, packed: int, budget: int | None):
        self._archive, self._location, self._packed, self._budget = archive, location, packed, budget
        self._members = {
            info.filename.removesuffix(".npy"): info for info in archive.infolist() if info.filename.endswith(".npy")
        }
        self.names = list(self._members)

    def __getitem__(self, name: str) -> npt.NDArray[Any]:
        if name not in self._members:
            raise self._location.error(f"there is no array {name!r}", f"there are {', '.join(self.names) or 'none'}")
        with self._archive.open(self._members[name]) as file:
            shape, _, dtype = self._header(file)
            if dtype.hasobject:
                raise self._location.error(f"the array {name!r} holds Python objects", "save numbers or strings")
            # Numbers become float64, however narrow they are in the file.
            needed = math.prod(shape) * (dtype.itemsize if dtype.kind in "SU" else max(dtype.itemsize, 8))
            check_unpacked(needed, self._packed, self._budget, Location(self._location.file, None, name))
            if math.prod(shape) * dtype.itemsize > self._members[name].file_size:
                raise self._location.error(f"the array {name!r} is cut short", "save it again with numpy.savez")
        with self._archive.open(self._members[name]) as file:
            return np.asarray(np.lib.format.read_array(file, allow_pickle=False))

    def _header(self, file: Any) -> tuple[tuple[int, ...], bool, np.dtype[Any]]:
        version = np.lib.format.read_magic(file)
        read = np.lib.format.read_array_header_1_0 if version == (1, 0) else np.lib.format.read_array_header_2_0
        return read(file)

    def shape(self, name: str) -> tuple[int, ...]:
        """The shape of an array, without reading it."""
        with self._archive.open(self._members[name]) as file:
            return self._header(file)[0]

    def sparse(self) -> Any:
        """The matrix of scipy's save_npz; its structure is checked where all sparse data are."""
        if self["format"].item() != b"csr":
            raise self._location.error("the sparse matrix is not in CSR", "save X.tocsr()")
        parts = (self["data"], self["indices"], self["indptr"])
        rows, columns = (int(size) for size in self["shape"])
        matrix = sp.csr_array(parts, shape=(rows, columns), copy=False)
        matrix.check_format(full_check=True)
        return matrix


def _chosen(arrays: _Arrays, wanted: Chosen, options: Options, location: Location) -> ArrayRecipe:
    """Which arrays are meant."""
    if isinstance(wanted, int):
        raise location.error(f"the target {wanted} is a number", f"name an array: {', '.join(arrays.names)}")
    if isinstance(wanted, Target):
        target = "y" if "y" in arrays.names else None
    else:
        target = wanted
        if target is not None and target not in arrays.names:
            raise location.error(f"there is no array {target!r}", f"there are {', '.join(arrays.names) or 'none'}")
    if options.examples is not None:
        return ArrayRecipe(options.examples, target)
    if {"indices", "indptr", "data", "shape", "format"} <= set(arrays.names):
        return ArrayRecipe(SPARSE, target)
    tables = [name for name in arrays.names if name != target and len(arrays.shape(name)) == 2]
    if "X" in arrays.names or len(tables) == 1:
        return ArrayRecipe("X" if "X" in arrays.names else tables[0], target)
    named = InPython(", or pass Options(examples='name')")
    raise location.error(
        f"which of its arrays ({', '.join(arrays.names) or 'none'}) holds the examples is not clear",
        f"call it X{named}",
        named,
    )


def _checked_targets(
    targets: npt.NDArray[Any], inputs: Inputs, said: ArrayRecipe, training: bool, location: Location
) -> npt.NDArray[Any]:
    if targets.ndim != 1 or len(targets) != len(inputs):
        raise location.error(
            f"the array {said.target!r} has shape {targets.shape} for {len(inputs)} examples",
            "one target each is needed",
        )
    check_finite_targets(targets, lambda row: location.at(row + 1, said.target))
    if training:
        check_learnable(targets, Location(location.file, None, said.target))
    return narrowed(targets)
