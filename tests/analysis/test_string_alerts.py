"""Alerts on strings: found where they should be, and nowhere else."""

import numpy as np
import pytest

from drupe.analysis.alerts import AlertKind
from drupe.analysis.string_alerts import string_alerts
from drupe.analysis.study import study


@pytest.mark.parametrize(
    ("texts", "kinds"),
    [
        (["ACGTAC", "TTGACA"], []),
        (["acgtac", "ttgaca"], []),
        (["ACGTacgt", "TTGACAgg"], [AlertKind.MIXED]),
        (["MKWVTFislllf", "MKVLAAGGK"], [AlertKind.MIXED]),
        (["To be or not", "That is the question"], []),
        (["abc", "abc", "abd"], [AlertKind.DUPLICATE]),
        (["", ""], [AlertKind.DUPLICATE]),
    ],
)
def test_what_is_found(texts: list[str], kinds: list[AlertKind]) -> None:
    assert [alert.kind for alert in string_alerts(texts)] == kinds


def test_a_study_tells_of_them_and_of_classes_left_out() -> None:
    rng = np.random.default_rng(0)
    texts = ["".join(rng.choice(list("ACGTacgt"), 20)) for _ in range(41)]
    found = study(texts, ["yes" if text.count("A") > 2 else "no" for text in texts[:-1]] + ["single"])
    assert {alert.kind for alert in found.alerts} == {AlertKind.MIXED, AlertKind.RARE_CLASS}
    assert "capitals and in small letters" in found.alerts[-1].text
