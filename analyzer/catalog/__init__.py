"""The library as data: rules, bets, variants and more, in TOML files that name their sources."""
