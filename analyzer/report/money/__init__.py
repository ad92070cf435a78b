"""What stakes on several bets, or over many coups, gain or lose, as tables, charts and documents.

Modules here lay out what the analysis computed; they compute nothing and render nothing.
"""
