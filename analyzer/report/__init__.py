"""How answers are presented: as pages and charts, as documents for machines, and in notebooks.

Modules here lay out exact values; they compute none and render none.
"""
