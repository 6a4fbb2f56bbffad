"""The REST API of matches (protocol.md, "REST")."""
