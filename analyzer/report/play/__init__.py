"""What happens at a table, as tables for people and documents for machines.

Modules here lay out what was dealt or found; they compute nothing and judge nothing.
"""
