"""The five sources and the studies that came after them, a chapter each."""

from drupe.book.sources.cristianini import CRISTIANINI
from drupe.book.sources.graepel import GRAEPEL
from drupe.book.sources.herbrich import HERBRICH
from drupe.book.sources.mika import MIKA
from drupe.book.sources.mukherjee import MUKHERJEE
from drupe.book.sources.since import SINCE

__all__ = ["CHAPTERS"]

CHAPTERS = (HERBRICH, MIKA, CRISTIANINI, GRAEPEL, MUKHERJEE, SINCE)
"""In the order of the book."""
