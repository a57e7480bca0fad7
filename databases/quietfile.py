"""A file for HDF5 to write to that does not let it see a full disk.

HDF5 cannot give up a file that it failed to write: closing fails in turn, and the process may crash.
So a write that fails is kept for later here, the rest is swallowed, and once HDF5 has let go of the
file the failure is raised.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing_extensions import Buffer


class QuietFile(io.FileIO):
    """An unbuffered file that takes note of the first failure to write instead of raising it.

    Attributes:
        failure: that failure; whoever sees it may as well stop writing.
    """

    failure: OSError | None = None

    def write(self, data: Buffer) -> int:
        """Write all of ``data``, or pretend to."""
        left = memoryview(data).cast("B")
        size = len(left)
        while self.failure is None and left:
            try:
                left = left[super().write(left) :]
            except OSError as failure:
                self.failure = failure
        return size

    def truncate(self, size: int | None = None) -> int:
        """Set the size of the file, or pretend to."""
        size = self.tell() if size is None else size
        if self.failure is None:
            try:
                super().truncate(size)
            except OSError as failure:
                self.failure = failure
        return size

    def raise_failure(self) -> None:
        """Raise what went wrong, if anything did."""
        if self.failure is not None:
            raise self.failure
