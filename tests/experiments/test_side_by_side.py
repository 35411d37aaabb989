"""Experiments on the workers of a cluster."""

import re
from pathlib import Path

import pytest
from distributed import LocalCluster

from drupe.experiments.__main__ import main


@pytest.mark.slow
def test_they_print_there_what_they_print_here(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    names = ["fisher_toy", "fisher_failure"]
    main([*names, "--data", str(tmp_path)])
    here = capsys.readouterr().out
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0") as cluster:
        main([*names, "--data", str(tmp_path), "--dask", cluster.scheduler_address])
    there = capsys.readouterr().out
    assert re.findall(r"─ (\w+) ─", there) == names
    assert _numbers(there) == _numbers(here)


def _numbers(text: str) -> list[str]:
    return re.findall(r"\d+\.\d+", text)
