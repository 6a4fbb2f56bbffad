"""People and bots who have an account: names, passwords, tokens. Knows nothing of games."""
