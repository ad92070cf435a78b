"""A recorded shoe dealt again by the rules, and every deviation named."""
