"""The linear kernel: the inner product of the vectors themselves."""

from dataclasses import dataclass

from drupe.inputs.vectors import Vectors
from drupe.kernels.base import Kernel
from drupe.kernels.forms import Form, dot


@dataclass(frozen=True)
class Linear(Kernel[Vectors]):
    """k(x, z) = ⟨x, z⟩.

    The feature space is the input space. Add a constant, `Linear() + 1.0`, to let a machine without an offset
    find one.

    Examples
    --------
    >>> Linear()([[1.0, 2.0]], [[3.0, 4.0]]).item()
    11.0

    References
    ----------
    [Herbrich02]_, section 2.3.2; [Cristianini00]_, section 3.2; [Graepel02]_, section 2.3.3; [Mukherjee04]_,
    section 3.3, writes it for numbers, s·t.
    """

    def form(self) -> Form:
        return dot()
