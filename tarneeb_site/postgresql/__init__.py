"""Django's PostgreSQL, with pools that get over a restart of the server: the ENGINE of settings.DATABASES."""
