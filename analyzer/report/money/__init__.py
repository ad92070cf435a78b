"""What stakes on several bets, or over many coups, come to, as tables, charts and documents."""
