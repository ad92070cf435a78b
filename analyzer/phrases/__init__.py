"""Bets, rules, coups and cards in words that can be translated."""
