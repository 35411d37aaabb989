"""What is known about the sign of a kernel's quadratic form: positive, conditionally positive, or nothing."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Definiteness:
    """Σ cᵢcⱼk(xᵢ,xⱼ) ≥ 0 for all c orthogonal to the polynomials of degree below `order`; None: no promise.

    Order 0 has no side condition: an ordinary positive semi-definite kernel.
    """

    order: int | None

    @property
    def positive(self) -> bool:
        """Whether the kernel is positive semi-definite without any side condition."""
        return self.order == 0

    def plus(self, other: "Definiteness") -> "Definiteness":
        """What is known of a sum."""
        if self.order is None or other.order is None:
            return INDEFINITE
        return Definiteness(max(self.order, other.order))

    def times(self, other: "Definiteness") -> "Definiteness":
        """What is known of a product: positive if both are (Schur), else nothing."""
        return POSITIVE if self.positive and other.positive else INDEFINITE

    def __str__(self) -> str:
        if self.order is None:
            return "indefinite"
        if self.positive:
            return "positive semi-definite"
        return f"conditionally positive definite of order {self.order}"


POSITIVE = Definiteness(0)
INDEFINITE = Definiteness(None)
