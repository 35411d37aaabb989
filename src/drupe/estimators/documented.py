"""The question mark beside a machine in a notebook leads to its page in the documentation, if that is published."""

from functools import cache
from importlib.metadata import metadata


@cache
def documentation_address() -> str:
    """Where the installed package says that its documentation is; empty if it does not say."""
    urls = dict(line.split(", ", 1) for line in metadata("drupe").get_all("Project-URL", []))
    return str(urls.get("Documentation", "")).rstrip("/")


def page_template(address: str) -> str:
    """The address of a machine's page, with a gap for its name, as scikit-learn fills it; empty without an address.

    >>> page_template("https://drupe.example").format(estimator_name="SVC"), page_template("")
    ('https://drupe.example/api/things/drupe.SVC.html', '')
    """
    plain = address.replace("{", "{{").replace("}", "}}")
    return f"{plain}/api/things/drupe.{{estimator_name}}.html" if address else ""


class Documented:
    """Tells scikit-learn, which draws machines as HTML, where their pages are."""

    _doc_link_module = "drupe"

    @property
    def _doc_link_template(self) -> str:
        return page_template(documentation_address())
