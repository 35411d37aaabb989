"""Where in the literature a formula stands."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Citation:
    """A work (key of `docs/references.bib`) and the place inside it.

    >>> print(Citation("Cristianini00", "proposition 3.12"))
    [Cristianini00], proposition 3.12
    """

    work: str
    place: str

    def __str__(self) -> str:
        return f"[{self.work}], {self.place}"
