"""The archives that experiments read: what each holds, where its data come from, and how to open it."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from drupe.foundation.errors import InputError


@dataclass(frozen=True)
class Archive:
    """A file of arrays in numpy's format.

    Parameters
    ----------
    file
        Its name.
    holds
        The arrays.
    source
        Who gives the data away.
    """

    file: str
    holds: str
    source: str

    def absence(self, folder: Path) -> str | None:
        """The error for a missing file; None if the file is there."""
        if (folder / self.file).is_file():
            return None
        return f"there is no {self.file} in {folder}; it holds {self.holds}. Where to get the data: {self.source}."

    def load(self, folder: Path, *names: str) -> list[npt.NDArray[Any]]:
        """The arrays of these names."""
        absence = self.absence(folder)
        if absence is not None:
            raise InputError(absence)
        with np.load(folder / self.file) as stored:
            unknown = [name for name in names if name not in stored]
            if unknown:
                raise InputError(f"{folder / self.file} has no {', '.join(unknown)}; it should hold {self.holds}.")
            return [stored[name] for name in names]


MNIST = Archive(
    "mnist.npz",
    "X_train, y_train, X_test, y_test: 60000 and 10000 images of 28 x 28 pixels, 0 to 255, in their original order",
    "yann.lecun.com/exdb/mnist, or mnist_784 of openml.org, whose first 60000 rows are the training set",
)
USPS = Archive(
    "usps.npz",
    "X_train, y_train, X_test, y_test: 7291 and 2007 images of 16 x 16 pixels, -1000 to 1000",
    "zip.train and zip.test of hastie.su.domains/ElemStatLearn, whose pixels lie in [-1, 1], times 1000",
)
IDA13 = Archive(
    "ida13.npz",
    "<set>_X, <set>_y of -1 and 1, and <set>_drawn_train, positions of the training examples, a row for each split",
    "github.com/tdiethe/gunnar_raetsch_benchmark_datasets",
)
GOLUB = Archive(
    "golub_leukemia.npz",
    "X_train, y_train, X_test, y_test: 38 and 34 samples of 7129 genes, 0 for ALL and 1 for AML",
    "the leukemia data of [Golub99], as average differences",
)
MICROARRAY = Archive(
    "microarray.npz",
    "<set>_X, <set>_y and <set>_classes for alon, khan, pomeroy, su, singh and shipp: samples by genes",
    "github.com/ramhiser/datamicroarray",
)
SCOP40 = Archive(
    "scop40.tsv.xz",
    "columns domain, scop_family and sequence: domains of SCOP 1.75 with at most 40 percent of letters in common",
    "github.com/rcedgar/scop40c, from scop.berkeley.edu/astral",
)
DNA_SITES = Archive(
    "dna.npz",
    "celegans_acceptor_code (0 to 3 for A, C, G, T) and celegans_acceptor_y; splice_seq, splice_y and splice_classes",
    "the acceptor sites of C. elegans of github.com/shogun-toolbox/shogun-data, and splice of archive.ics.uci.edu",
)
CLASSIC = Archive(
    "classic.npz",
    "letter_X, letter_y and letter_classes: 20000 letters by 16 numbers each, in their original order",
    "letter of archive.ics.uci.edu, whose first 16000 rows are the training set",
)
