"""OAuth 2: how programs get tokens of a person who consents (authorization code, PKCE S256)."""
