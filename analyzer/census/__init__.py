"""Counts every deal once: kinds, patterns, the census. Nothing about money."""
