"""Runs a service on a socket until it is told to stop; whoever was let in is answered first."""

import asyncio
import gc
import logging
import os
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from stat import S_ISSOCK
from typing import Any

import uvicorn
from fastapi import FastAPI

from drupe.foundation.errors import FileError
from drupe.serving.service import Service

LINGER = 1.0
"""Seconds for which clients between two requests may still send one, after the last connection was let in."""

OWNER_ONLY = 0o600
"""Who may speak to a socket in the file system."""


def listening(host: str, port: int) -> socket.socket:
    """A socket at this address; port 0 takes a free one."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Named so, asyncio sends small answers at once; otherwise each would wait for the client's kernel to ask for more.
    found = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((host, port))
    except (OSError, OverflowError) as cause:
        found.close()
        why = getattr(cause, "strerror", None) or str(cause)
        raise FileError(f"{host}, port {port}: {why}; choose another --port, 0 for any, or another --host.") from None
    return found


def listening_file(path: str) -> socket.socket:
    """A socket in the file system, for this user alone; one that a server left behind is replaced."""
    with suppress(OSError):
        if S_ISSOCK(Path(path).stat().st_mode) and not _answered(path):
            os.unlink(path)
    found = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    before = os.umask(0o777 & ~OWNER_ONLY)
    try:
        found.bind(path)
    except OSError as cause:
        found.close()
        raise FileError(f"{path}: {cause.strerror or cause}; name a file that is not there.") from None
    finally:
        os.umask(before)
    return found


def address(found: socket.socket) -> str:
    """Where clients find it.

    >>> with listening("127.0.0.1", 0) as found:
    ...     address(found).startswith("http://127.0.0.1:")
    True
    """
    if found.family == socket.AF_UNIX:
        return f"unix:{found.getsockname()}"
    host, port = found.getsockname()[:2]
    return f"http://[{host}]:{port}" if found.family == socket.AF_INET6 else f"http://{host}:{port}"


def serve(app: FastAPI, found: socket.socket, ready: Callable[[], None] = lambda: None) -> None:
    """Answer until SIGINT or SIGTERM comes, then those who are inside, and return; a second signal ends at once."""
    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)  # the noise of others on the line is none of ours
    config = uvicorn.Config(
        app, log_config=None, access_log=False, lifespan="on", ws="none", server_header=False, date_header=False
    )
    # What was loaded stays for good: to look through it for garbage would hold up all who wait, now and then.
    gc.collect()
    gc.freeze()
    path = found.getsockname() if found.family == socket.AF_UNIX else None
    try:
        _Server(config, app.state.service, ready).run([found])
    finally:
        if path:
            with suppress(OSError):
                os.unlink(path)


class _Server(uvicorn.Server):
    """uvicorn's server, which leaves without haste and without a complaint."""

    def __init__(self, config: uvicorn.Config, service: Service, ready: Callable[[], None]):
        super().__init__(config)
        self._service, self._ready = service, ready

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Signals mean an orderly end; uvicorn would raise them once more afterwards."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self._stop)
        try:
            yield
        finally:
            for number in (signal.SIGINT, signal.SIGTERM):
                loop.remove_signal_handler(number)

    def _stop(self) -> None:
        self.force_exit = self.should_exit
        self.should_exit = self._service.stopping = True

    async def startup(self, sockets: Any = None) -> None:
        await super().startup(sockets)
        self._ready()

    async def shutdown(self, sockets: Any = None) -> None:
        """Nobody new is let in; those inside are told with their next answer that it is the last.

        A client that keeps its connection may have sent a request that is not read yet. Closed at once, it would never
        know whether it was answered.
        """
        for server in self.servers:
            server.close()
        end = asyncio.get_running_loop().time() + LINGER
        while self.server_state.connections and not self.force_exit and asyncio.get_running_loop().time() < end:
            await asyncio.sleep(0.02)
        await super().shutdown(sockets)


def _answered(path: str) -> bool:
    """Whether somebody listens at a socket in the file system."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        try:
            probe.connect(path)
        except OSError:
            return False
    return True
