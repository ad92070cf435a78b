"""The gains and losses of stakes on several bets, or over many coups, as tables, charts and documents.

Modules here lay out what the analysis computed; they compute nothing and render nothing.
"""
