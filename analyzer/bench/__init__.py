"""The designer's bench: paytables, closed forms, drawing tables and bankrolls, as people ask for them."""
