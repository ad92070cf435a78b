"""How results of any kind are shown: tables and pages, languages, formats, charts and boards."""
