"""The tables over HTTP, and the page: read only, from the installed package, without anything of the network.

To read in this order: ``settings`` (what a server is told), ``parameters`` (how a request is read),
``problems`` (what is answered instead), ``probing`` (the one thread that asks tables, and who waits for it),
``documents`` (what is asked of it), ``replies`` (bodies, kept and named by their ETag), ``endpoints`` (each
address), ``guard`` (what no request may do), ``app`` (all of it together), ``running`` (sockets, processes,
signals). The page is in ``static``.

Starlette and uvicorn are imported here and nowhere else.
"""
