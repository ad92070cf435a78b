"""A shoe dealt by a procedure, from the burn to the last coup."""
