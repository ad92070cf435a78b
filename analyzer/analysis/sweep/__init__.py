"""Sweeps: shoes played to the end, with the exact EV of every bet before every coup."""
