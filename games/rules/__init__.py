"""The rules of Tarneeb, pure: no Django, no clock, no randomness. Start at `decide` and `state`."""
