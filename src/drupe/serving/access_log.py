"""One short line on the standard output for each request."""

from time import perf_counter, strftime

from starlette.types import ASGIApp, Message, Receive, Scope, Send


class AccessLog:
    """ASGI middleware that tells time, request, status and milliseconds."""

    def __init__(self, app: ASGIApp):
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self._app(scope, receive, send)
        start, status = perf_counter(), 0

        async def seen(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, seen)
        finally:
            path = scope["path"].encode("unicode_escape").decode()  # a client writes no lines of its own
            taken = 1e3 * (perf_counter() - start)
            print(f"{strftime('%H:%M:%S')} {scope['method']} {path} {status} {taken:.1f} ms", flush=True)
        return None
