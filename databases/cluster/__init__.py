"""Units solved by workers of Dask, over a directory that all of them share. Importing a module imports dask.

What a worker does is in :mod:`.task`, how one comes to workers in :mod:`.joining`, and who does what in
:mod:`.crew`. The books stay with the clerk.
"""
