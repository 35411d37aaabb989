"""A knock-out of pairwise machines: each duel excludes one class, and the last one left is the answer."""

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
class DirectedAcyclicGraph(TwoClassEnsemble):
    """The class that survives: first against last of a list, the loser leaves, k − 1 times.

    Trains the k(k − 1)/2 machines of one against one but asks only k − 1 of them about an example: the nodes on a path
    through a rooted graph whose leaves are the classes. Where one class wins all its duels it is the answer, whatever
    the order. There are no scores, hence no `decision_function`. A duel that ends at exactly zero goes to the class
    that comes earlier in `classes_`.

    Parameters
    ----------
    order
        All class labels in the order of the list; None for that of `classes_`. Its ends meet first, so classes that
        are hard to tell apart should stand side by side.

    Attributes
    ----------
    order_
        The list, as positions in `classes_`.

    Examples
    --------
    >>> from sklearn.svm import SVC
    >>> X, y = [[0.0], [1.0], [2.0], [3.0]], ["a", "a", "b", "c"]
    >>> DirectedAcyclicGraph(SVC(kernel="linear", C=100)).fit(X, y).predict([[0.4], [2.1], [9.0]]).tolist()
    ['a', 'b', 'c']

    References
    ----------
    [Herbrich02]_, section 2.4.4, page 60; [Cristianini00]_, remark 6.16; [Platt00]_, section 2.
    """

    order: Sequence[Any] | None = parameter(default=None)

    codes_: Annotated[Codes, Wholes("classes", "machines"), Wholes("classes", "pairs")] = learned()
    order_: Annotated[Index, Wholes("classes", below="classes", once=True)] = learned()

    def _codes(self, k: int) -> Codes:
        self.order_ = self._places()
        return pair_codes(k)

    def _decided(self, pieces: Pieces) -> Index:
        """Every example holds an interval of the list; a duel of its ends takes one end away."""
        first = np.zeros(len(pieces), dtype=np.int64)
        last = np.full(len(pieces), len(self.order_) - 1)
        for _ in range(len(self.order_) - 1):
            nodes = first * len(self.order_) + last
            for node in np.unique(nodes):
                rows = np.flatnonzero(nodes == node)
                stays = self._first_wins(*divmod(int(node), len(self.order_)), pieces, rows)
                last[rows[stays]] -= 1
                first[rows[~stays]] += 1
        return self.order_[first]

    def _first_wins(self, first: int, last: int, pieces: Pieces, rows: Index) -> Any:
        """Whether the class at the first place of the list wins against the one at the last, for each row."""
        low, high = sorted((int(self.order_[first]), int(self.order_[last])))
        column = pair_column(low, high, len(self.order_))
        high_wins = self._output(column, pieces, rows) > 0
        return high_wins if self.order_[first] == high else ~high_wins

    def _places(self) -> Index:
        if self.order is None:
            return np.arange(len(self.classes_))
        known = {label: place for place, label in enumerate(self.classes_.tolist())}
        # Classes that this sample lacks, as in a fold, are passed over.
        places = [known[label] for label in self.order if label in known]
        if sorted(places) != list(range(len(known))):
            raise ParameterError(f"order must name every class once; classes are {list(known)}, got {self.order!r}.")
        return np.array(places, dtype=np.int64)
