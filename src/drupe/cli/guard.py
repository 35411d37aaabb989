"""Whatever goes wrong becomes one line on the error stream and an exit code; never a traceback for a bad file."""

import functools
import inspect
import os
import sys
import warnings
from collections.abc import Callable
from typing import Any

import typer

from drupe.cli.wording import for_command_line
from drupe.foundation.errors import BudgetError, DrupeError, FileError

DATA, FILE, MEMORY, INTERRUPTED = 3, 4, 5, 130
"""Exit codes."""


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
                # Whoever read our output has seen enough; Python would complain once more while it ends.
                os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
                raise typer.Exit(0) from None
            except DrupeError as error:
                _leave(for_command_line(str(error)), _code(error))
            except MemoryError as error:
                _leave(f"not enough memory: {error}", MEMORY)
            except OSError as error:
                _leave(f"{error.filename or 'output'}: {error.strerror or error}", FILE)

    run.__signature__ = inspect.signature(command)  # type: ignore[attr-defined]
    return run


def _code(error: DrupeError) -> int:
    return FILE if isinstance(error, FileError) else MEMORY if isinstance(error, BudgetError) else DATA


def _leave(message: str, code: int) -> None:
    typer.echo(f"drupe: {' '.join(message.split())}", err=True)
    raise typer.Exit(code) from None


def _one_line(message: Warning | str, *_: Any, **__: Any) -> None:
    typer.echo(f"drupe: warning: {for_command_line(' '.join(str(message).split()))}", err=True)
