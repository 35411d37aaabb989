"""The sinc kernel: functions without any frequency above a cutoff."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

from drupe.foundation.parameters import positive
from drupe.inputs.vectors import Vectors
from drupe.kernels import forms
from drupe.kernels.base import Kernel
from drupe.kernels.forms import Affine, Cosine, Form, OneColumn, l1_distance


@dataclass(frozen=True)
class Sinc(Kernel[Vectors]):
    """k(x, z) = sin(cutoff (x − z)) / (π (x − z)), on one column.

    The kernel of band-limited functions (Paley-Wiener): its norm is their L² norm, and k(x, x) = cutoff / π.

    Parameters
    ----------
    cutoff
        Highest angular frequency.

    Examples
    --------
    >>> Sinc(cutoff=math.pi)([[0.0]], [[0.0], [0.5]]).round(12).tolist()
    [[1.0, 0.636619772368]]

    References
    ----------
    [Mukherjee04]_, section 5.4, writes Ω for cutoff.
    """

    cutoff: float = positive(1.0)

    def form(self) -> Form:
        return l1_distance(OneColumn("Sinc")).map(forms.Sinc(float(self.cutoff)))

    def derivatives(self) -> Mapping[str, Form]:
        wave = l1_distance(OneColumn("Sinc")).map(Cosine(float(self.cutoff)))
        return {"cutoff": wave.map(Affine(1.0 / math.pi))}
