"""In a notebook every machine of the library leads to its page, and that to the guide, if these are published."""

import importlib
import inspect
import re
import sys
from pathlib import Path

import pytest
from sklearn.base import BaseEstimator

import drupe

ADDRESS = "https://drupe.example/{stable}"
DOCS = Path(__file__).resolve().parents[2] / "docs"
HOME = importlib.import_module("drupe.estimators.documented")


def machines() -> list[BaseEstimator]:
    kinds = [getattr(drupe, name) for name in drupe.__all__]
    found = [kind for kind in kinds if inspect.isclass(kind) and issubclass(kind, BaseEstimator)]
    return [kind(drupe.SVC()) if "estimator" in inspect.signature(kind).parameters else kind() for kind in found]


MACHINES = machines()


@pytest.fixture(scope="module")
def pages() -> dict[str, str]:
    """The pages that the reference has."""
    folder = str(DOCS / "extensions")
    sys.path.insert(0, folder)
    try:
        return dict(pytest.importorskip("api_pages").pages())
    finally:
        sys.path.remove(folder)


@pytest.mark.parametrize("machine", MACHINES, ids=lambda machine: type(machine).__name__)
def test_links_lead_to_pages_that_are_there(
    machine: BaseEstimator, pages: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(HOME, "documentation_address", lambda: ADDRESS)
    link = machine._get_doc_link()
    assert link == f"{ADDRESS}/api/things/drupe.{type(machine).__name__}.html"
    assert f'href="{link}"' in machine._repr_html_()
    page = pages[link.removeprefix(f"{ADDRESS}/api/").replace(".html", ".rst")]
    (guide,) = re.findall(r"In the guide: :doc:`/(guide/.+)`", page)
    assert type(machine).__name__ in (DOCS / f"{guide}.rst").read_text(encoding="utf-8")


@pytest.mark.parametrize("machine", MACHINES, ids=lambda machine: type(machine).__name__)
def test_there_is_no_link_without_an_address(machine: BaseEstimator, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(HOME, "documentation_address", lambda: "")
    assert machine._get_doc_link() == ""
    assert "drupe." not in "".join(part.split('"')[0] for part in machine._repr_html_().split('href="')[1:])


def test_machines_of_others_have_their_own_documentation(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(HOME, "documentation_address", lambda: ADDRESS)

    class Mine(drupe.SVC):
        """Not of the library."""

    assert Mine()._get_doc_link() == ""


@pytest.mark.parametrize(
    ("urls", "address"),
    [
        (
            ["Source, https://drupe.example/code", "Documentation, https://drupe.example/docs/"],
            "https://drupe.example/docs",
        ),
        (["Source, https://drupe.example/code"], ""),
        (None, ""),
    ],
)
def test_the_address_is_that_of_the_installed_package(
    urls: list[str] | None, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Metadata:
        def get_all(self, name: str, otherwise: list[str]) -> list[str]:
            assert name == "Project-URL"
            return otherwise if urls is None else urls

    monkeypatch.setattr(HOME, "metadata", lambda name: Metadata())
    HOME.documentation_address.cache_clear()
    try:
        assert HOME.documentation_address() == address
    finally:
        HOME.documentation_address.cache_clear()
