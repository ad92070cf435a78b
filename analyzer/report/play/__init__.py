"""Dealt and recorded shoes, stakes and roads, as tables and documents.

Modules here lay out what was dealt or found; they compute nothing and judge nothing.
"""
