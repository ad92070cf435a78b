"""What each answer says: its page, its document, and how it shows itself."""
