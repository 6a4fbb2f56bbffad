"""The double-dummy solver: what it answers, and what becomes of it when something goes wrong."""
