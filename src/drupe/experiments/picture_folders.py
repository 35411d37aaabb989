"""Folders of pictures: one sub-folder for each class, or names such as obj12__345.png that begin with the class."""

import re
from pathlib import Path

import matplotlib.image
import numpy as np
import numpy.typing as npt

from drupe.foundation.errors import InputError

ENDINGS = frozenset({".png", ".jpg", ".jpeg", ".bmp", ".ppm", ".pgm", ".gif", ".tif", ".tiff"})


def picture_files(folder: Path) -> dict[str, list[Path]]:
    """The files of each class, in the order of the numbers in their names."""
    if not folder.is_dir():
        raise InputError(f"there is no folder {folder}.")
    found: dict[str, list[Path]] = {}
    for path in sorted(folder.rglob("*"), key=_natural):
        if path.suffix.lower() in ENDINGS:
            name = path.parent.relative_to(folder).as_posix() if path.parent != folder else path.stem.split("__")[0]
            found.setdefault(name, []).append(path)
    if len(found) < 2:
        raise InputError(
            f"{folder} holds pictures of {len(found)} classes, but two or more are needed: a sub-folder for each, or "
            "names that begin with the class and two underscores, obj12__345.png."
        )
    return found


def read_picture(path: Path) -> npt.NDArray[np.uint8]:
    """One picture in bytes, without its opacity."""
    try:
        pixels = np.asarray(matplotlib.image.imread(path))
    except (OSError, ValueError, SyntaxError) as cause:
        raise InputError(f"{path} cannot be read as a picture: {cause}.") from cause
    if pixels.dtype != np.uint8:
        pixels = np.rint(255.0 * pixels / (1.0 if np.issubdtype(pixels.dtype, np.floating) else 257.0)).astype(np.uint8)
    return pixels[..., :3] if pixels.ndim == 3 else pixels


def _natural(path: Path) -> list[tuple[int, str]]:
    """Words as words and numbers as numbers, so that 2 comes before 10."""
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in re.split(r"(\d+)", path.as_posix())]
