"""Certificates from rows that were read part by part: the table, what was counted, and whether the parts are alike."""

from collections.abc import Iterable
from typing import Any

from drupe.certification.answer_curve import AnswerCurve
from drupe.certification.certificate import Certificate
from drupe.certification.certificates import Certificates
from drupe.certification.drift import Drift
from drupe.foundation.errors import InputError
from drupe.witness.held_out_counts import HeldOutCounts


class RowCertificates(Certificates):
    """A table of certificates of a rule that was tested on a stream of held-out rows.

    Parameters
    ----------
    certificates
        In any order.
    delta
        The probability of failure of all of them together.
    counts
        Held-out rows and errors by part, class and rule.
    drift
        Whether rows change from part to part.
    chosen
        The place of the rule that is spoken of, among those that were tested; that with the fewest errors.
    """

    def __init__(
        self,
        certificates: Iterable[Certificate],
        delta: float,
        counts: HeldOutCounts,
        drift: Drift,
        chosen: int = 0,
    ):
        super().__init__(certificates, delta, candidates=len(counts.errors))
        self.counts = counts
        self.drift = drift
        self.chosen = chosen

    def among(self, joint_delta: float) -> "RowCertificates":
        """The same table, where further statements were made with the rest of a larger δ."""
        return RowCertificates(self, joint_delta, self.counts, self.drift, self.chosen)

    def answers(self, delta: float) -> AnswerCurve:
        """The curve of error against coverage; its δ comes on top of that of the table.

        Several rules that were tested share it, since the one that is spoken of was chosen by its errors.
        """
        if not self.counts.sure:
            raise InputError("nobody counted how sure the answers were; certify_rows(..., confidences=True) does.")
        return AnswerCurve(self.counts.sure[self.chosen], delta / len(self.counts.sure), self[0].checks)

    def to_dict(self) -> dict[str, Any]:
        """The table for machines, with the counts of each part."""
        parts = [
            {"part": one.part, "rows": one.n, "errors": int(one.errors[self.chosen].sum())}
            for one in self.counts.by_part
        ]
        drift = {"p_value": self.drift.p_value, "found": self.drift.found, "sentence": self.drift.sentence}
        return {**super().to_dict(), "chosen": self.chosen, "drift": drift, "parts": parts}
