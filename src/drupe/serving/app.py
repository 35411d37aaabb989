"""The routes: where a model answers, and where it says what it is."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from importlib.metadata import version
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from drupe.analysis.description import NO_KERNEL, describe
from drupe.persistence.archive import Archive
from drupe.serving.arrow_body import ARROW
from drupe.serving.closing import Closing
from drupe.serving.limits import Limits
from drupe.serving.refusals import Refusal
from drupe.serving.service import JSON, Asked, Service

CERTIFICATE = "drupe-certificate"
"""The header with the certificate in one line."""

HANDED_BACK = {
    "requestBody": {"required": True, "content": {JSON: {"example": {"rows": [[1.5, 2.0]]}}, ARROW: {}}},
    "responses": {"200": {"description": "An answer for each row.", "content": {JSON: {}, ARROW: {}}}},
}
"""What `/openapi.json` says of bodies, which are read without it."""


def create_app(model: Any, limits: Limits | None = None) -> FastAPI:
    """The service of a model, for any server that speaks ASGI; `drupe serve` runs it under uvicorn.

    Parameters
    ----------
    model
        A fitted model, or what `load_archive` found in a file, which knows its columns and its certificate.
    limits
        What is refused; None for the usual limits.

    Examples
    --------
    >>> from drupe import SVC
    >>> app = create_app(SVC().fit([[0.0], [1.0]], ["low", "high"]))
    >>> import asyncio, httpx
    >>> async def asked():
    ...     async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://model") as client:
    ...         return (await client.post("/predict", json={"rows": [[0.9]]})).json()
    >>> asyncio.run(asked())
    {'answers': [{'label': 'high', 'dont_know': False}]}
    """
    archive = model if isinstance(model, Archive) else Archive(model)
    service = Service(archive, limits or Limits())

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        yield
        service.batches.close()

    app = FastAPI(title="drupe", version=version("drupe"), docs_url=None, redoc_url=None, lifespan=lifespan)
    app.state.service = service
    app.add_middleware(Closing, service=service)
    _explain_errors(app)
    facts = _facts(service)

    @app.post("/predict", openapi_extra=HANDED_BACK)
    async def predict(request: Request) -> Response:
        """Answers for rows: {"rows": [[...], ...]}, or objects by the names of columns, or strings; or Arrow."""
        body, kind = await service.predict(_asked(request), request.stream())
        headers = {CERTIFICATE: service.certified} if service.certified else None
        return Response(body, media_type=kind, headers=headers)

    @app.get("/certificate")
    async def certificate() -> Response:
        """What is known of the errors of the model, with its premises."""
        if service.certificate is None:
            return _error(404, "the model has no certificate; save one with it, or fit a CertifiedClassifier.")
        return JSONResponse({**service.certificate.to_dict(), "sentence": service.certificate.sentence()})

    @app.get("/model")
    async def about() -> Response:
        """What the model is, and what a request must hold."""
        return JSONResponse(facts)

    @app.get("/health")
    async def health() -> Response:
        """Whether requests are taken, and how many are inside."""
        told = {"status": "stopping" if service.stopping else "ok", "inside": service.inside}
        return JSONResponse(told, 503 if service.stopping else 200)

    return app


def _asked(request: Request) -> Asked:
    headers = request.headers
    length = headers.get("content-length", "")
    sent = headers.get("content-type", "").partition(";")[0].strip().lower()
    packed = headers.get("content-encoding", "").lower()
    return Asked(sent, headers.get("accept", ""), int(length) if length.isdecimal() else None, packed)


def _facts(service: Service) -> Mapping[str, Any]:
    description, limits, classes = describe(service.archive.model), service.limits, service.model.classes
    return {
        "machine": description.machine,
        "kernel": None if description.kernel == NO_KERNEL else description.kernel,
        "task": "quantity" if service.model.quantities else "classes",
        "classes": None if classes is None else [str(label) for label in classes.tolist()],
        "probabilities": service.model.probable,
        "rows": service.rows.described(),
        "certificate": service.certified or None,
        "drupe": version("drupe"),
        "written_by": service.archive.version or None,
        "sha256": service.archive.checksum or None,
        "limits": {"body": limits.body, "rows": limits.rows, "waiting": limits.waiting, "seconds": limits.seconds},
    }


def _explain_errors(app: FastAPI) -> None:
    """Every error is {"error": ...}."""

    @app.exception_handler(Refusal)
    async def refused(_: Request, refusal: Refusal) -> Response:
        return _error(refusal.status, refusal.message, refusal.headers)

    @app.exception_handler(HTTPException)
    async def no_such_place(request: Request, wrong: HTTPException) -> Response:
        place = f"{request.method} {request.url.path}: {wrong.detail}"
        known = "there are POST /predict, GET /model, /certificate, /health and /openapi.json"
        return _error(wrong.status_code, f"{place}; {known}.", wrong.headers)

    @app.exception_handler(ClientDisconnect)
    async def gone(_: Request, __: ClientDisconnect) -> Response:
        return Response(status_code=499)  # nobody reads it

    @app.exception_handler(Exception)
    async def defect(_: Request, __: Exception) -> Response:
        return _error(500, "a defect of drupe, not of your request; the log of the server tells where.")


def _error(status: int, message: str, headers: Mapping[str, str] | None = None) -> Response:
    return JSONResponse({"error": message}, status, dict(headers or {}))
