"""The mathematics of the mill games: boards, rules, hashing, induction. Knows no file and no terminal."""
