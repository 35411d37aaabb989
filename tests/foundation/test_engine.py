"""The engine that works here."""

from drupe.foundation.engine import Here
from drupe.foundation.ordered_sum import OrderedSum


def test_a_sum_goes_on_where_it_was_cut_off() -> None:
    parts = [0.1 * number for number in range(37)]
    seen: list[OrderedSum[float]] = []
    whole = Here().sum(float, parts, reached=seen.append)
    assert [so_far.last for so_far in seen] == list(range(1, 38))
    calls: list[float] = []

    def called(part: float) -> float:
        calls.append(part)
        return part

    for so_far in seen:
        calls.clear()
        assert Here().sum(called, parts, begun=so_far) == whole
        assert calls == parts[so_far.last :]


def test_progress_rises_to_one() -> None:
    heard: list[float] = []
    Here().sum(float, [1.0] * 4, progress=heard.append)
    Here().map(float, [1.0] * 2, progress=heard.append)
    assert heard == [0.25, 0.5, 0.75, 1.0, 0.5, 1.0]
