"""Best play of chemin de fer, as tables and grids."""
