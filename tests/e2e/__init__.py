"""End-to-end proof over HTTP: an independent referee that imports nothing of the service."""
