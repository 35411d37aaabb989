"""GTP, the Go Text Protocol, version 2: a game that is played by commands on the standard input."""

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from importlib.metadata import version

from drupe.foundation.errors import InputError
from drupe.go.board import Board
from drupe.go.color import Color
from drupe.go.play.clock import Clock
from drupe.go.play.gtp_words import RefusedError, cleaned, color_of, none, numbers, one_color
from drupe.go.play.players import Player
from drupe.go.records.game_record import GameRecord, replayed
from drupe.go.records.sgf import read_sgf, write_sgf
from drupe.go.vertices import PASS, vertex_of

SMALLEST, LARGEST = 2, 25


@dataclass(eq=False)
class GtpEngine:
    """A game and a player, moved by commands; what is wrong is answered by an error and changes nothing.

    Parameters
    ----------
    player
        Who answers `genmove`.
    size
        Of the board at first.
    komi
        Of the first game.
    seconds
        For each move at most, whatever the clock allows; None for what the clock allows.

    Examples
    --------
    >>> from drupe.go.play.players import RandomPlayer
    >>> engine = GtpEngine(RandomPlayer(), size=9)
    >>> engine.answer("7 play black E5"), engine.answer("play white E5")
    ('=7\\n\\n', '? illegal move: E5 has a black stone; a move needs an empty point.\\n\\n')

    References
    ----------
    [Farneback02]_, section 6.3.
    """

    player: Player
    size: int = 19
    komi: float = 7.5
    seconds: float | None = None
    finished: bool = field(default=False, init=False)

    def __post_init__(self) -> None:
        self._board = Board(self.size)
        self._clocks = dict.fromkeys(Color, Clock())

    @property
    def board(self) -> Board:
        """The game as it stands."""
        return self._board

    def answers(self, lines: Iterable[str]) -> Iterator[str]:
        """The answers to all commands, until `quit` or the end."""
        for line in lines:
            said = self.answer(line)
            if said is not None:
                yield said
            if self.finished:
                return

    def answer(self, line: str) -> str | None:
        """What to say to a line; None to an empty one."""
        words = cleaned(line).split()
        if not words:
            return None
        number = words.pop(0) if words[0].isdecimal() else ""
        if not words:
            return f"?{number} unknown command\n\n"
        try:
            command = COMMANDS.get(words[0])
            if command is None:
                raise RefusedError("unknown command")
            said = command(self, words[1:])
        except RefusedError as refused:
            return f"?{number} {refused}\n\n"
        return f"={number}{' ' * bool(said)}{said}\n\n"

    def _boardsize(self, words: list[str]) -> str:
        (size,) = numbers(words, 1, int)
        if not SMALLEST <= size <= LARGEST:
            raise RefusedError("unacceptable size")
        self.size = size
        return self._clear_board([])

    def _clear_board(self, words: list[str]) -> str:
        none(words)
        self._board = Board(self.size)
        return ""

    def _komi(self, words: list[str]) -> str:
        (self.komi,) = numbers(words, 1, float)
        return ""

    def _play(self, words: list[str]) -> str:
        if len(words) != 2:
            raise RefusedError("syntax error: a color and a vertex are needed")
        color = color_of(words[0])
        try:
            self._board.play(words[1].upper() if words[1].lower() != "pass" else "pass", color)
        except InputError as error:
            raise RefusedError(f"illegal move: {cleaned(str(error))}") from None
        return ""

    def _genmove(self, words: list[str]) -> str:
        color, started = one_color(words), time.monotonic()
        board = self._board
        if board.to_play is not color:
            board = _turned(board, color)
        moves_left = int((board.stones == 0).sum()) // 2
        limits = [limit for limit in (self.seconds, self._clocks[color].for_move(moves_left)) if limit is not None]
        move = self.player.choose(board, self.komi, min(limits, default=None))
        self._board.play(move, color)
        self._clocks[color] = self._clocks[color].after(time.monotonic() - started)
        return vertex_of(move, self.size)

    def _undo(self, words: list[str]) -> str:
        none(words)
        if not self._board.turns:
            raise RefusedError("cannot undo")
        self._board.undo()
        return ""

    def _time_settings(self, words: list[str]) -> str:
        main, period, stones = numbers(words, 3, float)
        if min(main, period, stones) < 0:
            raise RefusedError("syntax error: times are not negative")
        self._clocks = dict.fromkeys(Color, Clock.set(main, period, int(stones)))
        return ""

    def _time_left(self, words: list[str]) -> str:
        if len(words) != 3:
            raise RefusedError("syntax error: a color, seconds and stones are needed")
        color, (seconds, stones) = color_of(words[0]), numbers(words[1:], 2, float)
        self._clocks[color] = self._clocks[color].left(seconds, int(stones))
        return ""

    def _final_score(self, words: list[str]) -> str:
        none(words)
        return score_text(self._board, self.komi)

    def _showboard(self, words: list[str]) -> str:
        none(words)
        rows = str(self._board).splitlines()
        letters = "   " + " ".join("ABCDEFGHJKLMNOPQRSTUVWXYZ"[: self.size])
        drawn = [f"{self.size - number:2d} {row}" for number, row in enumerate(rows)]
        return "\n".join(["", letters, *drawn, letters, f"{self._board.to_play.name.capitalize()} to play"])

    def _loadsgf(self, words: list[str]) -> str:
        if len(words) not in (1, 2) or (len(words) == 2 and not words[1].isdecimal()):
            raise RefusedError(
                "syntax error: a file, and perhaps the number of the move before which to stop, are needed"
            )
        try:
            with open(words[0], "rb") as file:
                record = read_sgf(file.read())
        except (OSError, ImportError, InputError) as error:
            raise RefusedError(f"cannot load file: {cleaned(str(error))}") from None
        shown = record.turns[: int(words[1]) - 1] if len(words) == 2 else record.turns
        replay = replayed(GameRecord(record.size, shown, record.black, record.white, record.to_play))
        if replay.stopped:
            raise RefusedError(f"cannot load file: {cleaned(replay.stopped)}")
        self.size, self.komi, self._board = record.size, record.komi, replay.board
        return "black" if replay.board.to_play is Color.BLACK else "white"

    def _printsgf(self, words: list[str]) -> str:
        none(words)
        start = self._board.copy()
        for _ in self._board.turns:
            start.undo()
        stones = start.stones.ravel()
        black, white = (tuple((stones == sign).nonzero()[0].tolist()) for sign in (1, -1))
        try:
            return write_sgf(GameRecord(self.size, self._board.turns, black, white, start.to_play, self.komi)).strip()
        except ImportError as error:
            raise RefusedError(str(error)) from None

    def _known_command(self, words: list[str]) -> str:
        if len(words) != 1:
            raise RefusedError("syntax error: the name of a command is needed")
        return "true" if words[0] in COMMANDS else "false"

    def _quit(self, words: list[str]) -> str:
        self.finished = True
        return ""


def score_text(board: Board, komi: float) -> str:
    """B+3.5, W+12 or 0, by area: stones count as alive.

    >>> score_text(Board.of(". X .\\n. X .\\n. X ."), komi=4.5)
    'B+4.5'
    """
    black, white = board.area()
    lead = black - white - komi
    return "0" if lead == 0 else f"{'B' if lead > 0 else 'W'}+{abs(lead):g}"


Command = Callable[[GtpEngine, list[str]], str]

COMMANDS: dict[str, Command] = {
    "protocol_version": lambda engine, words: "2",
    "name": lambda engine, words: "drupe",
    "version": lambda engine, words: version("drupe"),
    "known_command": GtpEngine._known_command,
    "list_commands": lambda engine, words: "\n".join(COMMANDS),
    "quit": GtpEngine._quit,
    "boardsize": GtpEngine._boardsize,
    "clear_board": GtpEngine._clear_board,
    "komi": GtpEngine._komi,
    "play": GtpEngine._play,
    "genmove": GtpEngine._genmove,
    "undo": GtpEngine._undo,
    "time_settings": GtpEngine._time_settings,
    "time_left": GtpEngine._time_left,
    "final_score": GtpEngine._final_score,
    "showboard": GtpEngine._showboard,
    "loadsgf": GtpEngine._loadsgf,
    "printsgf": GtpEngine._printsgf,
}


def _turned(board: Board, color: Color) -> Board:
    """The same position with the other player to move: who is asked twice has the other one pass in thought."""
    turned = board.copy()
    turned.play(PASS, color.opponent)
    return turned
