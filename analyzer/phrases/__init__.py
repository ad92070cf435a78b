"""Bets, rules, coups and cards described in translatable sentences."""
