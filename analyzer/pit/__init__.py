"""The pit: shoes dealt, replayed, settled, tested and drawn, as people ask for them; names in, values out."""
