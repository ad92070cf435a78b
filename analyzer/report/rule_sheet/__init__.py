"""The report that is submitted with a rule sheet, part by part."""
