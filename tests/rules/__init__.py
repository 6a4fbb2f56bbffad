"""The rules, without a database: given events, when a command, then events or a refusal."""
