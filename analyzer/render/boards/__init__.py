"""Scoreboards of roads, drawn or as tables. Nothing here computes roads or writes files."""
