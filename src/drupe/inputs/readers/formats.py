"""Which format a file is in: what its first bytes say, then what its name says, then what its first lines say."""

import re
from enum import Enum
from pathlib import PurePath

HEAD = 65536
"""How many bytes are looked at."""

_ENTRY = rb"[0-9]+:[-+.0-9eEinfaNy]+"
_LIBSVM_LINE = re.compile(rb"[-+]?[0-9.][-+.0-9eE]*(\s+qid:[0-9]+)?(\s+" + _ENTRY + rb")+\s*(#.*)?")


class Format(Enum):
    """A kind of file."""

    DELIMITED = "a table with delimiters (CSV, TSV)"
    LIBSVM = "sparse rows in LIBSVM's format"
    PARQUET = "a Parquet table"
    NPZ = "numpy arrays (.npz)"
    FASTA = "sequences in FASTA format"
    LINES = "one string on each line"


EXTENSIONS = {
    ".csv": Format.DELIMITED,
    ".tsv": Format.DELIMITED,
    ".tab": Format.DELIMITED,
    ".parquet": Format.PARQUET,
    ".pq": Format.PARQUET,
    ".svm": Format.LIBSVM,
    ".libsvm": Format.LIBSVM,
    ".svmlight": Format.LIBSVM,
    ".npz": Format.NPZ,
    ".fa": Format.FASTA,
    ".fasta": Format.FASTA,
    ".faa": Format.FASTA,
    ".fna": Format.FASTA,
}
"""What names promise."""

COMPRESSED = (".gz", ".bz2", ".xz")


def recognized(name: str, head: bytes) -> Format:
    """The format of a file with this name that begins so.

    >>> recognized("heart_scale", b"+1 1:0.7 2:1"), recognized("iris.csv", b"1:2")
    (<Format.LIBSVM: "sparse rows in LIBSVM's format">, <Format.DELIMITED: 'a table with delimiters (CSV, TSV)'>)
    """
    if head.startswith(b"PAR1"):
        return Format.PARQUET
    if head.startswith(b"PK\x03\x04"):
        return Format.NPZ
    path = PurePath(name.lower())
    suffix = PurePath(path.stem).suffix if path.suffix in COMPRESSED else path.suffix
    if suffix in EXTENSIONS:
        return EXTENSIONS[suffix]
    return _by_content(head)


def _by_content(head: bytes) -> Format:
    lines = [line for line in head.splitlines()[:20] if line.strip()]
    if len(head) >= HEAD and len(lines) > 1:
        del lines[-1]  # cut off in its middle
    if lines and lines[0].startswith(b">"):
        return Format.FASTA
    entries = [line for line in lines if not line.lstrip().startswith(b"#") and b":" in line]
    if entries and all(_LIBSVM_LINE.fullmatch(line.strip()) for line in entries[:5]):
        return Format.LIBSVM
    return Format.DELIMITED if delimiter_of(lines) else Format.LINES


def delimiter_of(lines: list[bytes]) -> str | None:
    """The character that stands equally often on every line, outside of quotes; None if there is none.

    >>> delimiter_of([b"a;b", b"1,5;2"]), delimiter_of([b"one string"])
    (';', None)
    """
    bare = [re.sub(rb'"(?:[^"]|"")*"', b"", line.strip(b"\r\n")) for line in lines]
    for character in (b"\t", b",", b";", b"|"):
        counts = {line.count(character) for line in bare}
        if len(counts) == 1 and counts.pop() > 0:
            return character.decode()
    # Blanks separate numbers only: in anything else they may be part of a text.
    words = [line.split() for line in bare]
    if words and {len(line) for line in words} == {len(words[0])} and len(words[0]) > 1:
        return " " if 2 * sum(map(_numeric, words[-1])) >= len(words[-1]) else None
    for character in (b"\t", b",", b";", b"|"):  # ragged rows, about which the reader has more to say
        if bare and all(character in line for line in bare[:5]):
            return character.decode()
    return None


def _numeric(word: bytes) -> bool:
    return re.fullmatch(rb"[-+]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][-+]?[0-9]+)?", word) is not None
