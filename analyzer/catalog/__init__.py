"""The library, as data: rules, bets and variants, each in a TOML file that names its source."""
