"""How results are shown, whatever they mean: tables and pages, languages, formats, charts and boards."""
