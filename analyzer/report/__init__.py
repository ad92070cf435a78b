"""What each answer says: its page, its document, and how it shows itself.

Modules here lay out exact values; they compute none and render none.
"""
