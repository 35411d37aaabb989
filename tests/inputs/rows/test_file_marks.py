"""Marks of files: any change is seen, a copy elsewhere is the same, and errors name the file."""

import os
from dataclasses import replace
from pathlib import Path

import pytest

from drupe.foundation.errors import FileError, InputError
from drupe.inputs.rows.file_marks import FileMark


@pytest.fixture
def path(tmp_path: Path) -> Path:
    place = tmp_path / "data.bin"
    place.write_bytes(bytes(range(256)) * 40_000)
    return place


def test_an_unchanged_file_passes(path: Path) -> None:
    mark = FileMark.of(path)
    with mark.unchanged():
        path.read_bytes()


@pytest.mark.parametrize("place", [0, 5_000_000, -1])
def test_one_byte_anywhere_is_a_change(path: Path, place: int) -> None:
    mark = FileMark.of(path)
    content = bytearray(path.read_bytes())
    content[place] ^= 1
    path.write_bytes(content)
    with pytest.raises(InputError, match=r"data\.bin: the file has changed"):
        mark.check()


def test_content_tells_files_apart_and_folders_do_not(path: Path, tmp_path: Path) -> None:
    (tmp_path / "copy").mkdir()
    copy = tmp_path / "copy" / path.name
    copy.write_bytes(path.read_bytes())
    assert FileMark.of(copy).identity == FileMark.of(path).identity
    copy.write_bytes(path.read_bytes()[::-1])
    assert FileMark.of(copy).identity != FileMark.of(path).identity


def test_a_copy_on_another_disk_is_known_by_its_content(path: Path) -> None:
    mark = replace(FileMark.of(path), device=-1)
    os.utime(path)
    mark.check()
    path.write_bytes(path.read_bytes()[::-1])
    with pytest.raises(InputError, match="has changed"):
        mark.check()


def test_what_the_system_says_is_passed_on(path: Path) -> None:
    mark = FileMark.of(path)
    path.unlink()
    with pytest.raises(FileError, match=r"data\.bin: cannot be read: No such file"):
        mark.check()
    with pytest.raises(FileError, match="No such file"):
        FileMark.of(path)


def test_what_was_read_wrongly_because_the_file_changed_is_said_so(path: Path) -> None:
    mark = FileMark.of(path)

    def read() -> None:
        with mark.unchanged():
            path.write_bytes(b"half")
            raise InputError("the table makes no sense")

    with pytest.raises(InputError, match="has changed"):
        read()
