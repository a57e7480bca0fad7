"""Endgame databases for the mill games: what a program imports.

A run on tables that ``millbase build 4-3`` has made::

    >>> import millbase
    >>> with millbase.open() as tables:
    ...     tables.probe("BWWW.W../.B....../...B.... w")
    Value(outcome='win', plies=1)

The names stand in ``__init__.pyi``, beside this file; each is loaded when it is first used, so that a program
waits only for what it needs.
"""

import lazy_loader

__version__ = "0.1.0"

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
