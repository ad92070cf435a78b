"""How coups are dealt: cards, shoes, the tableau, rules, one coup card by card. Nothing about money."""
