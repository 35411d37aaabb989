"""A knock-out of pairwise machines: each duel excludes one class, and the last one left is the answer."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from drupe.estimators.declaration import declared, parameter
from drupe.estimators.multiclass.knockout import Knockout
from drupe.estimators.multiclass.shared_gram import Pieces
from drupe.foundation.arrays import Index


@declared
class DirectedAcyclicGraph(Knockout):
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

    def _decided(self, pieces: Pieces) -> Index:
        """Every example holds an interval of the list; a duel of its ends takes one end away."""
        first = np.zeros(len(pieces), dtype=np.int64)
        last = np.full(len(pieces), len(self.order_) - 1)
        for _ in range(len(self.order_) - 1):
            stays = self._winners(self.order_[first], self.order_[last], pieces) == self.order_[first]
            first, last = np.where(stays, first, first + 1), np.where(stays, last - 1, last)
        return self.order_[first]
