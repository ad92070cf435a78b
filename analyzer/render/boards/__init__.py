"""Roads as people look at them: in a terminal, as a drawing, as a web page, as tables."""
