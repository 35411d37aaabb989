"""Reads condensed neighbors: a compression scheme, as the kept examples are the whole rule."""

from typing import Any

import numpy as np

from drupe.estimators.fixed_kernel import loose
from drupe.estimators.neighbors.condensed_neighbors import CondensedNeighbors
from drupe.foundation.arrays import Index
from drupe.inputs.base import Inputs
from drupe.witness.assumptions import Assumption
from drupe.witness.evidence import Evidence
from drupe.witness.kept import KeptInOrder
from drupe.witness.training import Training


def read_condensed_neighbors(model: CondensedNeighbors, inputs: Inputs, codes: Index) -> Evidence:
    """The rule is that of the nearest kept example; the order of positions decides between equally near ones."""
    n = len(codes)
    errors = int(np.sum(model.predict(inputs) != model.classes_[codes]))
    witnesses: dict[type, Any] = {
        Training: lambda: Training(errors, n),
        KeptInOrder: lambda: KeptInOrder(len(model.kept_), n, errors),
    }

    def check(assumption: Assumption) -> bool | None:
        match assumption:
            case Assumption.CONSISTENT:
                return errors == 0
            case Assumption.COMPRESSION:
                return True
        return None

    return Evidence(n, witnesses, {}, check, loose(model))
