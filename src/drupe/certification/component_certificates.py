"""Which principal components of a sample can be trusted: how far each may be turned from the true one."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, overload

from drupe.bounds.spectral.covariance import BernsteinCovariance, CovarianceBound, HilbertSchmidtCovariance
from drupe.bounds.spectral.directions import ComponentSubspace
from drupe.certification.certificate import Certificate, percent
from drupe.certification.check import Check
from drupe.certification.notebook_table import notebook_table
from drupe.witness.spectrum import Spectrum

TRUSTED = 0.5
"""The sine up to which a component counts as known: 30 degrees."""

COVARIANCES: tuple[CovarianceBound, ...] = (BernsteinCovariance(), HilbertSchmidtCovariance())
"""What is asked of the covariance; each has its part of δ, and the smaller value serves all components."""

HEADINGS = ("component", "variance", "at least", "at most", "turned by", "the first so many")


@dataclass(frozen=True)
class ComponentStatement:
    """What is certain of one component, together with all other statements on the same sample.

    Parameters
    ----------
    number
        Which one, counted from one.
    variance
        Its eigenvalue in the sample, with divisor n.
    low, high
        Between these lies the eigenvalue of this number of the distribution.
    sine
        The component is turned from the true one by an angle of this sine at most; 1 says nothing.
    sine_together
        The same for the subspace of the components up to this one.
    """

    number: int
    variance: float
    low: float
    high: float
    sine: float
    sine_together: float

    @property
    def trusted(self) -> bool:
        """Whether the component is known up to 30 degrees."""
        return self.sine <= TRUSTED

    @property
    def trusted_together(self) -> bool:
        """Whether the subspace of the components up to this one is."""
        return self.sine_together <= TRUSTED


@dataclass(frozen=True, eq=False)
class ComponentCertificates(Sequence[ComponentStatement]):
    """One statement for each component, all with the joint confidence 1 − δ.

    They follow from a single event, ‖C − C_X‖ ≤ deviation: eigenvalues differ by no more (Weyl), and a component by
    2 · deviation / gap (Davis and Kahan), so that looking at many components costs nothing.

    Parameters
    ----------
    spectrum
        What was seen.
    delta
        Probability that any of the statements fails.
    covariances
        The certificates of the distance to the true covariance, each with its part of δ.

    Examples
    --------
    >>> seen = Spectrum([0.6, 0.2, 0.1], n=5000, radius=1.0, total=1.0, squares=0.41, fourth=1.0)
    >>> found = ComponentCertificates.of(seen, delta=0.05)
    >>> found.trusted, found.trusted_together
    ((1,), 1)

    References
    ----------
    [Yu15]_, theorem 2, place not checked; [Mika02]_, section 4.3.
    """

    spectrum: Spectrum
    delta: float
    covariances: tuple[Certificate, ...]

    @classmethod
    def of(cls, seen: Spectrum, delta: float, checks: tuple[Check, ...] = ()) -> "ComponentCertificates":
        """From what a sample shows."""
        total = sum(bound.weight for bound in COVARIANCES)
        given = tuple(Certificate.of(one, seen, delta * one.weight / total, checks) for one in COVARIANCES)
        return cls(seen, delta, tuple(one.among(delta) for one in given))

    @property
    def deviation(self) -> float:
        """How far the matrix whose eigenpairs were found can be from the true covariance."""
        return min(one.value for one in self.covariances) + self.spectrum.numerical

    @property
    def best(self) -> Certificate:
        """The certificate of the deviation."""
        return min(self.covariances, key=lambda one: one.value)

    def __len__(self) -> int:
        return len(self.spectrum.values)

    @overload
    def __getitem__(self, which: int) -> ComponentStatement: ...

    @overload
    def __getitem__(self, which: slice) -> tuple[ComponentStatement, ...]: ...

    def __getitem__(self, which: int | slice) -> ComponentStatement | tuple[ComponentStatement, ...]:
        """By place, counted from zero."""
        return self._statements[which]

    def __iter__(self) -> Iterator[ComponentStatement]:
        return iter(self._statements)

    @property
    def trusted(self) -> tuple[int, ...]:
        """Numbers of the components that are known by themselves."""
        return tuple(one.number for one in self if one.trusted)

    @property
    def trusted_together(self) -> int:
        """Up to which number the components are known as a subspace, the largest one; 0 if none is."""
        return max((one.number for one in self if one.trusted_together), default=0)

    def examples_needed(self, number: int) -> float:
        """About how many examples would make a component of such a gap known: errors fall like 1/√n."""
        gap = self.spectrum.gap(number)
        return math.inf if gap <= 0.0 else self.spectrum.n * (2.0 * self.deviation / gap / TRUSTED) ** 2

    def sentence(self) -> str:
        """The statement for humans."""
        alone, together = self.trusted, self.trusted_together
        if not self.best.valid:
            return f"Nothing is certain of the components: {self.best.reason}."
        if self.best.vacuous:
            return f"At {self.spectrum.n} examples no component is certain, and no eigenvalue."
        if not alone and not together:
            return (
                f"At {self.spectrum.n} examples no component is certain within 30 degrees; with "
                f"{percent(1.0 - self.delta)} confidence every eigenvalue is known up to "
                f"±{self.deviation:.3g}{self._trust()}."
            )
        words = [f"component{'s' * (len(alone) > 1)} {', '.join(map(str, alone))}"] if alone else []
        if together > 1:
            words.append(f"the first {together} together")
        one = len(words) == len(alone) == 1
        return (
            f"With {percent(1.0 - self.delta)} confidence {' and '.join(words)} {'is' if one else 'are'} within 30 "
            f"degrees of the true {'one' if one else 'ones'}, and every eigenvalue is known up to "
            f"±{self.deviation:.3g}{self._trust()}."
        )

    def to_dict(self) -> dict[str, Any]:
        """The statements for machines."""
        rows = [{name: getattr(one, name) for name in ComponentStatement.__dataclass_fields__} for one in self]
        return {
            "delta": self.delta,
            "deviation": self.deviation,
            "components": rows,
            "covariances": [one.to_dict() for one in self.covariances],
        }

    def __str__(self) -> str:
        rows = [HEADINGS, *self._rows()]
        widths = [max(len(row[column]) for row in rows) for column in range(len(HEADINGS))]
        lines = ["  ".join(map(str.rjust, row, widths)) for row in rows]
        return "\n".join([self.sentence(), *lines])

    def __repr__(self) -> str:
        return f"<ComponentCertificates: {len(self)} components, {len(self.trusted)} trusted, delta={self.delta:g}>"

    def _repr_html_(self) -> str:
        pale = [not (one.trusted or one.trusted_together) for one in self]
        return notebook_table(self.sentence(), HEADINGS, self._rows(), pale, [self.best.sentence()])

    @property
    def _statements(self) -> tuple[ComponentStatement, ...]:
        off, values = self.deviation, self.spectrum.values
        return tuple(
            ComponentStatement(
                number,
                float(values[number - 1]),
                max(0.0, float(values[number - 1]) - off),
                float(values[number - 1]) + off,
                self._sine(number, number),
                self._sine(1, number),
            )
            for number in range(1, len(values) + 1)
        )

    def _sine(self, first: int, last: int) -> float:
        if not self.best.valid:
            return 1.0
        bound = next(one for one in COVARIANCES if one is self.best.bound)
        return ComponentSubspace(first, last, bound).risk(self.spectrum, self.best.delta)

    def _trust(self) -> str:
        trust = "; ".join(check.words for check in self.best.trusted)
        return f", provided that {trust}" if trust else ""

    def _rows(self) -> list[tuple[str, ...]]:
        return [
            (
                str(one.number),
                f"{one.variance:.4g}",
                f"{one.low:.4g}",
                f"{one.high:.4g}",
                degrees(one.sine),
                degrees(one.sine_together),
            )
            for one in self
        ]


def degrees(sine: float) -> str:
    """The angle of a sine for a table; a dash where nothing is said.

    >>> degrees(0.5), degrees(1.0)
    ('≤ 30°', '-')
    """
    return "-" if sine >= 1.0 else f"≤ {math.ceil(math.degrees(math.asin(sine)) - 1e-9)}°"
