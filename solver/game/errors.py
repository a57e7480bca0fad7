"""The base of every error of the solver that whoever asks can do something about."""

from __future__ import annotations


class SolverError(Exception):
    """What is asked for cannot be answered as it stands; the message is one sentence that says why.

    Each error is also the standard one that fits, so that a program may catch either.
    """
