"""What the one who runs the service relies on: backups, upgrades, what is kept of people."""
