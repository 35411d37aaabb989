"""How much one request may bring, and how many may wait."""

from dataclasses import dataclass

from drupe.foundation.parameters import Checked, positive, whole


@dataclass(frozen=True)
class Limits(Checked):
    """What is refused, so that no request takes all memory and no queue grows for ever.

    Parameters
    ----------
    body
        Bytes of one request.
    rows
        Rows of one request; as many are evaluated together at most.
    waiting
        Requests that may be inside at once, read, waiting or evaluated; any more are told to come again.
    seconds
        Time in which a client must have sent its request.

    Examples
    --------
    >>> Limits(rows=10).rows
    10
    """

    body: int = whole(1, 4 * 2**20)
    rows: int = whole(1, 10_000)
    waiting: int = whole(1, 512)
    seconds: float = positive(30.0)
