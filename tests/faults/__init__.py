"""Faults of real processes and servers while people play: `make faults`."""
