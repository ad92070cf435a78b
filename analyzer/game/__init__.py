"""How cards fall: cards, shoes, the tableau, rules, and one coup dealt plainly. Nothing about money."""
