"""The standard drawing table, written out for tests that must not depend on the catalog's."""

PUNTO_BANCO = """\
- 0 1 2 3 4 5 6 7 8 9
0 D D D D D D D D D D D
1 D D D D D D D D D D D
2 D D D D D D D D D D D
3 D D D D D D D D D S D
4 D S S D D D D D D S S
5 D S S S S D D D D S S
6 S S S S S S S D D S S
7 S S S S S S S S S S S"""
