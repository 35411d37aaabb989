"""The certificates of a model, best first, and the bounds that do not apply, with the reasons."""

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, overload

from drupe.bounds.subject import Subject
from drupe.certification.certificate import Certificate, percent
from drupe.certification.notebook_table import notebook_table
from drupe.foundation.errors import InputError

HEADINGS = ("bound", "at most", "of", "share of delta", "source", "remark")


class Certificates(Sequence[Certificate]):
    """A table of certificates: the valid ones by value, then the vacuous, then those that were refused.

    All valid ones hold together with probability at least 1 − δ, δ being what was asked for: it was split among them,
    so that choosing the best afterwards costs nothing more, and every sentence says "with 1 − δ confidence".

    Parameters
    ----------
    certificates
        In any order.
    delta
        The probability of failure of all of them together.
    candidates
        How many kernels and parameters were tried, as far as known; None if it is not.
    predicting
        What `predict` is: the fitted rule, or the draw or the vote that was learned with a certificate.
    """

    def __init__(
        self,
        certificates: Iterable[Certificate],
        delta: float,
        candidates: int | None = 1,
        predicting: Subject = Subject.FITTED,
    ):
        self._certificates = tuple(one.among(delta) for one in sorted(certificates, key=_rank))
        self.delta = delta
        self.candidates = candidates
        self.predicting = predicting

    def __len__(self) -> int:
        return len(self._certificates)

    def __iter__(self) -> Iterator[Certificate]:
        return iter(self._certificates)

    @overload
    def __getitem__(self, which: int | str) -> Certificate: ...

    @overload
    def __getitem__(self, which: slice) -> tuple[Certificate, ...]: ...

    def __getitem__(self, which: int | slice | str) -> Certificate | tuple[Certificate, ...]:
        """By place, or by the name of the bound."""
        if not isinstance(which, str):
            return self._certificates[which]
        found = [certificate for certificate in self if certificate.name == which]
        if not found:
            raise InputError(f"no bound {which!r} was asked for; there are {[one.name for one in self]}.")
        return found[0]

    @property
    def valid(self) -> tuple[Certificate, ...]:
        """The certificates that were given."""
        return tuple(certificate for certificate in self if certificate.valid)

    @property
    def refused(self) -> tuple[Certificate, ...]:
        """The bounds that were refused, with the reasons."""
        return tuple(certificate for certificate in self if not certificate.valid)

    @property
    def confidence(self) -> float:
        """1 − δ, with which all valid ones hold together, and so the one that is chosen."""
        return 1.0 - self.delta

    def among(self, joint_delta: float) -> "Certificates":
        """The same table, where further statements were made with the rest of a larger δ."""
        return Certificates(self, joint_delta, self.candidates, self.predicting)

    def of(self, subject: Subject) -> tuple[Certificate, ...]:
        """The valid ones that speak of one kind of rule."""
        return tuple(certificate for certificate in self.valid if certificate.subject is subject)

    @property
    def best(self) -> Certificate:
        """The smallest valid one of the rule that predicts; if none speaks of it, of another one: see `subject`."""
        if not self.valid:
            raise InputError(f"nothing could be certified: {self._why_not()}.")
        return next((one for one in self.valid if one.subject in (Subject.FITTED, self.predicting)), self.valid[0])

    @property
    def best_for_fitted(self) -> Certificate | None:
        """The smallest valid one that speaks of the fitted rule itself."""
        fitted = self.of(Subject.FITTED)
        return fitted[0] if fitted else None

    def sentence(self) -> str:
        """The best statement on the rule that predicts, for humans."""
        return self.best.sentence() if self.valid else f"Nothing could be certified: {self._why_not()}."

    def _why_not(self) -> str:
        """Each reason once, after the names of the bounds that it keeps silent."""
        silent: dict[str, list[str]] = {}
        for one in self.refused:
            silent.setdefault(one.reason, []).append(one.name)
        return "; ".join(f"{', '.join(names)}: {reason}" for reason, names in silent.items())

    def recheck(self) -> bool:
        """Whether every certificate follows from its witness."""
        return all(certificate.recheck() for certificate in self)

    def to_dict(self) -> dict[str, Any]:
        """The table for machines."""
        rows = [certificate.to_dict() for certificate in self]
        return {
            "delta": self.delta,
            "confidence": self.confidence,
            "candidates": self.candidates,
            "certificates": rows,
        }

    def to_json(self, indent: int | None = None) -> str:
        """The table as JSON."""
        return json.dumps(self.to_dict(), indent=indent)

    def _rows(self) -> list[tuple[str, ...]]:
        return [
            (
                one.name,
                f"{one.value:.4f}" if one.valid else "-",
                one.subject.name.lower(),
                f"{one.delta:.2g}" if one.valid else "-",
                str(one.source),
                one.reason or "; ".join([*(["vacuous"] if one.vacuous else []), *one.doubts]),
            )
            for one in self
        ]

    def __str__(self) -> str:
        rows = [HEADINGS, *self._rows()]
        widths = [max(len(row[column]) for row in rows) for column in range(len(HEADINGS) - 1)]
        lines = ["  ".join([*map(str.ljust, row, widths), row[-1]]).rstrip() for row in rows]
        return "\n".join([self._caption(), *lines, *self._legend()])

    def _legend(self) -> list[str]:
        """The rules that are spoken of; bounds with a rule of their own by name."""
        own = [one for one in self if one.rule != one.subject.value]
        subjects = {one.subject for one in self if one.rule == one.subject.value}
        words = [f"{subject.name.lower()}: {subject.value}" for subject in Subject if subject in subjects]
        return words + [f"{one.name}: {one.rule.rstrip(',')}" for one in own]

    def _caption(self) -> str:
        if not self.valid:
            return "Nothing could be certified; the remarks say why."
        return (
            f"With {percent(self.confidence)} confidence all values below hold together, whichever of them you choose."
        )

    def __repr__(self) -> str:
        return f"<Certificates: {len(self.valid)} valid, {len(self.refused)} refused, delta={self.delta:g}>"

    def _repr_html_(self) -> str:
        pale = [one.vacuous or not one.valid for one in self]
        return notebook_table(self._caption(), HEADINGS, self._rows(), pale, self._legend())


def _rank(certificate: Certificate) -> tuple[bool, bool, float, str]:
    return not certificate.valid, certificate.vacuous, certificate.value, certificate.name
