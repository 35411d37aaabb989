"""Code for newer processors stays in its own namespace, so that the linker can never give it to an older one.

Templates and inline functions that several objects share are weak symbols, of which the linker keeps any one: one that
was compiled with AVX would crash where there is none.
"""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

BUILD = Path(__file__).resolve().parents[2] / "build"


def objects(target: str) -> list[Path]:
    """Objects of this target in builds of the package; other builds may be unoptimized or sanitized."""
    found = {cache.parent: cache.read_text() for cache in BUILD.glob("*/CMakeCache.txt")}
    builds = [
        build
        for build, said in found.items()
        if "DRUPE_BUILD_PYTHON:BOOL=ON" in said and "DRUPE_SANITIZE:BOOL=ON" not in said
    ]
    return [path for build in builds for path in build.glob(f"CMakeFiles/drupe_{target}.dir/**/*.o")]


def offered(path: Path) -> list[str]:
    """Mangled names that an object offers to the linker, weak ones among them."""
    listed = subprocess.run(
        ["nm", "--defined-only", "--extern-only", "--format=posix", str(path)],
        capture_output=True,
        text=True,
        check=True,
    )
    return [line.split()[0] for line in listed.stdout.splitlines()]


@pytest.mark.parametrize("target", ["baseline", "avx2", "avx512", "avx512vnni"])
def test_an_object_offers_only_its_own_namespace(target: str) -> None:
    if shutil.which("nm") is None or not objects(target):
        pytest.skip("there is no build to look at")
    # Mangled: _Z, perhaps a prefix for guards, tables and local entities, then the nested name drupe::<target>::...
    own = re.compile(rf"_Z(GVZ?|T[VTIS]|Z)?NK?5drupe{len(target)}{target}\d")
    for path in objects(target):
        names = offered(path)
        assert any("here" in name for name in names), f"{path} is not what it seems"
        assert [name for name in names if not own.match(name)] == []
