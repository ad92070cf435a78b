"""The tableau examined, as tables, a chart and a document."""
