"""A shoe as it is dealt, recorded, settled and watched at a table."""
