"""Closed forms: what bets are worth as formulas, by the number of decks and by the cards of each kind."""
