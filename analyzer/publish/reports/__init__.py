"""Reports: what was found, laid out as tables for people and as documents for machines."""
