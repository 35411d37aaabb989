"""While the server stops, every answer tells its client to send the next request elsewhere."""

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from drupe.serving.service import Service

CLOSE = (b"connection", b"close")


class Closing:
    """ASGI middleware that ends connections with their next answer once the service is stopping."""

    def __init__(self, app: ASGIApp, service: Service):
        self._app, self._service = app, service

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def last(message: Message) -> None:
            if self._service.stopping and message["type"] == "http.response.start":
                message = {**message, "headers": [*message.get("headers", []), CLOSE]}
            await send(message)

        await self._app(scope, receive, last)
