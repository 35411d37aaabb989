"""What knock-outs of pairwise machines share: an order of the classes, and duels that one of two survives."""

from collections.abc import Sequence
from typing import Annotated, Any

import numpy as np

from drupe.estimators.declaration import declared, learned, parameter
from drupe.estimators.multiclass.shared_gram import Pieces
from drupe.estimators.multiclass.two_class_ensemble import Codes, TwoClassEnsemble, pair_codes, pair_column
from drupe.foundation.arrays import Index
from drupe.foundation.errors import ParameterError
from drupe.foundation.shapes import Wholes


@declared
class Knockout(TwoClassEnsemble):
    """The k(k − 1)/2 machines of one against one, of which k − 1 are asked about an example.

    Where one class wins all its duels it is the answer, whatever the order. There are no scores, hence no
    `decision_function`. A duel that ends at exactly zero goes to the class that comes earlier in `classes_`.

    Parameters
    ----------
    order
        All class labels in the order of the list; None for that of `classes_`.

    Attributes
    ----------
    order_
        The list, as positions in `classes_`.
    """

    order: Sequence[Any] | None = parameter(default=None)

    codes_: Annotated[Codes, Wholes("classes", "machines"), Wholes("classes", "pairs")] = learned()
    order_: Annotated[Index, Wholes("classes", below="classes", once=True)] = learned()

    def _codes(self, k: int) -> Codes:
        self.order_ = self._places()
        return pair_codes(k)

    def _winners(self, one: Index, other: Index, pieces: Pieces) -> Index:
        """For each example which of two classes wins; each machine is asked once, about all that need it."""
        low, high = np.minimum(one, other), np.maximum(one, other)
        columns = pair_column(low, high, len(self.order_))
        won = np.empty_like(one)
        for column in np.unique(columns):
            rows = np.flatnonzero(columns == column)
            won[rows] = np.where(self._output(int(column), pieces, rows) > 0, high[rows], low[rows])
        return won

    def _places(self) -> Index:
        if self.order is None:
            return np.arange(len(self.classes_))
        known = {label: place for place, label in enumerate(self.classes_.tolist())}
        # Classes that this sample lacks, as in a fold, are passed over.
        places = [known[label] for label in self.order if label in known]
        if sorted(places) != list(range(len(known))):
            raise ParameterError(f"order must name every class once; classes are {list(known)}, got {self.order!r}.")
        return np.array(places, dtype=np.int64)
