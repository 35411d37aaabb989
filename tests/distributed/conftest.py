"""A cluster of separate processes that speak TCP on this machine."""

from collections.abc import Iterator

import pytest
from distributed import Client, LocalCluster


@pytest.fixture(scope="module")
def cluster() -> Iterator[LocalCluster]:
    with LocalCluster(
        n_workers=2, threads_per_worker=1, protocol="tcp://", dashboard_address=":0", memory_limit=0
    ) as here:
        yield here


@pytest.fixture
def client(cluster: LocalCluster) -> Iterator[Client]:
    with Client(cluster) as one:
        one.wait_for_workers(2)
        yield one
