"""A recorded shoe replayed by the rules, with every deviation reported."""
