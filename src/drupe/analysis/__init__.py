"""From examples to all the values that a report shows: what was tried, what was chosen, how good it is, how sure."""

from drupe.analysis.analysis import Analysis, analyze
from drupe.analysis.importance import Importance, importance_of
from drupe.analysis.part import Part
from drupe.analysis.study import study

__all__ = ["Analysis", "Importance", "Part", "analyze", "importance_of", "study"]
