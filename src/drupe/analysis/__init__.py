"""From examples to all the values that a report shows: what was tried, what was chosen, how good it is, how sure."""

from typing import TYPE_CHECKING

from drupe.foundation.names_on_first_use import on_first_use

if TYPE_CHECKING:
    from drupe.analysis.analysis import Analysis, analyze
    from drupe.analysis.importance import Importance, importance_of
    from drupe.analysis.part import Part
    from drupe.analysis.study import study
else:
    on_first_use(__name__)

__all__ = ["Analysis", "Importance", "Part", "analyze", "importance_of", "study"]
