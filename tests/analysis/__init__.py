"""What calls and cards were worth."""
