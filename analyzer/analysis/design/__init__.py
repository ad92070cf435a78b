"""Paytables: searched for on a grid, solved for an edge, or with names for pays; all of it exact."""
