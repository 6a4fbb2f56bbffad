"""Tests of matches through the API, on a real database."""
