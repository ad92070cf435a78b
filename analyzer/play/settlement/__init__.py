"""Stakes on the coups of a record: what each gains, within limits, in chips."""
