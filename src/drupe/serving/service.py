"""A model at work: takes the bodies of requests, has their rows answered, and counts who is inside."""

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from drupe.estimators.answers import Answers
from drupe.estimators.bind import bind
from drupe.foundation.budget import readable
from drupe.foundation.errors import InputError
from drupe.persistence.archive import Archive
from drupe.serving.answer_body import flat_columns_of, json_of
from drupe.serving.arrow_body import ARROW, arrow_of, columns_in_arrow
from drupe.serving.batches import Batches
from drupe.serving.certificate import certificate_of, one_line
from drupe.serving.json_body import rows_in_json
from drupe.serving.limits import Limits
from drupe.serving.refusals import Refusal, Status, unusable
from drupe.serving.rows import rows_of

JSON = "application/json"


@dataclass(frozen=True)
class Asked:
    """What the headers of a request say.

    Parameters
    ----------
    sent
        The kind of its body.
    accepted
        What the answer may be; empty if nothing is said.
    length
        Bytes of the body; None if they are not told beforehand.
    packed
        How the body is compressed; empty if it is not.
    """

    sent: str
    accepted: str = ""
    length: int | None = None
    packed: str = ""

    @property
    def in_arrow(self) -> bool:
        """Whether answers are wanted in Arrow: if that is said, or if the rows came so and nothing else is said."""
        return ARROW in self.accepted or (self.sent == ARROW and JSON not in self.accepted)


class Service:
    """Answers requests with a model.

    Parameters
    ----------
    archive
        The model, with recipe and certificate if there are any.
    limits
        What is refused.
    """

    def __init__(self, archive: Archive, limits: Limits):
        self.archive, self.limits = archive, limits
        self.model, self.rows = bind(archive.model), rows_of(archive)
        self.certificate = certificate_of(archive)
        self.certified = one_line(self.certificate)
        self.batches = Batches(self._answered, limits.rows)
        self.inside = 0
        self.stopping = False

    async def predict(self, asked: Asked, body: AsyncIterator[bytes]) -> tuple[bytes, str]:
        """The answers and the kind of body that they are; raises a `Refusal`."""
        with self._admitted():
            kind = self._checked_kind(asked)
            content = await self._read(asked, body)
            rows, count = self._rows(kind, content)
            try:
                answers = await self.batches.answers(rows, count)
            except InputError as wrong:
                raise unusable(str(wrong)) from wrong
            except MemoryError as wrong:
                told = f"there is not enough memory for {count} rows: {wrong}; send fewer at a time."
                raise Refusal(Status.TOO_LARGE, told) from wrong
            if asked.in_arrow:
                return arrow_of(flat_columns_of(self.model, answers)), ARROW
            return json_of(self.model, answers), JSON

    @contextmanager
    def _admitted(self) -> Iterator[None]:
        if self.inside >= self.limits.waiting:
            raise Refusal(Status.TOO_BUSY, f"{self.inside} requests are waiting already; come again in a second.")
        self.inside += 1
        try:
            yield
        finally:
            self.inside -= 1

    def _checked_kind(self, asked: Asked) -> str:
        if asked.sent not in (JSON, ARROW):
            came = asked.sent or "nothing"
            raise Refusal(Status.NOT_THIS_KIND, f"the content type is {came!r}; send {JSON}, or {ARROW}.")
        if asked.packed and asked.packed != "identity":
            raise Refusal(Status.NOT_THIS_KIND, f"the body is packed by {asked.packed!r}; send it as it is.")
        return asked.sent

    async def _read(self, asked: Asked, body: AsyncIterator[bytes]) -> bytes:
        most = self.limits.body
        large = Refusal(Status.TOO_LARGE, f"the request has more than {readable(most)}; send its rows in parts.")
        if asked.length is not None and asked.length > most:
            raise large
        parts, size = [], 0
        try:
            async with asyncio.timeout(self.limits.seconds):
                async for part in body:
                    size += len(part)
                    if size > most:
                        raise large
                    parts.append(part)
        except TimeoutError:
            told = f"the request did not come to its end within {self.limits.seconds:g} seconds; send it again."
            raise Refusal(Status.TOO_SLOW, told) from None
        return b"".join(parts)

    def _rows(self, kind: str, content: bytes) -> tuple[Any, int]:
        """The checked rows, and how many they are."""
        if kind == JSON:
            rows = rows_in_json(content, self.limits)
            return self.rows.checked(rows), len(rows)
        columns = columns_in_arrow(content, self.limits)
        return self.rows.from_columns(columns), len(next(iter(columns.values())))

    def _answered(self, requests: Sequence[Any]) -> Answers:
        return self.model(self.rows.together(requests))
