"""Games as people keep them, read and written.

From text to text: :mod:`~millbase.solver.game.records.scanning` cuts a file into tokens and games,
:mod:`~millbase.solver.game.records.reading` makes a :class:`~millbase.solver.game.records.record.Record` of
each, and :mod:`~millbase.solver.game.records.writing` writes one out, in any of its forms. How rule sets are
called in tags is in :mod:`~millbase.solver.game.records.naming`, how PlayOK numbers the points in
:mod:`~millbase.solver.game.records.playok`.
"""
