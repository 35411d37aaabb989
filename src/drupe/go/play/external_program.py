"""Another program that speaks GTP, as an opponent in a process of its own."""

import shutil
import subprocess
from collections.abc import Sequence
from types import TracebackType
from typing import Self

from drupe.foundation.errors import InputError
from drupe.go.board import Board
from drupe.go.color import Color
from drupe.go.vertices import point_of, vertex_of

RESIGN = "resign"
WORDS = {Color.BLACK: "black", Color.WHITE: "white"}


class ExternalProgram:
    """A process that is told all moves and asked for its own; ends with the `with` block.

    Parameters
    ----------
    command
        The program and its arguments, such as gnugo --mode gtp --level 0.
    """

    def __init__(self, command: Sequence[str]):
        if not command or shutil.which(command[0]) is None:
            raise InputError(f"there is no program {' '.join(command)!r}; give the path of one that speaks GTP.")
        self._process = subprocess.Popen(
            list(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                stream.close()

    def ask(self, command: str) -> str:
        """The answer to a command, without its mark; an InputError if the program refuses or has ended."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            self._process.stdin.write(f"{command}\n")
            self._process.stdin.flush()
        except OSError:
            raise InputError(f"the program has ended before it was told {command!r}.") from None
        lines: list[str] = []
        for line in self._process.stdout:
            if line.strip():
                lines.append(line.rstrip("\n"))
            elif lines:
                break
        said = "\n".join(lines)
        if not said.startswith("="):
            raise InputError(f"the program refused {command!r}: {said or 'it has ended'}")
        return said[1:].strip()

    def start(self, board: Board, komi: float) -> None:
        """A new game on a board of this size, with the moves so far."""
        for command in (f"boardsize {board.size}", "clear_board", f"komi {komi:g}"):
            self.ask(command)
        for color, move in board.turns:
            self.told(color, move, board.size)

    def told(self, color: Color, move: int, size: int) -> None:
        """That a move was made."""
        self.ask(f"play {WORDS[color]} {vertex_of(move, size)}")

    def move(self, color: Color, size: int) -> int | None:
        """Its move; None if it resigns."""
        said = self.ask(f"genmove {WORDS[color]}")
        return None if said.lower() == RESIGN else point_of(said, size)

    def knows(self, command: str) -> bool:
        """Whether it knows a command."""
        return self.ask(f"known_command {command}") == "true"

    def score(self) -> str:
        """What it takes for the score; empty if it does not keep one."""
        return self.ask("final_score") if self.knows("final_score") else ""

    def dead(self, size: int) -> tuple[int, ...]:
        """The stones that it takes for dead; none if it does not say."""
        if not self.knows("final_status_list"):
            return ()
        return tuple(point_of(vertex, size) for vertex in self.ask("final_status_list dead").split())
