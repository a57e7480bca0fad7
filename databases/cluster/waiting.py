"""How long is waited for what may never come, in seconds.

Nothing is lost by waiting too briefly: a unit is solved elsewhere, and who answers later is taken in then;
only a worker that has given no sign is not given units again, before it has been started anew.
"""

from __future__ import annotations

FOR_WORKERS = 600.0  # without any
FOR_ANSWERS = 90.0  # of those who are there, before others begin
FOR_SIGNS = 600.0  # of progress; compiling gives none
TIMES = 3.0  # or so many times what the unit should take in all, if that is more


def for_a_sign(seconds: float) -> float:
    """How long a worker may give no sign whose unit should take so many seconds in all."""
    return max(FOR_SIGNS, TIMES * seconds)
