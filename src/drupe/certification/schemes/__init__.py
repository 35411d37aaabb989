"""Schemes: ways to learn a rule together with a certificate that covers exactly this rule."""

from typing import TYPE_CHECKING

from drupe.foundation.names_on_first_use import on_first_use

if TYPE_CHECKING:
    from drupe.certification.schemes.aggregation import AggregationScheme
    from drupe.certification.schemes.best_round import BestRoundScheme
    from drupe.certification.schemes.blockwise import BlockwiseScheme
    from drupe.certification.schemes.hold_out import HoldOutScheme
    from drupe.certification.schemes.learned import Scheme
    from drupe.certification.schemes.pick_to_learn import PickToLearnScheme
    from drupe.certification.schemes.progressive import ProgressiveScheme
else:
    on_first_use(__name__)

__all__ = [
    "AggregationScheme",
    "BestRoundScheme",
    "BlockwiseScheme",
    "HoldOutScheme",
    "PickToLearnScheme",
    "ProgressiveScheme",
    "Scheme",
]
