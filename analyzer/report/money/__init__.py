"""What stakes on several bets, or over many coups, come to, as tables, charts and documents.

Modules here lay out what the analysis found; they compute none of it, and render none.
"""
