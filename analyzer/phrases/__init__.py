"""What data say, in words that can be translated."""
