"""Functions that compare new examples with centers, which are made ready for the kernel once."""

from functools import cached_property
from typing import Any

from drupe.foundation.threads import thread_count
from drupe.inputs.base import Inputs
from drupe.kernels.base import Kernel
from drupe.kernels.prepared import Prepared
from drupe.predictors.bound import Bindable


class AroundCenters(Bindable):
    """What a function has that is written in the k(·, xᵢ) of its centers xᵢ; an author names the fields."""

    kernel: Kernel[Any]
    centers: Inputs
    n_jobs: int | None

    def __getstate__(self) -> dict[str, object]:
        """What was prepared is made again where it is needed: it may hold native memory."""
        return {name: value for name, value in vars(self).items() if name not in ("prepared", "_weighing")}

    @property
    def space(self) -> Inputs:
        """The centers."""
        return self.centers

    @cached_property
    def prepared(self) -> Prepared[Any]:
        """The centers made ready for the kernel, at the first request."""
        return self.kernel.prepare(self.centers, threads=thread_count(self.n_jobs))
