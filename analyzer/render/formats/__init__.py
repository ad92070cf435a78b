"""One format a module: pages in, text or bytes out; no format knows what the numbers mean."""
