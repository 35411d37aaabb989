"""A tournament of pairwise machines: neighbors meet, winners go on to the next round."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from drupe.estimators.declaration import declared, parameter
from drupe.estimators.multiclass.knockout import Knockout
from drupe.estimators.multiclass.shared_gram import Pieces
from drupe.foundation.arrays import Index


@declared
class Tournament(Knockout):
    """The class that wins the final: in each round neighbors of a list meet, and the losers leave.

    Trains the k(k − 1)/2 machines of one against one but asks only k − 1 of them about an example, and a class has to
    win log₂ k duels where that of a `DirectedAcyclicGraph` may have to win k − 1. Where the number is odd the last of
    the list goes on without a duel. Where one class wins all its duels it is the answer, whatever the order. There are
    no scores, hence no `decision_function`. A duel that ends at exactly zero goes to the class that comes earlier in
    `classes_`.

    Parameters
    ----------
    order
        All class labels in the order of the list; None for that of `classes_`. Neighbors meet first.

    Attributes
    ----------
    order_
        The list, as positions in `classes_`.

    Examples
    --------
    >>> from sklearn.svm import SVC
    >>> X, y = [[0.0], [1.0], [2.0], [3.0]], ["a", "a", "b", "c"]
    >>> Tournament(SVC(kernel="linear", C=100)).fit(X, y).predict([[0.4], [2.1], [9.0]]).tolist()
    ['a', 'b', 'c']

    References
    ----------
    [Cristianini00]_, section 8.2.1, after [Pontil98]_.
    """

    order: Sequence[Any] | None = parameter(default=None)

    def _decided(self, pieces: Pieces) -> Index:
        standing = [np.full(len(pieces), place) for place in self.order_]
        while len(standing) > 1:
            duels = zip(standing[::2], standing[1::2], strict=False)
            winners = [self._winners(one, other, pieces) for one, other in duels]
            standing = winners + standing[2 * len(winners) :]
        return standing[0]
