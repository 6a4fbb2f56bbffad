"""Matches of Tarneeb: rules, event log, live play, bots and the public API around them."""
