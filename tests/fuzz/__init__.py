"""Requests that nobody thought of."""
