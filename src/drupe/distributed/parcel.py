"""A value on its way to other processes: a small head, and large buffers that need to travel only once."""

import hashlib
import pickle
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cloudpickle

LARGE = 2**16
"""Bytes from which a buffer travels by itself."""


@dataclass(frozen=True)
class Parcel:
    """A pickled value without its large arrays, and the digests of these in the order in which they are put back.

    Parameters
    ----------
    head
        The pickle, with places for the buffers.
    digests
        What tells each buffer from all others.
    """

    head: bytes
    digests: tuple[str, ...]

    def opened(self, buffers: Sequence[bytes]) -> Any:
        """The value, from its buffers in the order of the digests."""
        return pickle.loads(self.head, buffers=buffers)


def packed(value: Any) -> tuple[Parcel, dict[str, bytes]]:
    """The parcel of a value, and its large buffers by their digests.

    >>> import numpy as np
    >>> parcel, buffers = packed({"large": np.zeros(10**5), "small": np.ones(3)})
    >>> len(parcel.head) < 2000, [len(buffer) for buffer in buffers.values()]
    (True, [800000])
    >>> parcel.opened([buffers[digest] for digest in parcel.digests])["small"].tolist()
    [1.0, 1.0, 1.0]
    """
    digests: list[str] = []
    buffers: dict[str, bytes] = {}

    def stays(buffer: pickle.PickleBuffer) -> bool:
        view = buffer.raw()
        if view.nbytes < LARGE:
            return True
        digest = hashlib.blake2b(view, digest_size=16).hexdigest()
        digests.append(digest)
        if digest not in buffers:
            buffers[digest] = view.tobytes()
        return False

    # Functions of a user's own script or notebook cannot be found by name elsewhere: they travel with their code.
    head = cloudpickle.dumps(value, protocol=5, buffer_callback=stays)
    return Parcel(head, tuple(digests)), buffers
