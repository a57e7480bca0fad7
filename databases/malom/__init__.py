"""Malom's files: what a table of ours says, in the order and in the bytes of another program.

Malom (G. Gévay, G. Danner) solves the same games. Its database has a file for each *sector*, which is what a
subspace is called there. The format is theirs; the code here is made from its description alone.
"""
