"""Stakes on the coups of a record: what each gains, with table limits and in chips."""
