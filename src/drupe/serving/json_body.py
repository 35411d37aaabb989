"""Rows of a request in JSON: {"rows": [...]}."""

import json
from typing import Any, NoReturn

from drupe.serving.limits import Limits
from drupe.serving.refusals import Refusal, Status, shown

ROWS = "rows"

WANTED = 'send {"rows": [...]}'


def rows_in_json(body: bytes, limits: Limits) -> list[Any]:
    """What stands under "rows", at least one and no more than allowed.

    >>> rows_in_json(b'{"rows": [[1.5, 2]]}', Limits())
    [[1.5, 2]]
    """
    said = _parsed(body)
    if not isinstance(said, dict) or ROWS not in said:
        raise Refusal(Status.NOT_READABLE, f"the request is {shown(said)}; {WANTED}.")
    other = next((name for name in said if name != ROWS), None)
    if other is not None:
        raise Refusal(Status.NOT_READABLE, f"the request has a field {shown(other)} that means nothing; {WANTED}.")
    rows = said[ROWS]
    if not isinstance(rows, list):
        raise Refusal(Status.NOT_READABLE, f'"rows" is {shown(rows)}; it must be a list of rows.')
    check_count(len(rows), limits)
    return rows


def check_count(rows: int, limits: Limits) -> None:
    """Raise a Refusal unless there are rows, and no more than allowed."""
    if not rows:
        raise Refusal(Status.NOT_USABLE, "the request has no rows; send at least one.")
    if rows > limits.rows:
        raise Refusal(
            Status.TOO_LARGE, f"the request has {rows} rows; at most {limits.rows} are taken, send them in parts."
        )


def _parsed(body: bytes) -> Any:
    try:
        said = json.loads(body, parse_constant=_no_number)
        if b"\\u" in body:  # half of a pair of code units is no letter
            json.dumps(said, ensure_ascii=False).encode()
    except RecursionError:
        raise Refusal(Status.NOT_READABLE, f"the JSON is nested too deep; {WANTED}.") from None
    except UnicodeEncodeError:
        raise Refusal(Status.NOT_READABLE, "the JSON holds half of a pair of code units; send whole letters.") from None
    except ValueError as wrong:
        raise Refusal(Status.NOT_READABLE, f"the request is no JSON: {wrong}; {WANTED}.") from None
    return said


def _no_number(word: str) -> NoReturn:
    raise Refusal(Status.NOT_READABLE, f"{word} is no number of JSON; send null for an empty cell, or a finite number.")
