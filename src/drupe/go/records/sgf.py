"""Game records in SGF, the Smart Game Format, read and written with sgfmill."""

from typing import Any

from drupe.foundation.errors import InputError
from drupe.go.board import Turn
from drupe.go.color import Color
from drupe.go.records.game_record import GameRecord
from drupe.go.vertices import LARGEST, PASS

PLAYERS = {"b": Color.BLACK, "w": Color.WHITE}


def read_sgf(content: bytes | str) -> GameRecord:
    """The first game of a file, its main line only.

    What cannot be read, and positions that cannot be, are errors that say why; comments and marks are passed over. That
    the moves are legal is not checked here: `replayed` says how far they are.

    >>> record = read_sgf("(;GM[1]SZ[9]KM[5.5]RE[B+3.5];B[ee];W[gc];B[])")
    >>> record.size, record.komi, [move for _, move in record.turns]
    (9, 5.5, [40, 24, -1])
    """
    game = _parsed(content)
    root = game.get_root()
    size = int(game.get_size())
    if not 1 <= size <= LARGEST:
        raise InputError(f"the record's board has {size} rows; from 1 to {LARGEST} can be read.")
    try:
        black, white, _ = root.get_setup_stones()
        turns = tuple(_turns(game, size))
        komi, result = float(game.get_komi()), str(root.get("RE")) if root.has_property("RE") else ""
        first = PLAYERS[root.get("PL")] if root.has_property("PL") else turns[0].color if turns else Color.BLACK
    except (ValueError, KeyError, LookupError) as error:
        raise InputError(f"the record cannot be read: {error}; a property of it is not as SGF has it.") from None
    own, other = (tuple(sorted(_point(stone, size) for stone in stones)) for stones in (black, white))
    record = GameRecord(size, turns, own, other, first, komi, result)
    record.start()  # an InputError for stones without liberties
    return record


def write_sgf(record: GameRecord) -> str:
    """The record as SGF.

    >>> text = write_sgf(GameRecord(9, (Turn(Color.BLACK, 40), Turn(Color.WHITE, PASS)), komi=7.0))
    >>> read_sgf(text).turns == (Turn(Color.BLACK, 40), Turn(Color.WHITE, PASS))
    True
    """
    game = _sgfmill().Sgf_game(size=record.size)
    root = game.get_root()
    root.set("KM", record.komi)
    if record.result:
        root.set("RE", record.result)
    if record.black or record.white:
        root.set_setup_stones(
            *([_place(point, record.size) for point in side] for side in (record.black, record.white))
        )
        root.set("PL", _letter(record.to_play))
    for color, move in record.turns:
        game.extend_main_sequence().set_move(_letter(color), None if move == PASS else _place(move, record.size))
    return str(game.serialise().decode("utf-8"))


def _sgfmill() -> Any:
    try:
        from sgfmill import sgf
    except ImportError:
        raise ImportError('records in SGF need sgfmill: pip install "drupe[go]"') from None
    return sgf


def _parsed(content: bytes | str) -> Any:
    sgf = _sgfmill()
    try:
        return sgf.Sgf_game.from_string(content) if isinstance(content, str) else sgf.Sgf_game.from_bytes(content)
    except ValueError as error:
        raise InputError(
            f"the record cannot be read: {error}; a game in SGF begins with (;GM[1]SZ[19] and has moves such as ;B[pd]."
        ) from None


def _turns(game: Any, size: int) -> list[Turn]:
    found = []
    for number, node in enumerate(game.get_main_sequence()):
        if number and node.has_setup_stones():
            raise ValueError(f"stones are set up in the middle of the game, in node {number}")
        color, place = node.get_move()
        if color is not None:
            found.append(Turn(PLAYERS[color], PASS if place is None else _point(place, size)))
    return found


def _point(place: tuple[int, int], size: int) -> int:
    """sgfmill counts rows from the bottom."""
    row, column = place
    return (size - 1 - row) * size + column


def _place(point: int, size: int) -> tuple[int, int]:
    row, column = divmod(point, size)
    return size - 1 - row, column


def _letter(color: Color) -> str:
    return "b" if color is Color.BLACK else "w"
