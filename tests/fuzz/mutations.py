"""Ways to damage a file: cut it, flip bits, splice, repeat, lie about lengths and shapes, and seal the lie."""

import copy
import hashlib
import json
import re
from collections.abc import Callable

import numpy as np

Mutation = Callable[[bytes, np.random.Generator], bytes]

HUGE = [0, -1, 1, 2**31 - 1, 2**31, 2**32, 2**53, 2**63 - 1, 2**63, 2**64, 10**30]
ODD_VALUES = [None, True, "", "x" * 100, "\ud800", -1, 0.5, 1e308, [], {}, [[]], {"same": 0}, {"same": 10**9}]
WORDS = ["type", "array", "stacked", "tuple", "same", "csr", "bytes", "fields", "__class__"]
TYPES = ["os.system", "kernels.Gaussian", "estimators.SVC", "inputs.Vectors", "solvers.Stop", "sklearn.Pipeline"]


def truncated(content: bytes, rng: np.random.Generator) -> bytes:
    """Only its beginning."""
    return content[: rng.integers(0, len(content) + 1)]


def flipped(content: bytes, rng: np.random.Generator) -> bytes:
    """Some bits turned around."""
    out = bytearray(content)
    for place in rng.integers(0, max(1, len(out)), size=rng.integers(1, 8)):
        if out:
            out[place] ^= 1 << rng.integers(0, 8)
    return bytes(out)


def overwritten(content: bytes, rng: np.random.Generator) -> bytes:
    """A stretch of random bytes in its middle."""
    start = int(rng.integers(0, len(content) + 1))
    return content[:start] + rng.bytes(int(rng.integers(0, 40))) + content[start + int(rng.integers(0, 40)) :]


def repeated(content: bytes, rng: np.random.Generator) -> bytes:
    """A stretch twice, or many times."""
    start, end = np.sort(rng.integers(0, len(content) + 1, size=2))
    return content[:end] + content[start:end] * int(rng.integers(1, 4)) + content[end:]


def swapped_numbers(content: bytes, rng: np.random.Generator) -> bytes:
    """One number of a text, replaced by one that is too large, too small or no number."""
    places = list(re.finditer(rb"\d+", content))
    if not places:
        return content
    chosen = places[rng.integers(0, len(places))]
    odd = rng.choice([*map(str, HUGE), "nan", "inf", "1e999", "", ":", ",", '"', "\t", "\n", "\0", "é"])
    return content[: chosen.start()] + str(odd).encode() + content[chosen.end() :]


def random_bytes(content: bytes, rng: np.random.Generator) -> bytes:
    """Nothing of it."""
    return rng.bytes(int(rng.integers(0, 300)))


def false_length(content: bytes, rng: np.random.Generator) -> bytes:
    """Eight bytes at the beginning that promise another length."""
    return int(rng.choice([0, 1, 7, 2**20, 2**31, 2**62])).to_bytes(8, "little") + content[8:]


def long_token(content: bytes, rng: np.random.Generator) -> bytes:
    """One word or number of a text that goes on and on."""
    places = list(re.finditer(rb"[\w.]+", content))
    if not places:
        return content
    chosen = places[rng.integers(0, len(places))]
    letter = bytes(rng.choice(list(b"0139.eaE-_")).tobytes()[:1])
    more = letter * int(10.0 ** rng.uniform(2, 5))
    return content[: chosen.start()] + chosen.group() + more + content[chosen.end() :]


def wide_header(content: bytes, rng: np.random.Generator) -> bytes:
    """A first line with very many names, equal ones or not, and rows of that width or not."""
    width = int(10.0 ** rng.uniform(2, 4.7))
    names = b",".join(b"c%d" % (0 if rng.random() < 0.001 else i) for i in range(width))
    rows = content.split(b"\n", 1)[-1] if rng.random() < 0.3 else b"\n".join([b",".join([b"1"] * width)] * 3)
    return names + b"\n" + rows + b"\n"


ANY: tuple[Mutation, ...] = (truncated, flipped, overwritten, repeated, swapped_numbers, random_bytes, false_length)
"""What can happen to any file."""

TEXT: tuple[Mutation, ...] = (*ANY, long_token, wide_header)
"""What can happen to tables in plain text too."""


def sealed_lie(content: bytes, rng: np.random.Generator) -> bytes:
    """A model file whose header or document was changed in one place, with a checksum that is right again."""
    length = int.from_bytes(content[:8], "little")
    header = json.loads(content[8 : 8 + length])
    document = json.loads(header["__metadata__"]["document"])
    target = header if rng.random() < 0.2 else document
    for _ in range(int(rng.integers(1, 3))):
        _changed(target, rng)
    if "__metadata__" in header and isinstance(header["__metadata__"], dict):
        header["__metadata__"]["document"] = json.dumps(document)
    return sealed(header, content[8 + length :])


def sealed(header: dict, data: bytes) -> bytes:
    """A file with this header and these arrays, and the checksum that belongs to them."""
    metadata = header.get("__metadata__")
    if isinstance(metadata, dict):
        metadata["sha256"] = "0" * 64
    blank = json.dumps(header, separators=(",", ":")).encode()
    blank += b" " * (-len(blank) % 8)
    size = len(blank).to_bytes(8, "little")
    digest = hashlib.sha256(size + blank + data).hexdigest()
    return size + blank.replace(b'"sha256":"' + b"0" * 64, b'"sha256":"' + digest.encode(), 1) + data


def _changed(node, rng: np.random.Generator) -> None:
    """One value somewhere below, replaced, removed or doubled."""
    inner = node
    while True:
        places = list(inner) if isinstance(inner, dict) else list(range(len(inner)))
        if not places:
            return
        place = places[rng.integers(0, len(places))]
        if isinstance(inner[place], dict | list) and inner[place] and rng.random() < 0.8:
            inner = inner[place]
            continue
        break
    action = rng.random()
    if action < 0.15 and isinstance(inner, dict):
        del inner[place]
    elif action < 0.3 and isinstance(inner, dict):
        inner[str(rng.choice(WORDS))] = inner.pop(place)
    elif action < 0.4 and isinstance(inner[place], str):
        inner[place] = str(rng.choice(TYPES))
    elif action < 0.6:
        inner[place] = HUGE[rng.integers(0, len(HUGE))]
    else:
        inner[place] = copy.deepcopy(ODD_VALUES[rng.integers(0, len(ODD_VALUES))])
