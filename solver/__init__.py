"""The mathematics of the mill games. Knows no file, no option of a command, no terminal.

This is the map: the terms, the method in a page, and the order to read in.

Terms
=====

*Subspace*: all positions with the same numbers of stones on the board and in hand, the side to move first,
``6-4`` or ``3-2+5-6``. *Mirror*: the same with the sides exchanged. *Unit*: what is solved together, a
subspace and its mirror where quiet moves lead to and fro between them.

*Quiet move*: one that stays in the unit. *Leaving move*: one that does not, by a removal, a placement or
both. *Closing* a mill is another matter: with protected mills a closing move may be quiet.

*Layout*: the order of a subspace's entries. The *block side*'s stones choose a block, the *inner side*'s the
place in it; ``block_is_own`` says whether the block side is the one to move. *Representative*: the least
pattern of an orbit of the block side. *Compressed set*: stones of the inner side by the points that the block
side leaves free. *Entry*: an index in a table. *Canonical*: counted once, at the least of its entries.

*Value*: what a position is worth to the side to move, a win, a draw or a loss, with plies where they are
known. *Code*: the number that a table holds for it. *Scale*: what codes mean and how they follow from one
another. *Metric*: a scale with a name, a place on the disk and what its tables depend on. *Level*: a code
whose turn it is. *Frontier*: the entries that a level decides. *Pending*: the levels that a part of a table
is waiting for.

The method
==========

A unit is *seeded*: each entry gets the best of its leaving moves, looked up in tables that are solved, and
the number of its quiet moves. Then *induction* goes through the levels in order. What a level decides is
gathered as a frontier, and spread backwards along quiet moves: a loss makes the positions before it wins, a
win takes one from the number of moves that are left to those before it, and who has none left has lost. What
is never decided is drawn.

Both tables of a unit have the same side as block side. The inner side's moves stay in a block, so the step is
done block by block in a few kilobytes (*push*); the block side's lead from a block to few others, always with
the same map of the inner stones, so each block fetches what it needs (*pull*). Every block is written by one
thread alone, and the result does not depend on their number.

A table is *verified* by making all moves forwards, with code that shares the layout with the solver and
nothing else. Positions with stones in hand can also be *searched*, on top of the tables of the moving phase.

To read
=======

1. ``game``: what is played, in plain Python: ``boards``, ``rules``, ``positions``, ``values``, ``material``;
   as text ``notation`` and ``records``, as pictures ``drawing`` and ``pictures``.
2. ``subspaces`` and ``graph``: kinds of move, units, what is needed for what.
3. ``indexing`` and ``layouts``: which entry a position has; ``hashing``: the same compiled, and what kernels
   know of a block (``ground``).
4. ``scales``: what a number in a table means.
5. ``retrograde``: ``seeding``, ``frontier``, ``spreading``, and ``induction``, where a unit is solved.
6. ``checking`` and ``searching``; ``oracle`` and ``statistics``, for who asks; ``telling`` and ``showing``,
   how it is told.

A file ``…_kernels`` stands beside what runs it. Its functions are compiled, flat on purpose, and know arrays
and numbers only. Each has a slow, obvious twin, here (``positions``, ``indexing``, ``layouts``) or in the
tests.

Names
=====

Each name has one meaning. ``Unsolved`` is a table while its unit is solved, ``databases.format.Table`` one on
disk. ``Known`` is a published result, ``Lookup`` what a search asks before it searches. ``PhaseProgress`` is
called with the name of a phase and how far it is, ``BuildProgress`` is told of units. ``key_of`` belongs to
the memory of a search; the verifier speaks of *merit*, the solver of *goodness*. Twins share their names:
``indexing.rank`` and ``hashing.sets.rank``, and what ``checking.forward_moves`` makes anew of
``retrograde.block_moves``.
"""
