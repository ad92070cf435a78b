"""Questions put to the census: values in, answers out. Knows no files, no library entries, no languages."""
