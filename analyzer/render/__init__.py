"""What is shown, whatever it says: tables and pages, languages, formats, charts and boards."""
