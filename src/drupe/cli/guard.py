"""Whatever goes wrong becomes one line on the error stream and an exit code; never a traceback for a bad file."""

import functools
import inspect
import os
import re
import sys
import warnings
from collections.abc import Callable
from typing import Any

import typer

from drupe.cli.streams import forget_output
from drupe.cli.wording import for_command_line
from drupe.foundation.errors import BudgetError, DrupeError, FileError, ParameterError

DEFECT, USAGE, DATA, FILE, MEMORY, INTERRUPTED = 1, 2, 3, 4, 5, 130
"""Exit codes."""

TRACEBACKS = "DRUPE_TRACEBACKS"
"""The environment variable with which defects show their traceback."""


def guarded(command: Callable[..., None]) -> Callable[..., None]:
    """The command, with errors as users of a terminal expect them."""

    @functools.wraps(command)
    def run(*arguments: Any, **options: Any) -> None:
        with warnings.catch_warnings():
            warnings.showwarning = _one_line
            try:
                command(*arguments, **options)
                sys.stdout.flush()
            except KeyboardInterrupt:
                _leave("interrupted; nothing was written.", INTERRUPTED)
            except BrokenPipeError:
                forget_output()  # the reader of the pipe has closed it
                raise typer.Exit(0) from None
            except Exception as error:
                if isinstance(error, typer.Exit | typer.Abort):
                    raise
                if _interrupted(error):
                    _leave("interrupted; nothing was written.", INTERRUPTED)
                message, code = explained(error)
                if isinstance(error, OSError) and not isinstance(error, DrupeError):
                    forget_output()
                _leave(message, code)

    run.__signature__ = inspect.signature(command)  # type: ignore[attr-defined]
    run.__doc__ = flowing(command.__doc__ or "")
    return run


def _interrupted(error: BaseException | None) -> bool:
    """Whether Ctrl-C is behind an error: during an import it may surface as whatever the import makes of it.

    >>> error = ImportError("initialization failed")
    >>> error.__cause__ = KeyboardInterrupt()
    >>> _interrupted(error), _interrupted(ImportError())
    (True, False)
    """
    if error is None or isinstance(error, KeyboardInterrupt):
        return error is not None
    return _interrupted(error.__cause__) or _interrupted(error.__context__)


def explained(error: Exception) -> tuple[str, int]:
    """What a user is told of an error, and the exit code; a defect is raised where its traceback was asked for."""
    if isinstance(error, DrupeError):
        return for_command_line(error), _code(error)
    if isinstance(error, MemoryError):
        return f"not enough memory: {error}", MEMORY
    if isinstance(error, OSError):
        return f"{error.filename or 'standard output'}: {error.strerror or error}", FILE
    if TRACEBACKS in os.environ:
        raise error
    where = f"set {TRACEBACKS}=1 to see where, and please report it"
    return f"a defect of drupe, not of your data: {type(error).__name__}: {error}; {where}.", DEFECT


def flowing(documentation: str) -> str:
    """Paragraphs on one line each, so that a terminal of any width can wrap them.

    >>> flowing("One\\nparagraph.\\n\\nAnother\\none.")
    'One paragraph.\\n\\nAnother one.'
    """
    return "\n\n".join(" ".join(part.split()) for part in re.split(r"\n\s*\n", inspect.cleandoc(documentation)))


def one_line(message: str) -> str:
    """A message that stays on its line whatever stands in it, names of files with control characters for example.

    >>> one_line("a\\x1b[2J  b\\nc")
    'a\\\\x1b[2J b c'
    """
    words = " ".join(message.split())
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in words)


def _code(error: DrupeError) -> int:
    kinds = {FileError: FILE, BudgetError: MEMORY, ParameterError: USAGE}
    return next((code for kind, code in kinds.items() if isinstance(error, kind)), DATA)


def _leave(message: str, code: int) -> None:
    typer.echo(f"drupe: {one_line(message)}", err=True)
    raise typer.Exit(code) from None


def _one_line(message: Warning | str, *_: Any, **__: Any) -> None:
    typer.echo(f"drupe: warning: {one_line(for_command_line(message))}", err=True)
