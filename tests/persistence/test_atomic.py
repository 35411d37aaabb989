"""Files are there whole or not at all; pipes and devices stay what they are."""

import os
import threading
from pathlib import Path

import pytest

from drupe.foundation.errors import FileError
from drupe.persistence.atomic import whole_file


def test_pipes_are_written_to_and_stay(tmp_path: Path) -> None:
    pipe, link, read = tmp_path / "pipe", tmp_path / "link", []
    os.mkfifo(pipe)
    link.symlink_to(pipe)
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()))
    reader.start()
    with whole_file(link) as file:
        file.write(b"whole")
    reader.join()
    assert read == [b"whole"]
    assert pipe.is_fifo()
    assert link.is_symlink()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link", "pipe"]


def test_links_stay_and_what_they_point_to_is_replaced(tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_bytes(b"old")
    target.chmod(0o640)
    link.symlink_to(target)
    with whole_file(link) as file:
        file.write(b"new")
    assert link.is_symlink()
    assert (target.read_bytes(), target.stat().st_mode & 0o777) == (b"new", 0o640)


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt])
def test_nothing_changes_if_the_writing_ends_badly(error: type[BaseException], tmp_path: Path) -> None:
    place = tmp_path / "file"
    place.write_bytes(b"old")

    def half() -> None:
        with whole_file(place) as file:
            file.write(b"half")
            raise error

    with pytest.raises(error):
        half()
    assert place.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [place]


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="name a file inside it"), whole_file(tmp_path) as file:
        file.write(b"")


def test_nobody_else_reads_what_is_being_written(tmp_path: Path) -> None:
    place = tmp_path / "file"
    place.write_bytes(b"old")
    place.chmod(0o600)
    for path in (place, tmp_path / "new"):
        with whole_file(path) as file:
            file.write(b"half")
            (part,) = tmp_path.glob(".*.part")
            assert part.stat().st_mode & 0o777 == 0o600
    assert place.stat().st_mode & 0o777 == 0o600


def test_parts_of_the_dead_are_removed_and_those_of_the_living_stay(tmp_path: Path) -> None:
    stale, other = tmp_path / ".file.0123456789abcdef.part", tmp_path / ".fire.0123456789abcdef.part"
    stale.write_bytes(b"half")
    other.write_bytes(b"of another file")
    with whole_file(tmp_path / "file") as first:
        first.write(b"first")
        with whole_file(tmp_path / "file") as second:
            second.write(b"second")
    assert (tmp_path / "file").read_bytes() == b"first"
    assert sorted(path.name for path in tmp_path.iterdir()) == [other.name, "file"]


def test_what_is_new_replaces_nothing(tmp_path: Path) -> None:
    place = tmp_path / "file"

    def late() -> None:
        with whole_file(place, new=True) as file:
            file.write(b"late")
            place.write_bytes(b"first")

    with pytest.raises(FileError, match="meanwhile"):
        late()
    assert place.read_bytes() == b"first"
    assert list(tmp_path.iterdir()) == [place]


def test_long_names_have_parts(tmp_path: Path) -> None:
    place = tmp_path / ("\N{BLACK HEART SUIT}" * 80 + "\N{GRINNING FACE}" * 3)
    with whole_file(place) as file:
        file.write(b"whole")
    assert place.read_bytes() == b"whole"
