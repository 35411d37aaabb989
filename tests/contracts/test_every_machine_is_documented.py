"""In a notebook every machine of the library leads to its own page of the documentation, if that is published."""

import importlib
import inspect
import sys
from pathlib import Path

import pytest
from sklearn.base import BaseEstimator

import drupe

ADDRESS = "https://drupe.example/{stable}"
HOME = importlib.import_module("drupe.estimators.documented")


def machines() -> list[BaseEstimator]:
    kinds = [getattr(drupe, name) for name in drupe.__all__]
    found = [kind for kind in kinds if inspect.isclass(kind) and issubclass(kind, BaseEstimator)]
    return [kind(drupe.SVC()) if "estimator" in inspect.signature(kind).parameters else kind() for kind in found]


MACHINES = machines()


@pytest.fixture(scope="module")
def pages() -> set[str]:
    """The pages that the documentation has."""
    folder = str(Path(__file__).resolve().parents[2] / "docs" / "extensions")
    sys.path.insert(0, folder)
    try:
        return {path for path, _ in pytest.importorskip("api_pages").pages()}
    finally:
        sys.path.remove(folder)


@pytest.mark.parametrize("machine", MACHINES, ids=lambda machine: type(machine).__name__)
def test_links_lead_to_pages_that_are_there(
    machine: BaseEstimator, pages: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(HOME, "documentation_address", lambda: ADDRESS)
    link = machine._get_doc_link()
    assert link == f"{ADDRESS}/api/things/drupe.{type(machine).__name__}.html"
    assert f'href="{link}"' in machine._repr_html_()
    assert link.removeprefix(f"{ADDRESS}/api/").replace(".html", ".rst") in pages


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
