"""Coming to workers: starting some on this machine, or joining a scheduler that runs."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import dask
from distributed import Client, LocalCluster

from millbase.databases.errors import BadCluster, SchedulerLost

_LOCAL = re.compile(r"local:([1-9][0-9]{0,2})")
_ADDRESS = re.compile(r"(?:[a-z]+://)?[^\s/:]+:[0-9]{1,5}|[a-z]+://\[[0-9a-fA-F:]+\]:[0-9]{1,5}")
_SECONDS_TO_CONNECT = 30


def check(cluster: str) -> None:
    """Raise BadCluster where a cluster is neither ``local:N`` nor an address."""
    if not _LOCAL.fullmatch(cluster) and (cluster.startswith("local:") or not _ADDRESS.fullmatch(cluster)):
        raise BadCluster(cluster)


@contextmanager
def joined(cluster: str, threads: int) -> Iterator[Client]:
    """A client of the cluster that is meant.

    Args:
        cluster: ``local:N`` for N processes, which are there until the block ends, or the address of a
            scheduler.
        threads: of this machine, which processes share.

    Raises:
        BadCluster: it is neither.
        SchedulerLost: nobody answers at the address.
    """
    check(cluster)
    local = _LOCAL.fullmatch(cluster)
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # the clerk says itself what happens
    with ExitStack() as stack:
        # A unit runs as long as it does, and says how far it is: a clerk need not hear of slow event loops.
        stack.enter_context(dask.config.set({"distributed.admin.tick.limit": "1h"}))
        address = cluster
        if local:
            number = int(local[1])
            address = stack.enter_context(
                LocalCluster(
                    n_workers=number,
                    threads_per_worker=max(1, threads // number),
                    processes=True,
                    memory_limit=0,  # each says what is free, and units are chosen by that
                    dashboard_address=None,
                    preload="millbase.databases.cluster.starting",
                    silence_logs=logging.CRITICAL,
                )
            ).scheduler_address
        try:
            client = Client(address, timeout=_SECONDS_TO_CONNECT, set_as_default=False)
        except (OSError, ValueError) as error:
            raise SchedulerLost(cluster) from error
        yield stack.enter_context(client)
