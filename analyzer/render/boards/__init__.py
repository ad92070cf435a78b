"""Scoreboards of roads, drawn or as tables. They compute nothing and write no file."""
