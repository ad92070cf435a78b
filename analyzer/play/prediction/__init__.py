"""What roads show before a coup, and what the coup is then worth by the cards still in the shoe."""
