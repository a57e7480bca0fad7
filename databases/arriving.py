"""Tables that another machine has written: waiting until they are seen here as they were listed.

A file system over a network may show a file, or its present content, some seconds after it was written.
"""

from __future__ import annotations

import time
from collections.abc import Mapping

from millbase.databases.catalogue import Catalogue
from millbase.databases.errors import MissingTable, TableLate
from millbase.solver.game.material import Subspace

PATIENCE = 60.0  # seconds
_PAUSE = 0.05


def await_tables(catalogue: Catalogue, contents: Mapping[Subspace, str], patience: float = PATIENCE) -> None:
    """Wait until tables are there with the content that is listed of each.

    Their headers are read; that the values are those of a header is compared when they are.

    Args:
        contents: the checksum of the content of each (:attr:`millbase.databases.header.Header.content`).
        patience: how many seconds to wait for all.

    Raises:
        TableLate: one of them has not come.
    """
    until = time.monotonic() + patience
    for subspace, content in contents.items():
        while not _is_there(catalogue, subspace, content):
            if time.monotonic() >= until:
                raise TableLate(catalogue.path_of(subspace), patience)
            time.sleep(_PAUSE)


def _is_there(catalogue: Catalogue, subspace: Subspace, content: str) -> bool:
    try:
        with catalogue.open(subspace) as table:
            return table.header.content == content
    except (MissingTable, OSError):  # an older file, a part of one, or a manifest that is older
        return False
