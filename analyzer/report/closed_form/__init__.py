"""Closed forms, as tables, a chart, a document and source text."""
