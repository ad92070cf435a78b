"""The public questions: they take names, texts and files, and return exact values.

Each module resolves names through the catalog and passes values to the packages below. It does no counting,
settling or judging itself.
"""
