"""The report that accompanies a rule sheet."""
