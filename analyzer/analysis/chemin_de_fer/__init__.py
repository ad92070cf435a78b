"""Chemin de fer: the game from which the tableau comes, and its equilibrium."""
