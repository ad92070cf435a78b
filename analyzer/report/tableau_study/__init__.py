"""A study of the tableau, as tables, a chart and a document."""
