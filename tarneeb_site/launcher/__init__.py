"""One command starts everything: PostgreSQL, Valkey, the web server and the workers."""
