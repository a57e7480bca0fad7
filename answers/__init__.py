"""What people and programs are told: answers, the documents that JSON writes, and what went wrong.

It knows tables and rules, and neither a terminal nor a browser: the command line and the server print what
is made here.
"""
