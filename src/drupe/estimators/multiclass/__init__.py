"""Many classes from two-class machines: votes, largest outputs, knock-outs and codes, over one kernel computation."""

from typing import TYPE_CHECKING

from drupe.foundation.names_on_first_use import on_first_use

if TYPE_CHECKING:
    from drupe.estimators.multiclass.codes import Code, DenseRandom, Exhaustive, Given
    from drupe.estimators.multiclass.decoding import Decoding, Hamming, LossBased
    from drupe.estimators.multiclass.directed_acyclic_graph import DirectedAcyclicGraph
    from drupe.estimators.multiclass.error_correcting_codes import ErrorCorrectingCodes
    from drupe.estimators.multiclass.one_vs_one import OneVsOne
    from drupe.estimators.multiclass.one_vs_rest import OneVsRest
    from drupe.estimators.multiclass.tournament import Tournament
else:
    on_first_use(__name__)

__all__ = [
    "Code",
    "Decoding",
    "DenseRandom",
    "DirectedAcyclicGraph",
    "ErrorCorrectingCodes",
    "Exhaustive",
    "Given",
    "Hamming",
    "LossBased",
    "OneVsOne",
    "OneVsRest",
    "Tournament",
]
