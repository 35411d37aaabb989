"""What the checks of a kernel found, as values that can be asked."""

from dataclasses import dataclass
from enum import Enum
from typing import Any

from drupe.kernels.base import Kernel


class Outcome(Enum):
    """How a check ended."""

    PASSED = "passed"
    FAILED = "FAILED"
    NOTED = "noted"


@dataclass(frozen=True, eq=False)
class Finding:
    """One statement about a kernel, and whether it held.

    Parameters
    ----------
    name
        What was asked.
    outcome
        Passed, failed, or only noted because the kernel does not promise it.
    detail
        The number, pair or reason behind the outcome.
    evidence
        The verdict with its witness, or the error that was raised; None if the detail says it all.
    """

    name: str
    outcome: Outcome
    detail: str
    evidence: Any = None

    def __str__(self) -> str:
        return f"{self.outcome.value:<7}{self.name:<19}{self.detail}"


@dataclass(frozen=True, eq=False)
class KernelReport:
    """Every finding about one kernel on given examples.

    Parameters
    ----------
    kernel
        The kernel that was checked.
    findings
        One for each check, in the order in which they were made.
    """

    kernel: Kernel[Any]
    findings: tuple[Finding, ...]

    @property
    def failures(self) -> tuple[Finding, ...]:
        """The findings that failed."""
        return tuple(finding for finding in self.findings if finding.outcome is Outcome.FAILED)

    @property
    def passed(self) -> bool:
        """Whether nothing failed."""
        return not self.failures

    def __getitem__(self, name: str) -> Finding:
        for finding in self.findings:
            if finding.name == name:
                return finding
        raise KeyError(
            f"no check is called {name!r}; there are {', '.join(finding.name for finding in self.findings)}."
        )

    def raise_if_failed(self) -> None:
        """Raise an AssertionError that shows the whole table, for use in a test."""
        if self.failures:
            cause = self.failures[0].evidence
            raise AssertionError(str(self)) from (cause if isinstance(cause, Exception) else None)

    def __str__(self) -> str:
        verdict = f"{len(self.failures)} of {len(self.findings)} checks failed" if self.failures else "passed"
        return "\n".join([f"{self.kernel!r}: {verdict}", *(f"  {finding}" for finding in self.findings)])
