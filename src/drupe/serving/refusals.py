"""Requests that are not answered: what was wrong, what came and what would do, with the status that HTTP has for it."""

from enum import IntEnum


class Status(IntEnum):
    """Why there is no answer."""

    NOT_READABLE = 400
    TOO_SLOW = 408
    TOO_LARGE = 413
    NOT_THIS_KIND = 415
    NOT_USABLE = 422
    TOO_BUSY = 503


class Refusal(Exception):
    """A request that is not answered, and why."""

    def __init__(self, status: Status, message: str):
        super().__init__(message)
        self.status, self.message = status, message

    @property
    def headers(self) -> dict[str, str]:
        """When to come again, if that would help."""
        return {"retry-after": "1"} if self.status is Status.TOO_BUSY else {}


def unusable(message: str) -> Refusal:
    """Rows that the model cannot take."""
    return Refusal(Status.NOT_USABLE, message)


def shown(value: object) -> str:
    """What came, in a few characters.

    >>> shown("a" * 100)
    "'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa...'"
    """
    words = repr(value) if not isinstance(value, int) or value.bit_length() < 128 else "a whole number of many digits"
    return words if len(words) <= 42 else f"{words[:38]}...{words[-1]}"
