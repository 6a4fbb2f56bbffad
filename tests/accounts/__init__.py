"""Accounts: names, registration, sign-in, tokens, errors."""
