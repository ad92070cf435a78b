"""How cards fall: cards, shoes, the tableau, rules, and one coup dealt card by card. Nothing about money."""
