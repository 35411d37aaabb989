"""The noise that a kernel holds as a term of its own, apart from the rest."""

from dataclasses import dataclass
from typing import Any

from drupe.foundation.errors import ParameterError
from drupe.kernels.base import Kernel, Sum
from drupe.kernels.noise import Noise


@dataclass(frozen=True)
class NoiseApart:
    """A kernel as a sum of kernels without noise, and the noise.

    Parameters
    ----------
    terms
        What is not noise, each with its path in the kernel.
    noises
        The variances, by path.

    Examples
    --------
    >>> from drupe.kernels import Gaussian
    >>> apart = NoiseApart.of(Gaussian(2.0) + Noise(0.5))
    >>> apart.kernel, apart.variance
    (Gaussian(width=2.0), 0.5)
    """

    terms: tuple[tuple[str, Kernel[Any]], ...]
    noises: tuple[tuple[str, float], ...]

    @classmethod
    def of(cls, kernel: Kernel[Any]) -> "NoiseApart":
        """Look through sums, and sums inside sums."""
        found = list(_terms(kernel, ""))
        terms = tuple((path, term) for path, term in found if not isinstance(term, Noise))
        noises = tuple((f"{path}variance", term.variance) for path, term in found if isinstance(term, Noise))
        if not terms:
            raise ParameterError(
                "the kernel is noise alone, which tells nothing of other examples; add a kernel to it."
            )
        return cls(terms, noises)

    @property
    def kernel(self) -> Kernel[Any]:
        """The kernel without its noise."""
        return self.terms[0][1] if len(self.terms) == 1 else Sum(tuple(term for _, term in self.terms))

    @property
    def variance(self) -> float:
        """The noise of all terms together."""
        return sum(variance for _, variance in self.noises)

    def renamed(self, slopes: dict[str, float], noise: float) -> dict[str, float]:
        """Slopes in the parameters of `kernel`, and in the noise, by their names in the whole."""
        alone = len(self.terms) == 1
        found = {
            f"{path}{name}": slopes[name if alone else f"terms.{i}.{name}"]
            for i, (path, term) in enumerate(self.terms)
            for name in term.parameters()
        }
        return found | {path: noise for path, _ in self.noises}


def _terms(kernel: Kernel[Any], path: str) -> list[tuple[str, Kernel[Any]]]:
    if not isinstance(kernel, Sum):
        return [(path, kernel)]
    return [found for i, term in enumerate(kernel.terms) for found in _terms(term, f"{path}terms.{i}.")]
