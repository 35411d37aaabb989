"""Pictures: boards with scores of moves, territory, and why a move comes first."""

from drupe.go.pictures.board_picture import BoardPicture, picture
from drupe.go.pictures.reasons import Reason, reasons

__all__ = ["BoardPicture", "Reason", "picture", "reasons"]
